// The line above the buttons, and the unseen one for screen readers.

import { el } from "./dom.js";

/** @typedef {"plain" | "problem"} Tone */

const MENTION_SHOWN_MS = 4000;

export class Status {
  #line = el("p", { class: "status-line", role: "status" });
  #timer = 0;
  #spoken = el("p", { class: "unseen", role: "status" });

  /** @param {string | null} hint what stands there while nothing is said */
  constructor(hint) {
    this.root = el(
      "div",
      { class: "status" },
      this.#line,
      hint !== null && el("p", { class: "status-hint" }, hint),
      this.#spoken,
    );
  }

  /**
   * @param {string} text
   * @param {Tone} [tone]
   */
  say(text, tone = "plain") {
    clearTimeout(this.#timer);
    this.#line.className = `status-line ${tone}`;
    this.#line.replaceChildren(text);
  }

  /**
   * Says something that is soon over.
   *
   * @param {string} text
   */
  mention(text) {
    this.say(text);
    this.#timer = setTimeout(() => this.clear(), MENTION_SHOWN_MS);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#line.replaceChildren();
  }

  /**
   * Says something to screen readers alone, at their next pause.
   *
   * @param {string} text
   */
  announce(text) {
    this.#spoken.replaceChildren(text);
  }
}
