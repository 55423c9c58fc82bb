// The line above the buttons, and the unseen one for screen readers.

import { el } from "./dom.js";

/** @typedef {"plain" | "problem" | "alert"} Tone an alert interrupts a screen reader */

const BRIEF_MS = 4000;

export class StatusLine {
  #line = el("p", { class: "status-line", role: "status" });
  #timer = 0;
  /** What stands there while nothing else is said. @type {{ text: string, tone: Tone } | null} */
  #persistent = null;
  #announcement = el("p", { class: "visually-hidden", role: "status" });

  /** @param {string | null} hint what stands there while nothing is said */
  constructor(hint) {
    this.root = el(
      "div",
      { class: "status" },
      this.#line,
      hint !== null && el("p", { class: "status-hint" }, hint),
      this.#announcement,
    );
  }

  /**
   * @param {string} text
   * @param {Tone} [tone]
   */
  show(text, tone = "plain") {
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
  setPersistent(text, tone) {
    if (text === (this.#persistent?.text ?? "") && tone === (this.#persistent?.tone ?? tone))
      return;
    this.#persistent = text === "" ? null : { text, tone };
    this.clear();
  }

  /**
   * Says something that is soon over, and does not cover what stands there.
   *
   * @param {string} text
   */
  showBriefly(text) {
    if (this.#persistent !== null) {
      this.announce(text);
      return;
    }
    this.show(text);
    this.#timer = setTimeout(() => this.clear(), BRIEF_MS);
  }

  clear() {
    clearTimeout(this.#timer);
    if (this.#persistent === null) this.#line.replaceChildren();
    else this.show(this.#persistent.text, this.#persistent.tone);
  }

  /**
   * Says something to screen readers alone, at their next pause.
   *
   * @param {string} text
   */
  announce(text) {
    this.#announcement.replaceChildren(text);
  }
}
