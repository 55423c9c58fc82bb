// A box for several lines, outside of forms.

import { el } from "./dom.js";
import { toTextInput } from "./fields/textLine.js";

/** @import { Input } from "./generated/Input" */
/** @import { Layers } from "./layers.js" */
/** @import { StatusLine } from "./statusLine.js" */

/** What Rust takes of each text. It counts characters; this counts UTF-16 units, which are never fewer. */
export const MAX_WRITTEN_LENGTH = 4000;

/**
 * @param {string} id
 * @param {string} text
 * @param {number} maxLength
 * @param {(input: Input) => void} typed
 * @returns {HTMLTextAreaElement}
 */
export function textBox(id, text, maxLength, typed) {
  const box = el("textarea", {
    id,
    class: "box",
    dir: "auto",
    rows: 2,
    maxlength: maxLength,
    autocomplete: "off",
  });
  box.value = text;
  box.addEventListener("input", () => typed(toTextInput(box.value)));
  return box;
}

/**
 * Says so when a box below `root` is full: it ignores further keys, and cuts what is pasted.
 *
 * @param {HTMLElement} root
 * @param {StatusLine} status
 */
export function tellWhenFull(root, status) {
  root.addEventListener("input", ({ target }) => {
    const { value, maxLength } = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (target);
    // Without a limit it is negative, or missing.
    if (maxLength > 0 && value.length >= maxLength) {
      status.showBriefly(`The limit of ${maxLength} characters is reached.`);
    }
  });
}

/**
 * Lets Esc leave the box, which would otherwise end the question.
 *
 * @param {HTMLElement} box
 * @param {Layers} layers
 * @param {() => void} leave
 */
export function leaveOnEscape(box, layers, leave) {
  box.addEventListener("focus", () => layers.add(leave));
  box.addEventListener("blur", () => layers.remove(leave));
}
