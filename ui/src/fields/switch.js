// A switch, whose value is always sent.

import { el } from "../dom.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @returns {Control}
 */
export function switchControl(context, input) {
  const box = el("input", {
    id: context.id,
    type: "checkbox",
    role: "switch",
    class: "switch",
    "aria-labelledby": context.titleId,
  });
  box.checked = input.kind === "flag" && input.on;
  box.addEventListener("change", () => {
    context.changed({ kind: "flag", on: box.checked }, "chosen");
  });
  return {
    root: box,
    ariaTarget: box,
    focusTarget: () => box,
    isGroup: false,
  };
}
