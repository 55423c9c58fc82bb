// What lies open over the page: lists, calendars, the asker's details. Esc closes the innermost.

/** @typedef {() => void} Close */

export class Layers {
  /** @type {Close[]} */
  #closers = [];

  /** @param {Close} close */
  add(close) {
    this.#closers.push(close);
  }

  /** @param {Close} close */
  remove(close) {
    this.#closers = this.#closers.filter((other) => other !== close);
  }

  /**
   * Closes the innermost layer.
   *
   * @returns {boolean} whether there was one
   */
  closeInnermost() {
    const close = this.#closers.pop();
    close?.();
    return close !== undefined;
  }

  closeAll() {
    while (this.closeInnermost());
  }
}
