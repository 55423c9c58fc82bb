// Multi-line text or JSON in a box that grows with its content.

import { el } from "../dom.js";
import { whenIdle } from "../idleWork.js";
import { textFrom, toTextInput } from "./textLine.js";

/** @import { Control, TextContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

/** The box is never higher than so much text. */
const COPY_LENGTH = 8000;
/** Longer text fills the box only after the question is on the screen. */
const LONG_TEXT = 8000;

/**
 * @param {TextContext} context
 * @param {Input} input
 * @param {"prose" | "json"} kind
 * @returns {Control}
 */
export function paragraph(context, input, kind) {
  const box = el("textarea", {
    id: context.id,
    class: `box ${kind}`,
    dir: kind === "json" ? "ltr" : "auto",
    rows: 3,
    autocomplete: "off",
    spellcheck: kind === "json" ? "false" : null,
    "aria-required": String(context.required),
  });
  const text = textFrom(input);
  if (text.length <= LONG_TEXT) box.value = text;
  else fillWhenIdle(box, text);
  // A hidden copy of the text in the same grid cell gives the box its height.
  const copy = el("div", { class: `box ${kind} copy`, "aria-hidden": "true" });
  const grow = (/** @type {string} */ text) =>
    copy.replaceChildren(`${text.slice(0, COPY_LENGTH)}\n`);
  grow(text);
  box.addEventListener("input", () => {
    grow(box.value);
    context.changed(toTextInput(box.value), "typing");
  });
  return {
    root: el("div", { class: "auto-grow" }, copy, box),
    ariaTarget: box,
    focusTarget: () => box,
    isGroup: false,
    mask: (on) => box.classList.toggle("masked", on),
  };
}

/**
 * @param {HTMLTextAreaElement} box read-only until then
 * @param {string} text
 */
function fillWhenIdle(box, text) {
  box.readOnly = true;
  whenIdle(() => {
    box.value = text;
    box.readOnly = box.closest(".read-only") !== null;
    return false;
  });
}
