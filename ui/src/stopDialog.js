// "Stop this question?", over everything else.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { By } from "./generated/By" */

/**
 * @typedef {object} StopPresses
 * @property {(by: By, button: Button) => void} keepWaiting
 * @property {(by: By, button: Button) => void} stop
 */

export class StopDialog {
  /** What had the focus before. @type {Element | null} */
  #before = null;

  /** @param {StopPresses} pressed */
  constructor(pressed) {
    this.keepWaiting = new Button("Keep waiting", "primary", pressed.keepWaiting);
    const stop = new Button("Stop", "plain", pressed.stop);
    this.root = el(
      "div",
      { class: "shade", hidden: true },
      el(
        "div",
        {
          class: "dialog",
          role: "alertdialog",
          "aria-modal": "true",
          "aria-labelledby": "stop-title",
          "aria-describedby": "stop-text",
        },
        el("h2", { id: "stop-title" }, "Stop this question?"),
        el("p", { id: "stop-text" }, "The agent is told you cancelled."),
        el("div", { class: "buttons" }, stop.root, this.keepWaiting.root),
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
