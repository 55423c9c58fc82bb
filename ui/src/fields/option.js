// How one option reads: its title, what is sent if that differs, and the server's explanation.

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
 * What a screen reader says after the title, which alone is the option's name.
 *
 * @param {OptionView} option
 * @returns {string | null}
 */
export function optionNote({ value, description }) {
  return [value, description].filter((part) => part !== null).join(". ") || null;
}

/**
 * Whether what was typed in a search box occurs in the option.
 *
 * @param {OptionView} option
 * @returns {(words: string) => boolean}
 */
export function matcher({ title, value, description }) {
  const text = [title, value, description].join("\n").toLowerCase();
  return (query) => text.includes(query.trim().toLowerCase());
}
