// One of several options in a native menu.

import { el } from "../dom.js";
import { icon } from "../icon.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */
/** @import { OptionView } from "../generated/OptionView" */

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {OptionView[]} options
 * @returns {Control}
 */
export function selectControl(context, input, options) {
  const menu = el(
    "select",
    { id: context.id, class: "box", "aria-required": String(context.required) },
    el("option", { value: "" }, context.required ? "Choose…" : "No answer"),
    ...options.map(({ title, value }, index) =>
      el("option", { value: index }, value === null ? title : `${title} (${value})`),
    ),
  );
  menu.value = input.kind === "choice" ? String(input.index) : "";
  const description = el("p", { class: "option-description" });
  const describe = () => {
    const chosen = menu.value === "" ? null : options[Number(menu.value)];
    description.replaceChildren(chosen?.description ?? "");
  };
  describe();
  menu.addEventListener("change", () => {
    describe();
    context.changed(
      menu.value === "" ? { kind: "empty" } : { kind: "choice", index: Number(menu.value) },
      "chosen",
    );
  });
  return {
    root: el("div", {}, el("div", { class: "select" }, menu, icon("chevron")), description),
    ariaTarget: menu,
    focusTarget: () => menu,
    isGroup: false,
  };
}
