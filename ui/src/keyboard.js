// Ctrl+Enter, Esc, and the keys that are held down.

/**
 * What the keys act on.
 *
 * @typedef {object} Keyed
 * @property {() => void} send
 * @property {() => void} escape
 */

/** @param {Keyed} keyed */
export function listenToKeys(keyed) {
  document.addEventListener("keydown", (event) => onKey(event, keyed), { capture: true });
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
 */
function onKey(event, keyed) {
  if (composes(event)) return;
  const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  const escapes = event.key === "Escape";
  if (sends || escapes) {
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (sends) keyed.send();
    else keyed.escape();
  } else if (event.repeat && pressesButton(event)) {
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
