// Shortens long text, with a button to show all of it. The rest is not in the page until then,
// because WebKit lays out everything that is.

import { el, isolate } from "./dom.js";
import { textParts } from "./textParts.js";

/**
 * Shows the text in the element.
 *
 * @param {HTMLElement} element
 * @param {string} text
 * @param {number} maxLength longer texts are cut
 * @returns {HTMLElement[]} the element, and a button if the text is cut
 */
export function clampable(element, text, maxLength) {
  const short = cut(text, maxLength);
  element.replaceChildren(isolate(short));
  if (short === text) return [element];
  element.classList.add("clamped");
  const show = (/** @type {boolean} */ isClamped) => {
    element.classList.toggle("clamped", isClamped);
    element.replaceChildren(...(isClamped ? [isolate(short)] : textParts(text)));
  };
  return [element, showAllButton(show)];
}

/**
 * A button that reads "Show all" and "Show less" in turn.
 *
 * @param {(isClamped: boolean) => void} show
 * @returns {HTMLElement}
 */
export function showAllButton(show) {
  let isClamped = true;
  const button = el("button", { type: "button", class: "link" }, "Show all");
  button.addEventListener("click", () => {
    isClamped = !isClamped;
    show(isClamped);
    button.replaceChildren(isClamped ? "Show all" : "Show less");
  });
  return button;
}

/**
 * @param {string} text
 * @param {number} maxLength
 * @returns {string} at most so long, including an ellipsis
 */
export function cut(text, maxLength) {
  if (text.length <= maxLength) return text;
  // A surrogate pair is not split.
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
