// Presses the button, or chooses the option, whose key the person pressed. A button declares its keys
// with `Button.withKey`; a group of options numbers its first nine.

import { isTabStop } from "./focusWrap.js";

/** Where letters, digits and Enter have a meaning of their own. */
const TYPING =
  "input:not([type=radio], [type=checkbox]), textarea, select, [role=menu], [role=dialog]";
/** Where Enter presses what has the focus. */
const ENTER_PRESSES = "button, summary, [role=menu], [role=dialog]";
const OPTION_GROUPS = ".options, .check-boxes";

/**
 * The name of a key in `aria-keyshortcuts`: "Y", "Alt+A", "1" or "Enter".
 *
 * @param {KeyboardEvent} event
 * @returns {string | null} null for keys that no button has
 */
export function keyName({ key, code, altKey, ctrlKey, metaKey }) {
  // Many keyboard layouts report Meta together with Alt.
  if (ctrlKey || (metaKey && !altKey)) return null;
  if (key === "Enter") return altKey ? null : key;
  // Other scripts have no Latin letters: there the key's place counts.
  const character = key.length === 1 && key > "\x7f" ? code.replace(/^Key|^Digit/, "") : key;
  if (!/^[a-z0-9]$/i.test(character)) return null;
  return `${altKey ? "Alt+" : ""}${character.toUpperCase()}`;
}

/**
 * @param {string} key
 * @param {EventTarget | null} target what has the focus
 * @returns {boolean} false if the key has no meaning here
 */
export function pressKey(key, target) {
  const focused = target instanceof Element ? target : null;
  if (key === "Enter") {
    const isTyping = focused?.matches("select") === false && focused.closest(TYPING) !== null;
    if (isTyping || focused?.closest(ENTER_PRESSES)) return false;
  } else if (!key.startsWith("Alt+") && focused?.closest(TYPING)) {
    return false;
  }
  return pressButton(key) || (/^[1-9]$/.test(key) && chooseOption(Number(key), focused));
}

/**
 * @param {string} key
 * @returns {boolean}
 */
function pressButton(key) {
  const buttons = document.querySelectorAll(`button[aria-keyshortcuts~="${key}"]`);
  const button = [...buttons].find(isTabStop);
  // Rust attributes Enter to the person as it does for a focused button.
  const detail = key === "Enter" ? "key" : "shortcut";
  button?.dispatchEvent(new CustomEvent("shortcut", { detail }));
  return button !== undefined;
}

/**
 * @param {number} number
 * @param {Element | null} focused
 * @returns {boolean}
 */
function chooseOption(number, focused) {
  const group = focused?.closest(OPTION_GROUPS) ?? document.querySelector(".one-choice .options");
  const options = group?.querySelectorAll("input[type=radio], input[type=checkbox]");
  const option = options?.[number - 1];
  if (!(option instanceof HTMLElement) || option.closest("[inert]") !== null) return false;
  option.focus();
  option.click();
  return true;
}

/**
 * Moves the focus to the next part of the question: message, fields, buttons.
 *
 * @param {boolean} backwards
 */
export function moveToRegion(backwards) {
  const regions = [...document.querySelectorAll("[data-region]")].flatMap((region) => {
    const stops = [region, ...region.querySelectorAll("*")].filter(isTabStop);
    return stops[0] === undefined ? [] : [{ region, first: stops[0] }];
  });
  if (backwards) regions.reverse();
  const current = regions.findIndex(({ region }) => region.contains(document.activeElement));
  regions[(current + 1) % regions.length]?.first.focus();
}
