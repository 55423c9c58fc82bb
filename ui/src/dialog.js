// Asks, over everything else, before a press takes something away.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

/**
 * @typedef {object} DialogText
 * @property {string} title the question
 * @property {string} text what follows
 * @property {string} confirm the button that goes on
 * @property {string} [cancel] the other one, if it does not keep the question waiting
 */

/**
 * @typedef {object} DialogHandlers
 * @property {(by: By, button: Button) => void} cancel
 * @property {(by: By, button: Button) => void} confirm
 */

let dialogCount = 0;

export class Dialog {
  /** What had the focus before. @type {Element | null} */
  #previousFocus = null;

  /**
   * @param {DialogText} words
   * @param {DialogHandlers} handlers
   */
  constructor({ title, text, confirm, cancel = "Keep waiting" }, handlers) {
    dialogCount += 1;
    const [titleId, textId] = [`dialog-title-${dialogCount}`, `dialog-text-${dialogCount}`];
    this.cancelButton = new Button(cancel, "primary", handlers.cancel).alwaysReady();
    const confirmButton = new Button(confirm, "plain", handlers.confirm);
    this.root = el(
      "div",
      { class: "dialog-backdrop", hidden: true },
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
        el("div", { class: "buttons" }, confirmButton.root, this.cancelButton.root),
      ),
    );
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** @param {HTMLElement[]} below what cannot be reached meanwhile */
  open(below) {
    if (this.isOpen) return;
    this.#previousFocus = document.activeElement;
    this.root.hidden = false;
    for (const element of below) element.inert = true;
    this.cancelButton.root.focus();
  }

  /** @param {HTMLElement[]} below */
  close(below) {
    if (!this.isOpen) return;
    this.root.hidden = true;
    for (const element of below) element.inert = false;
    if (this.#previousFocus instanceof HTMLElement)
      this.#previousFocus.focus({ preventScroll: true });
  }
}
