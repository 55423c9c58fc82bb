// A button that shows whether presses are accepted yet, and why one was not.

import { el } from "./dom.js";

/** @import { InputDevice } from "./generated/InputDevice" */

/** @typedef {"plain" | "primary" | "quiet" | "danger"} ButtonStyle */

/** @typedef {"guarded" | "unread" | "invalid" | "read-only" | "opening"} DisabledReason */

/** @type {DisabledReason[]} */
const DISABLED_REASONS = ["guarded", "unread", "invalid", "read-only", "opening"];
const REFUSAL_SHOWN_MS = 1200;

/**
 * Adds or removes one reason for an element to be disabled. It can still be pressed, which shows
 * why.
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
 * Shows on all guardable buttons inside `root` whether presses are accepted.
 *
 * @param {Element} root
 * @param {boolean} accepted
 */
export function setPressesAccepted(root, accepted) {
  for (const button of root.querySelectorAll(".button.guardable")) {
    disable(button, "guarded", !accepted);
  }
}

/**
 * The accessibility bus presses a button without a position and without a key.
 *
 * @param {number} detail of the click: 0 without a position
 * @param {boolean} isKeyPressed
 * @returns {InputDevice}
 */
export function inputDevice(detail, isKeyPressed) {
  if (detail > 0) return "pointer";
  return isKeyPressed ? "key" : "program";
}

export class Button {
  #timer = 0;
  #isKeyPressed = false;
  #label = el("span", { class: "button-label" });
  #refusal = el("span", { class: "button-refusal", "aria-hidden": "true" }, "Blocked");

  /**
   * @param {string} label
   * @param {ButtonStyle} style
   * @param {(by: InputDevice, button: Button) => void} onPress
   * @param {string} [busyLabel] shown while busy; the accessible name stays `label`
   */
  constructor(label, style, onPress, busyLabel) {
    this.#label.append(label);
    this.root = el(
      "button",
      { type: "button", class: `button guardable ${style}` },
      this.#label,
      this.#refusal,
      busyLabel !== undefined &&
        el("span", { class: "button-busy", "aria-hidden": "true" }, busyLabel),
    );
    this.root.addEventListener("keydown", ({ key }) => {
      this.#isKeyPressed = key === "Enter" || key === " ";
    });
    this.root.addEventListener("blur", () => {
      this.#isKeyPressed = false;
    });
    this.root.addEventListener("click", ({ detail }) => {
      onPress(inputDevice(detail, this.#isKeyPressed), this);
      this.#isKeyPressed = false;
    });
    this.root.addEventListener("shortcut", (event) => {
      onPress(/** @type {CustomEvent<InputDevice>} */ (event).detail, this);
    });
  }

  /**
   * Lets a key press the button, and prints it there. Alone it works only while no text field has the
   * focus.
   *
   * @param {string} key in `aria-keyshortcuts`' form: "Y" or "Alt+A"
   */
  withKey(key) {
    this.root.setAttribute("aria-keyshortcuts", key);
    this.#label.append(el("kbd", { class: "key", "aria-hidden": "true" }, key));
    return this;
  }

  /** @param {string} label */
  setLabel(label) {
    if (this.#label.textContent !== label) this.#label.replaceChildren(label);
  }

  /** Exempts the button from the guard: its presses are always accepted. */
  alwaysReady() {
    this.root.classList.remove("guardable");
    return this;
  }

  /** @param {ButtonStyle} style */
  setStyle(style) {
    this.root.classList.remove("plain", "primary", "quiet", "danger");
    this.root.classList.add(style);
  }

  /** @param {boolean} on */
  setBusy(on) {
    this.root.classList.toggle("busy", on);
    this.root.setAttribute("aria-busy", String(on));
  }

  /**
   * Shows for a moment, without changing the button's size, that a press did nothing.
   *
   * @param {"Wait…" | "Blocked"} text
   */
  showRefused(text) {
    clearTimeout(this.#timer);
    this.#refusal.replaceChildren(text);
    this.root.classList.add("refused");
    this.#timer = setTimeout(() => this.root.classList.remove("refused"), REFUSAL_SHOWN_MS);
  }
}
