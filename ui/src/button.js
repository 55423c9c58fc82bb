// A button of ours, which says on itself when it was pressed too soon.

import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

/** @typedef {"plain" | "primary" | "quiet" | "danger"} Look */

const REFUSAL_SHOWN_MS = 1200;

export class Button {
  #timer = 0;

  /**
   * @param {string} label
   * @param {Look} look
   * @param {(by: By, button: Button) => void} pressed
   * @param {string} [busy] what it shows, but is not called, while it is at work
   */
  constructor(label, look, pressed, busy) {
    this.root = el(
      "button",
      { type: "button", class: `button ${look}` },
      el("span", { class: "button-label" }, label),
      el("span", { class: "button-refusal", "aria-hidden": "true" }, "Too soon"),
      busy !== undefined && el("span", { class: "button-busy", "aria-hidden": "true" }, busy),
    );
    // A click without a position comes from a key or from assistive technology.
    this.root.addEventListener("click", (event) =>
      pressed(event.detail === 0 ? "key" : "pointer", this),
    );
  }

  /** @param {Look} look */
  look(look) {
    this.root.classList.remove("plain", "primary", "quiet", "danger");
    this.root.classList.add(look);
  }

  /** @param {boolean} on whether it is at work */
  busy(on) {
    this.root.classList.toggle("busy", on);
    this.root.setAttribute("aria-busy", String(on));
  }

  /** Shows for a moment that the press came too soon, without changing the button's size. */
  refuse() {
    clearTimeout(this.#timer);
    this.root.classList.add("refused");
    this.#timer = setTimeout(() => this.root.classList.remove("refused"), REFUSAL_SHOWN_MS);
  }
}
