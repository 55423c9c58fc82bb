// Shown between the questions of two agent sessions: what was done and who is next. Nothing here
// can answer the next question.

import { Button } from "./button.js";
import { el, said } from "./dom.js";
import { icon } from "./icon.js";
import { Presses } from "./presses.js";
import { Status } from "./status.js";
import { testBanner } from "./testBuild.js";

/** @import { AnnouncementView } from "./generated/AnnouncementView" */
/** @import { By } from "./generated/By" */

export class Announcement {
  #status = new Status(null);
  #presses = new Presses(this.#status);
  #view;
  #card;

  /** @param {AnnouncementView} view */
  constructor(view) {
    this.#view = view;
    const later = new Button("Later", "plain", (by, button) => this.#later(by, button));
    const show = new Button("Show", "primary", (by, button) => this.#show(by, button));
    this.#card = el(
      "div",
      { class: "announcement-card", role: "region", "aria-label": "Next question", tabindex: -1 },
      el("p", { class: "announcement-done" }, icon("check"), el("span", {}, said(view.done))),
      el("h1", {}, "Next: ", said(view.next)),
      el("p", { class: "announcement-waiting" }, waiting(view.waiting)),
      el("div", { class: "buttons" }, later.root, show.root),
      this.#status.root,
    );
    this.root = el(
      "div",
      { class: "window" },
      view.testBuild && testBanner(),
      el("main", { class: "announcement" }, this.#card),
    );
  }

  entered() {
    this.#card.focus({ preventScroll: true });
  }

  left() {}

  /** Ctrl+Enter held over from the last question must not reach the next one. */
  send() {}

  escape() {
    this.#later("key", null);
  }

  /**
   * @param {By} by
   * @param {Button | null} button
   */
  #later(by, button) {
    this.#presses.press(this.#view, { press: "later" }, by, button);
  }

  /**
   * @param {By} by
   * @param {Button} button
   */
  #show(by, button) {
    this.#presses.press(this.#view, { press: "show" }, by, button);
  }
}

/**
 * @param {number} count
 * @returns {string}
 */
function waiting(count) {
  return count === 1 ? "1 question waits" : `${count} questions wait`;
}
