// What an agent wants to do: the tool, and the whole of what it is used with, as text.

import { el, isolate } from "./dom.js";

/** From this many lines on it is said how much there is to read. */
const LONG_TEXT_LINES = 12;

export class PermissionDetails {
  #region;
  #end;
  #observer;

  /**
   * @param {string} name who asks
   * @param {string} tool
   * @param {string} text what it is used with
   * @param {() => void} onReadToEnd called once, when the last line was on the screen
   */
  constructor(name, tool, text, onReadToEnd) {
    const lines = text.split("\n").length;
    this.#end = el("div", { class: "permission-end", "aria-hidden": "true" });
    this.#region = el(
      "section",
      {
        class: "permission",
        tabindex: 0,
        role: "region",
        "aria-label": `What ${name} wants to do`,
      },
      el("h2", { class: "permission-tool" }, "Use ", el("strong", {}, isolate(tool))),
      el("pre", { class: "permission-arguments" }, isolate(text), this.#end),
      lines >= LONG_TEXT_LINES && el("p", { class: "permission-length" }, `${lines} lines`),
    );
    this.root = this.#region;
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.unmounted();
      onReadToEnd();
    });
    this.#observer.observe(this.#end);
  }

  focus() {
    this.#region.focus({ preventScroll: true });
  }

  unmounted() {
    this.#observer.disconnect();
  }
}

/**
 * The rules that Always allow adds, exactly as the agent would write them.
 *
 * @param {string[]} rules
 * @returns {HTMLElement}
 */
export function ruleList(rules) {
  return el(
    "section",
    { class: "permission-rules", "aria-label": "What Always allow adds" },
    el("p", {}, "Always allow adds to the agent’s own rules:"),
    el("ul", {}, ...rules.map((rule) => el("li", {}, el("code", {}, isolate(rule))))),
  );
}
