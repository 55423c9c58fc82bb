// "Quit Doorbell?", because questions are open and would end with it.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { Presses } from "./presses.js";
import { Status } from "./status.js";

/** @import { By } from "./generated/By" */
/** @import { Press } from "./generated/Press" */

/**
 * @typedef {object} QuittingView
 * @property {number} generation
 * @property {number} open
 * @property {boolean} typed
 */

export class Quitting {
  #status = new Status(null);
  #presses = new Presses(this.#status);
  #lost = el("p", { class: "announcement-waiting", id: "quitting-lost" });
  #keep = new Button("Keep running", "primary", (by, button) =>
    this.#press({ press: "keepWaiting" }, by, button),
  ).unguarded();
  #generation = 0;

  /** @param {QuittingView} view */
  constructor(view) {
    const quit = new Button("Quit", "plain", (by, button) =>
      this.#press({ press: "quit" }, by, button),
    );
    this.root = el(
      "main",
      { class: "announcement" },
      el(
        "div",
        {
          class: "announcement-card",
          role: "alertdialog",
          "aria-labelledby": "quitting-title",
          "aria-describedby": "quitting-lost",
        },
        el("h1", { class: "announcement-only", id: "quitting-title" }, "Quit Doorbell?"),
        this.#lost,
        el("div", { class: "buttons" }, quit.root, this.#keep.root),
        this.#status.root,
      ),
    );
    this.update(view);
  }

  /** @param {QuittingView} view */
  update({ generation, open, typed }) {
    this.#generation = generation;
    this.#lost.replaceChildren(lost(open, typed));
  }

  entered() {
    this.#keep.root.focus({ preventScroll: true });
  }

  left() {}

  send() {}

  escape() {
    this.#press({ press: "dismiss" }, "key", null);
  }

  /**
   * @param {Press} press
   * @param {By} by
   * @param {Button | null} button
   */
  #press(press, by, button) {
    this.#presses.press({ id: "", generation: this.#generation }, press, by, button);
  }
}

/**
 * @param {number} open
 * @param {boolean} typed
 * @returns {string}
 */
function lost(open, typed) {
  const text = typed ? " What you typed is kept for a week, in case the question comes back." : "";
  if (open === 0) return `Nothing waits any more.${text}`;
  if (open === 1) return `1 question waits. Its agent is told that you cancelled.${text}`;
  return `${open} questions wait. Their agents are told that you cancelled.${text}`;
}
