// The line above the buttons, and the unseen one for screen readers.

import { el } from "./dom.js";

/** @typedef {"plain" | "problem" | "alert"} Tone an alert interrupts a screen reader */

const MENTION_SHOWN_MS = 4000;

export class Status {
  #line = el("p", { class: "status-line", role: "status" });
  #timer = 0;
  /** What stands there while nothing else is said. @type {{ text: string, tone: Tone } | null} */
  #standing = null;
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
    this.#line.setAttribute("role", tone === "alert" ? "alert" : "status");
    this.#line.replaceChildren(text);
  }

  /**
   * Says something that stands until it is replaced.
   *
   * @param {string} text nothing: the line is free again
   * @param {Tone} tone
   */
  stand(text, tone) {
    if (text === (this.#standing?.text ?? "") && tone === (this.#standing?.tone ?? tone)) return;
    this.#standing = text === "" ? null : { text, tone };
    this.clear();
  }

  /**
   * Says something that is soon over, and does not cover what stands there.
   *
   * @param {string} text
   */
  mention(text) {
    if (this.#standing !== null) {
      this.announce(text);
      return;
    }
    this.say(text);
    this.#timer = setTimeout(() => this.clear(), MENTION_SHOWN_MS);
  }

  clear() {
    clearTimeout(this.#timer);
    if (this.#standing === null) this.#line.replaceChildren();
    else this.say(this.#standing.text, this.#standing.tone);
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
