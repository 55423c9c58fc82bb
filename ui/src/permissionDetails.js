// The tool that an agent wants to use, with all its arguments as text.

import { el, isolate } from "./dom.js";
import { textParts } from "./textParts.js";

/** Longer arguments show their number of lines. */
const LONG_TEXT_LINES = 12;

export class PermissionDetails {
  #region;
  #end;
  #observer;

  /**
   * @param {string} name the asker
   * @param {string} tool
   * @param {string} text the arguments
   * @param {() => void} onReadToEnd called once, when the last line was visible
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
      el("pre", { class: "permission-arguments" }, ...textParts(text), this.#end),
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
 * The rules that Always allow adds, as the agent writes them.
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
