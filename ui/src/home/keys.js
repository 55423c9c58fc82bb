// Ctrl+1 to Ctrl+5 turn to a page, Ctrl+F searches history, Esc closes the innermost thing.

import { isComposing } from "../keyboard.js";
import { PAGES } from "./rail.js";

/** @import { HomePage } from "../generated/HomePage" */

/**
 * What the keys act on.
 *
 * @typedef {object} Keyed
 * @property {(page: HomePage) => void} go
 * @property {() => void} search
 * @property {() => void} escape
 */

/** @param {Keyed} keyed */
export function listenToHomeKeys(keyed) {
  document.addEventListener("keydown", (event) => {
    if (isComposing(event) || event.repeat || event.defaultPrevented) return;
    if (act(event, keyed)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Keyed} keyed
 * @returns {boolean} whether the key means something to Home
 */
function act(event, keyed) {
  if (event.key === "Escape") {
    keyed.escape();
    return true;
  }
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isCommand || document.querySelector("[aria-modal=true]") !== null) return false;
  if (event.key.toLowerCase() === "f") {
    keyed.search();
    return true;
  }
  const page = /^Digit[1-9]$/.test(event.code) ? PAGES[Number(event.code.slice(5)) - 1] : undefined;
  if (page === undefined) return false;
  keyed.go(page);
  return true;
}
