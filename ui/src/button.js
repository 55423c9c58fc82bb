// A button of ours, which shows whether it can be pressed yet, and says on itself when it was pressed
// too soon.

import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

/** @typedef {"plain" | "primary" | "quiet" | "danger"} ButtonStyle */

/** @typedef {"guarded" | "unread" | "read-only" | "opening"} DisabledReason why a button cannot be pressed now */

/** @type {DisabledReason[]} */
const DISABLED_REASONS = ["guarded", "unread", "read-only", "opening"];
const TOO_SOON_SHOWN_MS = 1200;

/**
 * Marks an element as disabled for a reason, or no longer for that one. It can still be pressed, to
 * hear why.
 *
 * @param {Element} element
 * @param {DisabledReason} reason
 * @param {boolean} on
 */
export function disable(element, reason, on) {
  if (element.classList.contains(reason) === on) return;
  element.classList.toggle(reason, on);
  if (DISABLED_REASONS.some((reason) => element.classList.contains(reason))) {
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
export function setPressesAccepted(root, accepted) {
  for (const button of root.querySelectorAll(".button.guardable")) {
    disable(button, "guarded", !accepted);
  }
}

export class Button {
  #timer = 0;

  /**
   * @param {string} label
   * @param {ButtonStyle} style
   * @param {(by: By, button: Button) => void} onPress
   * @param {string} [busyLabel] what it shows, but is not called, while it is at work
   */
  constructor(label, style, onPress, busyLabel) {
    this.root = el(
      "button",
      { type: "button", class: `button guardable ${style}` },
      el("span", { class: "button-label" }, label),
      el("span", { class: "button-refusal", "aria-hidden": "true" }, "Too soon"),
      busyLabel !== undefined &&
        el("span", { class: "button-busy", "aria-hidden": "true" }, busyLabel),
    );
    // A click without a position comes from a key or from assistive technology.
    this.root.addEventListener("click", (event) =>
      onPress(event.detail === 0 ? "key" : "pointer", this),
    );
  }

  /** Its presses are accepted at any time, so it always looks ready. */
  alwaysReady() {
    this.root.classList.remove("guardable");
    return this;
  }

  /** @param {ButtonStyle} style */
  setStyle(style) {
    this.root.classList.remove("plain", "primary", "quiet", "danger");
    this.root.classList.add(style);
  }

  /** @param {boolean} on whether it is at work */
  setBusy(on) {
    this.root.classList.toggle("busy", on);
    this.root.setAttribute("aria-busy", String(on));
  }

  /** Shows for a moment that the press came too soon, without changing the button's size. */
  showTooSoon() {
    clearTimeout(this.#timer);
    this.root.classList.add("refused");
    this.#timer = setTimeout(() => this.root.classList.remove("refused"), TOO_SOON_SHOWN_MS);
  }
}
