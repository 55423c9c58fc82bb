// Open popups and details, innermost last. Esc closes the innermost.

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
   * @returns {boolean} whether one was open
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
