// One of several options in a native menu. Its options are created when they are needed, because each
// costs WebKit more than a text field.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { whenIdle } from "../idleWork.js";

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
  const initial = input.kind === "choice" ? input.index : null;
  const entries = () =>
    options.map(({ title, value }, index) =>
      el("option", { value: index }, value === null ? title : `${title} (${value})`),
    );
  const menu = el(
    "select",
    { id: context.id, class: "box", "aria-required": String(context.required) },
    el("option", { value: "" }, context.required ? "Choose…" : "No answer"),
    ...(initial === null ? [] : entries().slice(initial, initial + 1)),
  );
  menu.value = initial === null ? "" : String(initial);
  let isFilled = false;
  const fill = () => {
    if (isFilled) return;
    isFilled = true;
    const { value } = menu;
    menu.replaceChildren(...[...menu.children].slice(0, 1), ...entries());
    menu.value = value;
  };
  menu.addEventListener("focus", fill);
  menu.addEventListener("mousedown", fill);
  whenIdle(() => {
    if (menu.isConnected) fill();
    return false;
  });
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
