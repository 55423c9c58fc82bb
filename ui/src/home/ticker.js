// Keeps texts such as "4 min" true, with one timer for all of them and none while nobody looks.

/**
 * @typedef {object} Tickable
 * @property {(now: number) => number} tick writes what is true now, and says how long it stays so
 */

/** Timers of a page in the background may be late anyway. */
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

  /** Called when there is something else to tell the time of. */
  update() {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    const now = Date.now();
    const validFor = this.#getItems().map((item) => item.tick(now));
    if (validFor.length === 0) return;
    this.#timer = setTimeout(() => this.update(), Math.max(MIN_INTERVAL_MS, Math.min(...validFor)));
  }
}
