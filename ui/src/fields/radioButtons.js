// One of a few options.

import { el } from "../dom.js";
import { expandableOptionText, optionName, optionNote } from "./option.js";
import { keepOneTabStop, optionRow, setTabStop } from "./optionGroup.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */
/** @import { OptionView } from "../generated/OptionView" */

/** @typedef {{ text: HTMLElement[], name: string, note: string | null, input: Input, chosen: boolean }} RadioOption */

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {OptionView[]} options
 * @returns {Control}
 */
export function radioButtons(context, input, options) {
  return radioGroup(
    context,
    options.map((option, index) => ({
      text: expandableOptionText(option),
      name: optionName(option),
      note: optionNote(option),
      input: { kind: "choice", index },
      chosen: input.kind === "choice" && input.index === index,
    })),
    input.kind !== "choice",
    "stacked",
  );
}

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @returns {Control}
 */
export function yesNo(context, input) {
  /** @type {(name: string, on: boolean) => RadioOption} */
  const button = (name, on) => ({
    text: [el("span", { class: "option-title" }, name)],
    name,
    note: null,
    input: { kind: "flag", on },
    chosen: input.kind === "flag" && input.on === on,
  });
  return radioGroup(
    context,
    [button("Yes", true), button("No", false)],
    input.kind !== "flag",
    "row",
  );
}

/**
 * @param {ControlContext} context
 * @param {RadioOption[]} buttons
 * @param {boolean} isEmpty
 * @param {"stacked" | "row"} layout
 * @returns {Control}
 */
function radioGroup(context, buttons, isEmpty, layout) {
  /** @type {RadioOption} */
  const noAnswer = {
    text: [el("span", { class: "option-title no-answer" }, "No answer")],
    name: "No answer",
    note: null,
    input: { kind: "empty" },
    chosen: isEmpty,
  };
  const all = context.required ? buttons : [...buttons, noAnswer];
  const radios = all.map(({ name, note, input, chosen }) => {
    const radio = el("input", {
      type: "radio",
      name: context.id,
      "aria-label": name,
      "aria-description": note,
    });
    radio.checked = chosen;
    radio.addEventListener("change", () => context.changed(input, "chosen"));
    return radio;
  });
  const root = el(
    "div",
    {
      id: context.id,
      role: "radiogroup",
      class: `options ${layout}`,
      "aria-labelledby": context.titleId,
      "aria-required": String(context.required),
    },
    ...radios.map((radio, index) => optionRow(radio, all[index]?.text ?? [], index)),
  );
  const chosen = radios.find((radio) => radio.checked);
  if (chosen !== undefined) setTabStop(root, chosen);
  keepOneTabStop(root);
  const target = () => radios.find((radio) => radio.checked) ?? radios[0] ?? root;
  return { root, ariaTarget: root, focusTarget: target, isGroup: true };
}
