// Ctrl+Enter, Esc, and the keys that are held down.

/**
 * What the keys act on.
 *
 * @typedef {object} Keyed
 * @property {() => void} send
 * @property {() => void} escape
 * @property {(held: boolean) => void} keyHeld is told while a key may be down from before the focus
 */

/**
 * The longest pause between two repeats of a key that is held down, the first one included.
 */
const HELD_MS = 800;

/** @param {Keyed} keyed */
export function listenToKeys(keyed) {
  const held = new HeldKeys((isHeld) => keyed.keyHeld(isHeld));
  document.addEventListener("keydown", (event) => onKey(event, keyed, held), { capture: true });
}

/**
 * Tells keys that are held down from keys that WebKit only believes to be: when a press hides the
 * window, the key's release goes elsewhere, and the next press of that key counts as a repeat.
 */
class HeldKeys {
  /** When each key last said that it is down. */
  #seen = new Map();
  /** The keys that were pressed here and not let go here. */
  #down = new Set();
  #focused = -HELD_MS;
  #timer = 0;

  /** @param {(isHeld: boolean) => void} told */
  constructor(told) {
    addEventListener("focus", () => {
      this.#focused = performance.now();
      if (this.#down.size === 0) return;
      told(true);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#down.clear();
        told(false);
      }, HELD_MS);
    });
    document.addEventListener("keyup", ({ code }) => this.#down.delete(code), { capture: true });
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  repeats(event) {
    const now = performance.now();
    const before = Math.max(this.#seen.get(event.code) ?? -HELD_MS, this.#focused);
    this.#seen.set(event.code, now);
    this.#down.add(event.code);
    return event.repeat && now - before < HELD_MS;
  }
}

/**
 * Whether the key belongs to an input method: while it composes, and, in WebKit, with code 229 for
 * the Enter that ends the composition.
 *
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function composes(event) {
  return event.isComposing || event.keyCode === 229;
}

/**
 * @param {KeyboardEvent} event
 * @param {Keyed} keyed
 * @param {HeldKeys} held
 */
function onKey(event, keyed, held) {
  const repeats = held.repeats(event);
  if (composes(event)) return;
  const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  const escapes = event.key === "Escape";
  if (sends || escapes) {
    event.preventDefault();
    event.stopPropagation();
    if (repeats) return;
    if (sends) keyed.send();
    else keyed.escape();
  } else if (repeats && pressesButton(event)) {
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
