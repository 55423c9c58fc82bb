// The text of one option: title, sent value if it differs, and description.

import { el, isolate } from "../dom.js";

/** @import { OptionView } from "../generated/OptionView" */

/**
 * @param {OptionView} option
 * @returns {HTMLElement[]}
 */
export function optionText({ title, value, description }) {
  const parts = [el("bdi", { class: "option-title" }, title)];
  if (value !== null) parts.push(el("span", { class: "option-value" }, isolate(value)));
  if (description !== null)
    parts.push(el("span", { class: "option-description" }, isolate(description)));
  return parts;
}

/**
 * The accessible description; the title is the accessible name.
 *
 * @param {OptionView} option
 * @returns {string | null}
 */
export function optionNote({ value, description }) {
  return [value, description].filter((part) => part !== null).join(". ") || null;
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
