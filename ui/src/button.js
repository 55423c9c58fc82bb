// A button of ours, which says on itself when it was pressed too soon.

import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

const REFUSAL_SHOWN_MS = 1200;

export class Button {
  #timer = 0;

  /**
   * @param {string} label
   * @param {"plain" | "primary" | "quiet"} look
   * @param {(by: By, button: Button) => void} pressed
   */
  constructor(label, look, pressed) {
    this.root = el(
      "button",
      { type: "button", class: `button ${look}` },
      el("span", { class: "button-label" }, label),
      el("span", { class: "button-refusal", "aria-hidden": "true" }, "Too soon"),
    );
    // A click without a position comes from a key or from assistive technology.
    this.root.addEventListener("click", (event) =>
      pressed(event.detail === 0 ? "key" : "pointer", this),
    );
  }

  /** Shows for a moment that the press came too soon, without changing the button's size. */
  refuse() {
    clearTimeout(this.#timer);
    this.root.classList.add("refused");
    this.#timer = setTimeout(() => this.root.classList.remove("refused"), REFUSAL_SHOWN_MS);
  }
}
