// What was typed and has not reached Rust yet. Edits arrive in order, one at a time.

import { edit } from "./backend.js";

/** @import { CheckView } from "./generated/CheckView" */
/** @import { Input } from "./generated/Input" */

/** @typedef {"typing" | "chosen"} Pace */

const TYPING_PAUSE_MS = 150;
/** However fast someone types, Rust is never further behind than this. */
const MOST_BEHIND_MS = 500;

export class Edits {
  /** @type {Map<number, Input>} */
  #waiting = new Map();
  /** @type {Promise<void> | null} */
  #sending = null;
  #timer = 0;
  /** Since when something waits, while something does. */
  #since = 0;
  #touched = false;
  #id;
  #checked;
  #failed;

  /**
   * @param {string} id
   * @param {(check: CheckView) => void} checked
   * @param {(error: unknown) => void} failed
   */
  constructor(id, checked, failed) {
    this.#id = id;
    this.#checked = checked;
    this.#failed = failed;
  }

  /**
   * Takes a new state of a field. The first one is sent at once, so that Rust knows that the
   * question is touched before anything can close it.
   *
   * @param {number} field
   * @param {Input} input
   * @param {Pace} pace
   */
  note(field, input, pace) {
    if (this.#waiting.size === 0) this.#since = performance.now();
    this.#waiting.delete(field);
    this.#waiting.set(field, input);
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#since + MOST_BEHIND_MS - performance.now());
    const pause = pace === "typing" && this.#touched ? Math.min(TYPING_PAUSE_MS, left) : 0;
    this.#touched = true;
    if (pause === 0) this.#sendNow();
    else this.#timer = setTimeout(() => this.#sendNow(), pause);
  }

  /**
   * Resolves when Rust has every edit, and fails if one did not reach it.
   *
   * @returns {Promise<void>}
   */
  flush() {
    clearTimeout(this.#timer);
    if (this.#sending === null && this.#waiting.size > 0) this.#sending = this.#sendAll();
    return this.#sending ?? Promise.resolve();
  }

  /** Forgets what was not sent: the question is gone. */
  drop() {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #sendNow() {
    this.flush().catch(this.#failed);
  }

  async #sendAll() {
    try {
      for (let next = this.#first(); next; next = this.#first()) {
        const [field, input] = next;
        this.#waiting.delete(field);
        try {
          const check = await edit({ id: this.#id, field, input });
          if (this.#waiting.size === 0) this.#checked(check);
        } catch (error) {
          if (!this.#waiting.has(field)) this.#waiting.set(field, input);
          throw error;
        }
      }
    } finally {
      this.#sending = null;
    }
  }

  /** @returns {[number, Input] | undefined} */
  #first() {
    return this.#waiting.entries().next().value;
  }
}
