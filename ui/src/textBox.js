// A box for several lines, outside of forms.

import { el } from "./dom.js";
import { toTextInput } from "./fields/textLine.js";

/** @import { Input } from "./generated/Input" */
/** @import { Layers } from "./layers.js" */

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
