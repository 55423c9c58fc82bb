// Multi-line text or JSON in a box that grows with its content.

import { el } from "../dom.js";
import { textFrom, toTextInput } from "./textLine.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {"prose" | "json"} kind
 * @returns {Control}
 */
export function paragraph(context, input, kind) {
  const box = el("textarea", {
    id: context.id,
    class: `box ${kind}`,
    dir: kind === "json" ? null : "auto",
    rows: 3,
    autocomplete: "off",
    spellcheck: kind === "json" ? "false" : null,
    "aria-required": String(context.required),
  });
  box.value = textFrom(input);
  // A hidden copy of the text in the same grid cell gives the box its height.
  const copy = el("div", { class: `box ${kind} copy`, "aria-hidden": "true" });
  const grow = () => copy.replaceChildren(`${box.value}\n`);
  grow();
  box.addEventListener("input", () => {
    grow();
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
