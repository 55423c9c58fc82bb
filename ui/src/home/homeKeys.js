// Ctrl+1 to Ctrl+6 show a page, Ctrl+F searches history, Esc closes the innermost layer.

import { isComposing } from "../keyboard.js";
import { PAGES } from "./sidebar.js";

/** @import { HomePage } from "../generated/HomePage" */

/**
 * @typedef {object} HomeKeyActions
 * @property {(page: HomePage) => void} showPage
 * @property {() => void} search
 * @property {() => void} escape
 */

/** @param {HomeKeyActions} actions */
export function listenToHomeKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (isComposing(event) || event.repeat || event.defaultPrevented) return;
    if (handleKey(event, actions)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {HomeKeyActions} actions
 * @returns {boolean} whether the key was handled
 */
function handleKey(event, actions) {
  if (event.key === "Escape") {
    actions.escape();
    return true;
  }
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isShortcut || document.querySelector("[aria-modal=true]") !== null) return false;
  if (event.key.toLowerCase() === "f") {
    actions.search();
    return true;
  }
  const page = /^Digit[1-9]$/.test(event.code) ? PAGES[Number(event.code.slice(5)) - 1] : undefined;
  if (page === undefined) return false;
  actions.showPage(page);
  return true;
}
