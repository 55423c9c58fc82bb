// Updates texts such as "4 min" with one shared timer while the page is shown.

/**
 * @typedef {object} Tickable
 * @property {(now: number) => number} tick updates the text; returns how long it stays valid, in ms
 */

const MIN_INTERVAL_MS = 250;

export class Ticker {
  #timer = 0;
  #isRunning = false;
  #getItems;

  /** @param {() => Tickable[]} getItems */
  constructor(getItems) {
    this.#getItems = getItems;
  }

  start() {
    this.#isRunning = true;
    this.update();
  }

  stop() {
    this.#isRunning = false;
    clearTimeout(this.#timer);
  }

  /** Ticks all items now and schedules the next tick. */
  update() {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    const now = Date.now();
    const validFor = this.#getItems().map((item) => item.tick(now));
    if (validFor.length === 0) return;
    this.#timer = setTimeout(() => this.update(), Math.max(MIN_INTERVAL_MS, Math.min(...validFor)));
  }
}
