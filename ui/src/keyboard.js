// Ctrl+Enter, Esc, and the keys that are held down.

/**
 * What the keys act on.
 *
 * @typedef {object} KeyActions
 * @property {() => void} send
 * @property {() => void} escape
 * @property {(held: boolean) => void} setKeyHeld is told while a key may be down from before the focus
 */

/**
 * The longest pause between two repeats of a key that is held down, the first one included.
 */
const MAX_REPEAT_INTERVAL_MS = 800;

/** @param {KeyActions} actions */
export function listenToKeys(actions) {
  const heldKeys = new HeldKeys((isHeld) => actions.setKeyHeld(isHeld));
  document.addEventListener("keydown", (event) => onKeydown(event, actions, heldKeys), {
    capture: true,
  });
}

/**
 * Tells keys that are held down from keys that WebKit only believes to be: when a press hides the
 * window, the key's release goes elsewhere, and the next press of that key counts as a repeat.
 */
class HeldKeys {
  /** When each key last said that it is down. */
  #lastKeydown = new Map();
  /** The keys that were pressed here and not let go here. */
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
 * Whether the key belongs to an input method: while it composes, and, in WebKit, with code 229 for
 * the Enter that ends the composition.
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
  } else if (isRepeat && pressesButton(event)) {
    event.preventDefault();
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
