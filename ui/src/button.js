// A button of ours, which shows whether it can be pressed yet, and says on itself when it was pressed
// too soon.

import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

/** @typedef {"plain" | "primary" | "quiet" | "danger"} Look */

/** @typedef {"guarded" | "unread" | "locked" | "opening"} Reason why a button cannot be pressed now */

/** @type {Reason[]} */
const REASONS = ["guarded", "unread", "locked", "opening"];
const REFUSAL_SHOWN_MS = 1200;

/**
 * Marks an element as disabled for a reason, or no longer for that one. It can still be pressed, to
 * hear why.
 *
 * @param {Element} element
 * @param {Reason} reason
 * @param {boolean} on
 */
export function disable(element, reason, on) {
  if (element.classList.contains(reason) === on) return;
  element.classList.toggle(reason, on);
  if (REASONS.some((one) => element.classList.contains(one))) {
    element.setAttribute("aria-disabled", "true");
  } else {
    element.removeAttribute("aria-disabled");
  }
}

/**
 * Shows on all buttons in an element whether presses are accepted.
 *
 * @param {Element} root
 * @param {boolean} accepted
 */
export function accept(root, accepted) {
  for (const button of root.querySelectorAll(".button.guardable")) {
    disable(button, "guarded", !accepted);
  }
}

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
      { type: "button", class: `button guardable ${look}` },
      el("span", { class: "button-label" }, label),
      el("span", { class: "button-refusal", "aria-hidden": "true" }, "Too soon"),
      busy !== undefined && el("span", { class: "button-busy", "aria-hidden": "true" }, busy),
    );
    // A click without a position comes from a key or from assistive technology.
    this.root.addEventListener("click", (event) =>
      pressed(event.detail === 0 ? "key" : "pointer", this),
    );
  }

  /** Its presses are accepted at any time, so it always looks ready. */
  unguarded() {
    this.root.classList.remove("guardable");
    return this;
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
