// What an agent wants to do: the tool, and the whole of what it is used with, as text.

import { el, said } from "./dom.js";

/** From this many lines on it is said how much there is to read. */
const LONG = 12;

export class Permission {
  #region;
  #end;
  #observer;

  /**
   * @param {string} name who asks
   * @param {string} tool
   * @param {string} text what it is used with
   * @param {() => void} read called once, when the last line was on the screen
   */
  constructor(name, tool, text, read) {
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
      el("h2", { class: "permission-tool" }, "Use ", el("strong", {}, said(tool))),
      el("pre", { class: "permission-arguments" }, said(text), this.#end),
      lines >= LONG && el("p", { class: "permission-length" }, `${lines} lines`),
    );
    this.root = this.#region;
    this.#observer = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      this.stop();
      read();
    });
    this.#observer.observe(this.#end);
  }

  enter() {
    this.#region.focus({ preventScroll: true });
  }

  stop() {
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
    el("ul", {}, ...rules.map((rule) => el("li", {}, el("code", {}, said(rule))))),
  );
}
