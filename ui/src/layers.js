// What lies open over the page: lists, calendars, the asker's details. Esc closes the innermost.

/** @typedef {() => void} Close */

export class Layers {
  /** @type {Close[]} */
  #open = [];

  /** @param {Close} close */
  opened(close) {
    this.#open.push(close);
  }

  /** @param {Close} close */
  closed(close) {
    this.#open = this.#open.filter((other) => other !== close);
  }

  /**
   * Closes the innermost layer.
   *
   * @returns {boolean} whether there was one
   */
  closeInnermost() {
    const close = this.#open.pop();
    close?.();
    return close !== undefined;
  }

  closeAll() {
    while (this.closeInnermost());
  }
}
