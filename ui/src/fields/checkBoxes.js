// Several of several options, with a count, and with a filter for long lists.

import { el } from "../dom.js";
import { matcher, optionNote, optionText } from "./option.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */
/** @import { OptionView } from "../generated/OptionView" */

const FILTER_FROM = 20;

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {OptionView[]} options
 * @returns {Control}
 */
export function checkBoxes(context, input, options) {
  const chosen = input.kind === "choices" ? new Set(input.indices) : new Set();
  const boxes = options.map((option, index) => {
    const box = el("input", {
      type: "checkbox",
      "aria-label": option.title,
      "aria-description": optionNote(option),
    });
    box.checked = chosen.has(index);
    return box;
  });
  const rows = options.map((option, index) =>
    el(
      "label",
      { class: "option" },
      boxes[index],
      el("span", { class: "option-text" }, ...optionText(option)),
    ),
  );
  const count = el("p", { class: "count" });
  const indices = () => boxes.flatMap((box, index) => (box.checked ? [index] : []));
  const showCount = () => count.replaceChildren(`${indices().length} of ${options.length} chosen`);
  showCount();
  const list = el("div", { class: "options stacked" }, ...rows);
  list.addEventListener("change", () => {
    showCount();
    context.changed({ kind: "choices", indices: indices() }, "chosen");
  });
  const filter = options.length > FILTER_FROM ? filterBox(context, options, rows) : null;
  if (filter) list.classList.add("many");
  const root = el(
    "div",
    { id: context.id, role: "group", class: "check-boxes", "aria-labelledby": context.titleId },
    filter,
    list,
    count,
  );
  return { root, ariaTarget: root, focusTarget: () => filter ?? boxes[0] ?? root, isGroup: true };
}

/**
 * @param {ControlContext} context
 * @param {OptionView[]} options
 * @param {HTMLElement[]} rows
 * @returns {HTMLInputElement}
 */
function filterBox({ title }, options, rows) {
  const box = el("input", {
    type: "text",
    class: "box filter",
    placeholder: "Filter",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": `Filter ${title}`,
  });
  const matchers = options.map(matcher);
  box.addEventListener("input", () => {
    rows.forEach((row, index) => {
      row.hidden = matchers[index]?.(box.value) === false;
    });
  });
  return box;
}
