// Keeps texts such as "4 min" true, with one timer for all of them and none while nobody looks.

/**
 * @typedef {object} Ticking
 * @property {(now: number) => number} tick writes what is true now, and says how long it stays so
 */

/** Timers of a page in the background may be late anyway. */
const LEAST_MS = 250;

export class Ticks {
  #timer = 0;
  #runs = false;
  #all;

  /** @param {() => Ticking[]} all */
  constructor(all) {
    this.#all = all;
  }

  start() {
    this.#runs = true;
    this.renew();
  }

  stop() {
    this.#runs = false;
    clearTimeout(this.#timer);
  }

  /** Called when there is something else to tell the time of. */
  renew() {
    clearTimeout(this.#timer);
    if (!this.#runs) return;
    const now = Date.now();
    const lasts = this.#all().map((one) => one.tick(now));
    if (lasts.length === 0) return;
    this.#timer = setTimeout(() => this.renew(), Math.max(LEAST_MS, Math.min(...lasts)));
  }
}
