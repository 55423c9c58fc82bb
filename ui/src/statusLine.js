// The status line above the buttons, a hidden one for screen readers, and a banner under the header.

import { el } from "./dom.js";

/** @typedef {"plain" | "problem" | "alert"} Tone "alert" interrupts a screen reader */

const BRIEF_MS = 4000;

export class StatusLine {
  #line = el("p", { class: "status-line", role: "status" });
  #timer = 0;
  /** Restored when other text is cleared. @type {{ text: string, tone: Tone } | null} */
  #persistent = null;
  #announcement = el("p", { class: "visually-hidden", role: "status" });
  /** For what the person must see first. */
  banner = el("div", { class: "notice", role: "status" });

  /** @param {string | null} hint shown while the line is empty */
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
   * @param {HTMLElement} [action] follows the text
   */
  show(text, tone = "plain", action) {
    clearTimeout(this.#timer);
    this.#line.className = `status-line ${tone}`;
    this.#line.setAttribute("role", tone === "alert" ? "alert" : "status");
    this.#line.replaceChildren(text, ...(action ? [" ", action] : []));
  }

  /**
   * Shows text until it is replaced.
   *
   * @param {string} text empty to remove it
   * @param {Tone} tone
   */
  setPersistent(text, tone) {
    if (text === (this.#persistent?.text ?? "") && tone === (this.#persistent?.tone ?? tone))
      return;
    this.#persistent = text === "" ? null : { text, tone };
    this.clear();
  }

  /**
   * Shows text for a moment. If persistent text is shown, only announces it.
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
   * Announces text to screen readers without showing it.
   *
   * @param {string} text
   */
  announce(text) {
    this.#announcement.replaceChildren(text);
  }
}
