// The text of one option: title, sent value if it differs, and description.

import { cut, showAllButton } from "../clampable.js";
import { el, isolate } from "../dom.js";
import { textParts } from "../textParts.js";

/** @import { OptionView } from "../generated/OptionView" */

const MAX_LENGTH = 400;

/**
 * Long texts are cut.
 *
 * @param {OptionView} option
 * @returns {HTMLElement[]}
 */
export function optionText(option) {
  return parts(option, (text) => [isolate(cut(text, MAX_LENGTH))]);
}

/**
 * Long texts are cut, with a button to show all.
 *
 * @param {OptionView} option
 * @returns {HTMLElement[]}
 */
export function expandableOptionText(option) {
  if (!isCut(option)) return optionText(option);
  const text = el("div", { class: "option-text" }, ...optionText(option));
  const button = showAllButton((isClamped) =>
    text.replaceChildren(...(isClamped ? optionText(option) : parts(option, textParts))),
  );
  return [text, button];
}

/**
 * @param {OptionView} option
 * @returns {boolean} whether a part is too long to show at once
 */
export function isCut({ title, value, description }) {
  return [title, value, description].some((text) => (text?.length ?? 0) > MAX_LENGTH);
}

/**
 * The accessible name.
 *
 * @param {OptionView} option
 * @returns {string}
 */
export function optionName({ title }) {
  return cut(title, MAX_LENGTH);
}

/**
 * The accessible description.
 *
 * @param {OptionView} option
 * @returns {string | null}
 */
export function optionNote({ value, description }) {
  const texts = [value, description].filter((part) => part !== null);
  return texts.map((text) => cut(text, MAX_LENGTH)).join(". ") || null;
}

/**
 * Returns a function that tells whether a search text occurs in the option.
 *
 * @param {OptionView} option
 * @returns {(words: string) => boolean}
 */
export function matcher({ title, value, description }) {
  const text = [title, value, description].join("\n").toLowerCase();
  return (query) => text.includes(query.trim().toLowerCase());
}

/**
 * @param {OptionView} option
 * @param {(text: string) => HTMLElement[]} show
 * @returns {HTMLElement[]}
 */
function parts({ title, value, description }, show) {
  const shown = [el("span", { class: "option-title" }, ...show(title))];
  if (value !== null) shown.push(el("span", { class: "option-value" }, ...show(value)));
  if (description !== null)
    shown.push(el("span", { class: "option-description" }, ...show(description)));
  return shown;
}
