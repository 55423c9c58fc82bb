// Long titles and descriptions, shortened on the screen until the person asks for all of them. The
// whole text is in the page all the time: a screen reader reads it all.

import { el } from "./dom.js";

/**
 * @param {HTMLElement} element
 * @param {string} text what the element says
 * @param {number} maxLength the longest text that is shown whole
 * @returns {HTMLElement[]} the element and, if the text is longer, its button
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
