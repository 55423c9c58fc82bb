// Shown between the questions of two agent sessions: what happened and who asks next. No button or
// key here answers the next question.

import { Button } from "./button.js";
import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { PressSender } from "./pressSender.js";
import { StatusLine } from "./statusLine.js";

/** @import { AnnouncementView } from "./generated/AnnouncementView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */

/** @type {Press} */
const LATER = { press: "later", length: "minutes" };
/** @type {Press} */
const SHOW = { press: "show" };
/** @type {Press} */
const CLOSE = { press: "close" };

export class Announcement {
  #status = new StatusLine(null);
  #presses = new PressSender(this.#status);
  #waiting = el("p", { class: "announcement-waiting" });
  #view;
  #card;
  #primary;

  /** @param {AnnouncementView} view */
  constructor(view) {
    this.#view = view;
    this.#primary = (
      view.next === null
        ? new Button("Close", "primary", (by, button) => this.#press(CLOSE, by, button))
        : new Button("Answer", "primary", (by, button) => this.#press(SHOW, by, button))
    ).withKey("Enter");
    this.#card = el(
      "div",
      {
        class: "announcement-card",
        role: "region",
        "aria-label": view.next === null ? "What happened" : "Next question",
        tabindex: -1,
      },
      ...headline(view),
      this.#waiting,
      el("div", { class: "buttons" }, ...this.#buttons()),
      this.#status.root,
    );
    this.root = el("main", { class: "announcement" }, this.#card);
    this.update(view);
  }

  /**
   * @param {AnnouncementView} view
   * @returns {boolean} whether this announcement already shows the view
   */
  shows({ id, done, next }) {
    return id === this.#view.id && done === this.#view.done && next === this.#view.next;
  }

  /** @param {AnnouncementView} view */
  update(view) {
    this.#view = view;
    this.#waiting.replaceChildren(waitingText(view.waiting));
  }

  mounted() {
    this.#card.focus({ preventScroll: true });
  }

  unmounted() {}

  /** Ignores Ctrl+Enter, which may still be held down from the last question. */
  send() {}

  escape() {
    this.#press(this.#view.next === null ? CLOSE : LATER, "key", null);
  }

  /** @returns {HTMLElement[]} */
  #buttons() {
    if (this.#view.next === null) return [this.#primary.root];
    const later = new Button("Remind me later", "plain", (by, button) =>
      this.#press(LATER, by, button),
    );
    return [later.root, this.#primary.root];
  }

  /**
   * @param {Press} press
   * @param {InputDevice} by
   * @param {Button | null} button
   */
  #press(press, by, button) {
    this.#presses.press(this.#view, press, by, button);
  }
}

/**
 * @param {AnnouncementView} view
 * @returns {HTMLElement[]}
 */
function headline({ done, next }) {
  if (next === null) return [el("h1", { class: "announcement-only" }, isolate(done))];
  return [
    el("p", { class: "announcement-done" }, icon("check"), el("span", {}, isolate(done))),
    el("h1", {}, "Next: ", isolate(next)),
  ];
}

/**
 * @param {number} count
 * @returns {string}
 */
function waitingText(count) {
  if (count === 0) return "";
  return count === 1 ? "1 question waiting" : `${count} questions waiting`;
}
