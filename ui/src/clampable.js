// Shortens long titles and descriptions visually, with a button to show all. Screen readers always
// get the whole text.

import { el } from "./dom.js";

/**
 * @param {HTMLElement} element
 * @param {string} text the element's text
 * @param {number} maxLength longer texts are clamped
 * @returns {HTMLElement[]} the element, and a button if it is clamped
 */
export function clampable(element, text, maxLength) {
  if (text.length <= maxLength) return [element];
  element.classList.add("clamped");
  const button = el("button", { type: "button", class: "link" }, "Show all");
  button.addEventListener("click", () => {
    const isClamped = element.classList.toggle("clamped");
    button.replaceChildren(isClamped ? "Show all" : "Show less");
  });
  return [element, button];
}
