// Edits that Rust has not received yet. They are sent in order, one at a time.

import { edit } from "./backend.js";

/** @import { CheckView } from "./generated/CheckView" */
/** @import { Input } from "./generated/Input" */

/** @typedef {"typing" | "chosen"} Pace */

const TYPING_PAUSE_MS = 150;
/** The longest that Rust lags behind continuous typing. */
const MAX_DELAY_MS = 500;

export class EditQueue {
  /** @type {Map<number, Input>} */
  #pending = new Map();
  /** @type {Promise<void> | null} */
  #sending = null;
  #timer = 0;
  #oldestPendingAt = 0;
  #hasEdits = false;
  #id;
  #onChecked;
  #onError;

  /**
   * @param {string} id
   * @param {(check: CheckView) => void} onChecked
   * @param {(error: unknown) => void} onError
   */
  constructor(id, onChecked, onError) {
    this.#id = id;
    this.#onChecked = onChecked;
    this.#onError = onError;
  }

  /**
   * Queues a field's new input. The first edit is sent at once, so that Rust knows about it before
   * the question can be closed.
   *
   * @param {number} field
   * @param {Input} input
   * @param {Pace} pace
   */
  add(field, input, pace) {
    if (this.#pending.size === 0) this.#oldestPendingAt = performance.now();
    this.#pending.delete(field);
    this.#pending.set(field, input);
    clearTimeout(this.#timer);
    const timeLeft = Math.max(0, this.#oldestPendingAt + MAX_DELAY_MS - performance.now());
    const delay = pace === "typing" && this.#hasEdits ? Math.min(TYPING_PAUSE_MS, timeLeft) : 0;
    this.#hasEdits = true;
    if (delay === 0) this.#sendNow();
    else this.#timer = setTimeout(() => this.#sendNow(), delay);
  }

  /**
   * Resolves when Rust has received every edit; rejects if sending one fails.
   *
   * @returns {Promise<void>}
   */
  flush() {
    clearTimeout(this.#timer);
    if (this.#sending === null && this.#pending.size > 0) this.#sending = this.#sendAll();
    return this.#sending ?? Promise.resolve();
  }

  /** Drops unsent edits. */
  clear() {
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  #sendNow() {
    this.flush().catch(this.#onError);
  }

  async #sendAll() {
    try {
      for (let next = this.#firstPending(); next; next = this.#firstPending()) {
        const [field, input] = next;
        this.#pending.delete(field);
        try {
          const check = await edit({ id: this.#id, field, input });
          if (this.#pending.size === 0) this.#onChecked(check);
        } catch (error) {
          if (!this.#pending.has(field)) this.#pending.set(field, input);
          throw error;
        }
      }
    } finally {
      this.#sending = null;
    }
  }

  /** @returns {[number, Input] | undefined} */
  #firstPending() {
    return this.#pending.entries().next().value;
  }
}
