// Makes fields read-only: they can still be read, selected and copied.

import { disable } from "./button.js";

/** @param {HTMLElement} root */
export function makeReadOnly(root) {
  root.classList.add("read-only");
  for (const field of root.querySelectorAll("input, textarea")) {
    /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).readOnly = true;
  }
  for (const button of root.querySelectorAll("button")) {
    if (!onlyReveals(button)) disable(button, "read-only", true);
  }
  for (const choice of root.querySelectorAll("input[type=checkbox], input[type=radio], select")) {
    choice.setAttribute("aria-disabled", "true");
  }
  // Check boxes, radio buttons and menus have no read-only state.
  for (const type of ["click", "mousedown", "keydown"]) {
    root.addEventListener(type, blockChange, { capture: true });
  }
}

/**
 * True for buttons that only show more content.
 *
 * @param {Element} button
 * @returns {boolean}
 */
function onlyReveals(button) {
  return button.matches(".link, .mask-toggle, .plan-views > *");
}

/** @param {Event} event */
function blockChange(event) {
  const { target } = event;
  if (event instanceof KeyboardEvent && movesFocus(event)) return;
  const isChoice =
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "radio"));
  const isSearch = target instanceof HTMLInputElement && target.role === "combobox";
  const button = target instanceof Element ? target.closest("button") : null;
  const isChange = button !== null && !onlyReveals(button);
  if (isChoice || isChange) event.preventDefault();
  if (isChoice || isSearch || isChange) event.stopPropagation();
}

/**
 * Arrows change a radio button, but only move between check boxes.
 *
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function movesFocus({ key, target }) {
  const isCheckBox = target instanceof HTMLInputElement && target.type === "checkbox";
  return key === "Tab" || (isCheckBox && /^(Arrow|Home|End)/.test(key));
}
