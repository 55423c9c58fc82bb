// "Quit Doorbell?", shown while questions are open.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { PressSender } from "./pressSender.js";
import { StatusLine } from "./statusLine.js";

/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */

/**
 * @typedef {object} QuitView
 * @property {number} generation
 * @property {number} open
 * @property {boolean} typed
 */

export class QuitConfirmation {
  #status = new StatusLine(null);
  #presses = new PressSender(this.#status);
  #consequences = el("p", { class: "announcement-waiting", id: "quitting-lost" });
  #keepRunning = new Button("Keep running", "primary", (by, button) =>
    this.#press({ press: "keepWaiting" }, by, button),
  ).alwaysReady();
  #generation = 0;

  /** @param {QuitView} view */
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
        this.#consequences,
        el("div", { class: "buttons" }, quit.root, this.#keepRunning.root),
        this.#status.root,
      ),
    );
    this.update(view);
  }

  /** @param {QuitView} view */
  update({ generation, open, typed }) {
    this.#generation = generation;
    this.#consequences.replaceChildren(consequences(open, typed));
  }

  mounted() {
    this.#keepRunning.root.focus({ preventScroll: true });
  }

  unmounted() {}

  send() {}

  escape() {
    this.#press({ press: "dismiss" }, "key", null);
  }

  /**
   * @param {Press} press
   * @param {InputDevice} by
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
function consequences(open, typed) {
  const text = typed ? " What you typed is kept for a week, in case the question comes back." : "";
  if (open === 0) return `No questions are open.${text}`;
  if (open === 1)
    return `1 question is still open. Its agent will be told that you cancelled.${text}`;
  return `${open} questions are still open. Their agents will be told that you cancelled.${text}`;
}
