// A modal dialog that asks before something is lost.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { InputDevice } from "./generated/InputDevice" */

/**
 * @typedef {object} DialogText
 * @property {string} title
 * @property {string} text the consequence
 * @property {string} confirm label
 * @property {string} [cancel] label, "Keep editing" by default
 */

/**
 * @typedef {object} DialogHandlers
 * @property {(by: InputDevice, button: Button) => void} cancel
 * @property {(by: InputDevice, button: Button) => void} confirm
 */

let dialogCount = 0;

export class Dialog {
  /** @type {Element | null} */
  #previousFocus = null;

  /**
   * @param {DialogText} text
   * @param {DialogHandlers} handlers
   */
  constructor({ title, text, confirm, cancel = "Keep editing" }, handlers) {
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

  /** @param {HTMLElement[]} inertElements made inert while the dialog is open */
  open(inertElements) {
    if (this.isOpen) return;
    this.#previousFocus = document.activeElement;
    this.root.hidden = false;
    for (const element of inertElements) element.inert = true;
    this.cancelButton.root.focus();
  }

  /** @param {HTMLElement[]} inertElements */
  close(inertElements) {
    if (!this.isOpen) return;
    this.root.hidden = true;
    for (const element of inertElements) element.inert = false;
    if (this.#previousFocus instanceof HTMLElement)
      this.#previousFocus.focus({ preventScroll: true });
  }
}
