// Keys that the person pressed before a click. WebKit sends the page one key at a time, and the next
// when the page has handled it, but a click at once: on a busy machine the click overtakes them.

import { roundTrip } from "./backend.js";

/** More cannot be typed within the guard. */
const MAX_KEY_EVENTS = 128;

let keyEvents = 0;

/** Counts keys from now on, and leaves the focus in a text field while a button is clicked. */
export function watchEarlierKeys() {
  for (const type of ["keydown", "keyup"]) {
    const count = () => {
      keyEvents += 1;
    };
    addEventListener(type, count, { capture: true });
  }
  document.addEventListener("mousedown", (event) => {
    const isTyping = document.activeElement?.matches("input, textarea");
    if (isTyping && /** @type {Element} */ (event.target).closest("button")) event.preventDefault();
  });
}

/**
 * Resolves when the page has received the keys that were pressed before a click. Each round trip lets
 * at least one more arrive.
 *
 * @returns {Promise<void>}
 */
export async function earlierKeysArrived() {
  for (let left = MAX_KEY_EVENTS; left > 0; left -= 1) {
    const before = keyEvents;
    await roundTrip();
    if (keyEvents === before) return;
  }
}
