// Ctrl+Enter, Esc, F6, the keys of buttons, and detection of keys that are held down.

import { keyName } from "./shortcuts.js";

/**
 * @typedef {object} KeyActions
 * @property {() => void} send
 * @property {() => void} escape
 * @property {(backwards: boolean) => void} moveRegion
 * @property {(key: string, target: EventTarget | null) => boolean} pressKey returns false if the key
 *   has no meaning here
 * @property {(held: boolean) => void} setKeyHeld true while a key may be down since before the focus
 */

/** The longest pause between two repeats of a held key, including the first. */
const MAX_REPEAT_INTERVAL_MS = 800;

/** @param {KeyActions} actions */
export function listenToKeys(actions) {
  const heldKeys = new HeldKeys((isHeld) => actions.setKeyHeld(isHeld));
  document.addEventListener("keydown", (event) => onKeydown(event, actions, heldKeys), {
    capture: true,
  });
}

/**
 * Distinguishes held keys from false repeats. If a press hides the window, WebKit misses the key's
 * release and reports its next press as a repeat.
 */
class HeldKeys {
  #lastKeydown = new Map();
  /** Keys whose release was not seen. */
  #downKeys = new Set();
  #focusedAt = -MAX_REPEAT_INTERVAL_MS;
  #timer = 0;

  /** @param {(isHeld: boolean) => void} onChange */
  constructor(onChange) {
    addEventListener("focus", () => {
      this.#focusedAt = performance.now();
      if (this.#downKeys.size === 0) return;
      onChange(true);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#downKeys.clear();
        onChange(false);
      }, MAX_REPEAT_INTERVAL_MS);
    });
    document.addEventListener("keyup", ({ code }) => this.#downKeys.delete(code), {
      capture: true,
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  isRepeat(event) {
    const now = performance.now();
    const previous = Math.max(
      this.#lastKeydown.get(event.code) ?? -MAX_REPEAT_INTERVAL_MS,
      this.#focusedAt,
    );
    this.#lastKeydown.set(event.code, now);
    this.#downKeys.add(event.code);
    return event.repeat && now - previous < MAX_REPEAT_INTERVAL_MS;
  }
}

/**
 * True if the key belongs to an input method. WebKit reports the Enter that ends a composition with
 * key code 229.
 *
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function isComposing(event) {
  return event.isComposing || event.keyCode === 229;
}

/**
 * @param {KeyboardEvent} event
 * @param {KeyActions} actions
 * @param {HeldKeys} heldKeys
 */
function onKeydown(event, actions, heldKeys) {
  const isRepeat = heldKeys.isRepeat(event);
  if (isComposing(event)) return;
  const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  const isEscape = event.key === "Escape";
  if (isSend || isEscape) {
    event.preventDefault();
    event.stopPropagation();
    if (isRepeat) return;
    if (isSend) actions.send();
    else actions.escape();
  } else if (isRepeat) {
    if (pressesButton(event)) event.preventDefault();
  } else if (event.key === "F6") {
    event.preventDefault();
    actions.moveRegion(event.shiftKey);
  } else {
    const key = keyName(event);
    if (key === null || !actions.pressKey(key, event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function pressesButton(event) {
  return (
    (event.key === "Enter" || event.key === " ") &&
    event.target instanceof Element &&
    event.target.closest("button, summary") !== null
  );
}
