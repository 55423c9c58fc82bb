// Shows for how long Rust refuses keys, which may have been meant for what had the focus before.

import { keysAccepted } from "./backend.js";

/** @typedef {"unfocused" | "refused" | "accepted"} Keys what happens to a key in this window */

export class KeyGuard {
  #waiting = 0;
  #onChange;

  /** @param {(keys: Keys) => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    onChange("unfocused");
    if (document.hasFocus()) this.wait();
  }

  /** Call when something other than a click or key in the page moved the focus. */
  async wait() {
    this.#waiting += 1;
    this.#onChange("refused");
    // If Rust does not answer, every press says so.
    await keysAccepted().catch(() => {});
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#onChange(document.hasFocus() ? "accepted" : "unfocused");
  }

  /** Call when the window has lost the focus. */
  left() {
    this.#onChange("unfocused");
  }
}
