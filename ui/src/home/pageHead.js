// What every page of Home begins with: its name, a sentence, and its buttons.

import { el } from "../dom.js";

/** @import { Child } from "../dom.js" */

/**
 * @param {string} name
 * @returns {HTMLElement}
 */
export function heading(name) {
  return el("h1", { class: "page-name", tabindex: -1 }, name);
}

/**
 * @param {HTMLElement} name
 * @param {Child} sentence
 * @param {...Child} buttons
 * @returns {HTMLElement}
 */
export function pageHead(name, sentence, ...buttons) {
  return el(
    "header",
    { class: "page-head" },
    el("div", { class: "page-words" }, name, sentence),
    buttons.length > 0 && el("div", { class: "page-buttons" }, ...buttons),
  );
}

/**
 * Said where a list would be.
 *
 * @param {string} title
 * @param {...Child} rest
 * @returns {HTMLElement}
 */
export function emptyState(title, ...rest) {
  return el(
    "section",
    { class: "empty" },
    el("h2", {}, title),
    ...rest.map((part) => (typeof part === "string" ? el("p", {}, part) : part)),
  );
}
