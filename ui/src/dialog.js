// Asks, over everything else, before a press takes something away.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

/**
 * @typedef {object} DialogWords
 * @property {string} title the question
 * @property {string} text what follows
 * @property {string} go the button that goes on
 * @property {string} [stay] the other one, if it does not keep the question waiting
 */

/**
 * @typedef {object} DialogPresses
 * @property {(by: By, button: Button) => void} keepWaiting
 * @property {(by: By, button: Button) => void} go
 */

let count = 0;

export class Dialog {
  /** What had the focus before. @type {Element | null} */
  #before = null;

  /**
   * @param {DialogWords} words
   * @param {DialogPresses} pressed
   */
  constructor({ title, text, go, stay = "Keep waiting" }, pressed) {
    count += 1;
    const [titleId, textId] = [`dialog-title-${count}`, `dialog-text-${count}`];
    this.keepWaiting = new Button(stay, "primary", pressed.keepWaiting).unguarded();
    const goOn = new Button(go, "plain", pressed.go);
    this.root = el(
      "div",
      { class: "shade", hidden: true },
      el(
        "div",
        {
          class: "dialog",
          role: "alertdialog",
          "aria-modal": "true",
          "aria-labelledby": titleId,
          "aria-describedby": textId,
        },
        el("h2", { id: titleId }, title),
        el("p", { id: textId }, text),
        el("div", { class: "buttons" }, goOn.root, this.keepWaiting.root),
      ),
    );
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** @param {HTMLElement[]} below what cannot be reached meanwhile */
  open(below) {
    if (this.isOpen) return;
    this.#before = document.activeElement;
    this.root.hidden = false;
    for (const element of below) element.inert = true;
    this.keepWaiting.root.focus();
  }

  /** @param {HTMLElement[]} below */
  close(below) {
    if (!this.isOpen) return;
    this.root.hidden = true;
    for (const element of below) element.inert = false;
    if (this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true });
  }
}
