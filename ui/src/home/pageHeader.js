// The header of a Home page: title, description and buttons; and the empty state of a list.

import { el } from "../dom.js";

/** @import { Child } from "../dom.js" */

/**
 * @param {string} name
 * @returns {HTMLElement}
 */
export function pageHeading(name) {
  return el("h1", { class: "page-title", tabindex: -1 }, name);
}

/**
 * @param {HTMLElement} name
 * @param {Child} description
 * @param {...Child} buttons
 * @returns {HTMLElement}
 */
export function pageHeader(name, description, ...buttons) {
  return el(
    "header",
    { class: "page-header" },
    el("div", { class: "page-intro" }, name, description),
    buttons.length > 0 && el("div", { class: "page-buttons" }, ...buttons),
  );
}

/**
 * @param {string} title
 * @param {...Child} content
 * @returns {HTMLElement}
 */
export function emptyState(title, ...content) {
  return el(
    "section",
    { class: "empty" },
    el("h2", {}, title),
    ...content.map((part) => (typeof part === "string" ? el("p", {}, part) : part)),
  );
}
