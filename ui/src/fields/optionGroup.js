// What groups of radio buttons and check boxes share: one Tab stop, and the keys 1 to 9.

import { el } from "../dom.js";

const NUMBERED = 9;
/** How far each key moves; the ends are far away in both directions. */
const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowRight", 1],
  ["ArrowUp", -1],
  ["ArrowLeft", -1],
  ["Home", -Infinity],
  ["End", Infinity],
]);

/**
 * One option: its button, its text and its number.
 *
 * @param {HTMLInputElement} input
 * @param {HTMLElement[]} text
 * @param {number} position in the group, from 0
 * @returns {HTMLElement}
 */
export function optionRow(input, text, position) {
  input.tabIndex = position === 0 ? 0 : -1;
  const number = position < NUMBERED ? String(position + 1) : null;
  if (number !== null) input.setAttribute("aria-keyshortcuts", number);
  return el(
    "label",
    { class: "option" },
    input,
    el("span", { class: "option-text" }, ...text),
    number !== null && el("kbd", { class: "key", "aria-hidden": "true" }, number),
  );
}

/**
 * Tab stops at the option that had the focus last.
 *
 * @param {HTMLElement} group
 */
export function keepOneTabStop(group) {
  group.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest(".option")) setTabStop(group, target);
  });
}

/**
 * @param {HTMLElement} group
 * @param {HTMLInputElement} stop
 */
export function setTabStop(group, stop) {
  for (const input of group.querySelectorAll(".option input")) {
    if (input instanceof HTMLInputElement) input.tabIndex = input === stop ? 0 : -1;
  }
}

/**
 * Moves the focus between check boxes. Radio buttons do that themselves.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} group
 */
export function moveBetweenOptions(event, group) {
  const step = STEPS.get(event.key);
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (step === undefined || hasModifier || !(event.target instanceof HTMLInputElement)) return;
  const inputs = [...group.querySelectorAll(".option input")];
  const current = inputs.indexOf(event.target);
  const next = inputs[Math.min(inputs.length - 1, Math.max(0, current + step))];
  if (current < 0 || !(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
