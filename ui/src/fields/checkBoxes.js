// Several of several options, with a count, and with a filter for long lists. Only the first rows of
// a long list are there at once.

import { el } from "../dom.js";
import { whenIdle } from "../idleWork.js";
import { expandableOptionText, matcher, optionName, optionNote } from "./option.js";
import { keepOneTabStop, moveBetweenOptions, optionRow } from "./optionGroup.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */
/** @import { OptionView } from "../generated/OptionView" */

const FILTER_FROM = 20;
/** These rows are created together, and laid out together when they scroll into view. */
const BATCH = 20;

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {OptionView[]} options
 * @returns {Control}
 */
export function checkBoxes(context, input, options) {
  const boxes = new CheckBoxes(context, input.kind === "choices" ? input.indices : [], options);
  return {
    root: boxes.root,
    ariaTarget: boxes.root,
    focusTarget: () => boxes.focusTarget,
    isGroup: true,
  };
}

class CheckBoxes {
  #list = el("div", { class: "options stacked" });
  #count;
  /** @type {HTMLInputElement | null} */
  #filter = null;
  /** Indices of the options in the list. @type {number[]} */
  #matching = [];
  #rowCount = 0;
  #isAddingRows = false;
  #context;
  #options;
  #chosen;

  /**
   * @param {ControlContext} context
   * @param {number[]} chosen
   * @param {OptionView[]} options
   */
  constructor(context, chosen, options) {
    this.#context = context;
    this.#options = options;
    this.#chosen = new Set(chosen);
    this.#count = el("p", { class: "count", id: `${context.id}-hint` });
    if (options.length > FILTER_FROM) {
      this.#filter = this.#filterBox();
      this.#list.classList.add("many");
    }
    this.#list.addEventListener("change", ({ target }) => this.#onChange(target));
    this.#list.addEventListener("keydown", (event) => {
      if (event.key === "End") while (this.#addBatch());
      moveBetweenOptions(event, this.#list);
    });
    keepOneTabStop(this.#list);
    this.root = el(
      "div",
      { id: context.id, role: "group", class: "check-boxes", "aria-labelledby": context.titleId },
      this.#filter,
      this.#list,
      this.#count,
    );
    this.#showCount();
    this.#matching = options.map((_, index) => index);
    if (context.isOnFirstScreen || this.#filter === null) this.#addBatch();
    this.#addRowsWhenIdle();
  }

  get focusTarget() {
    return this.#filter ?? this.#list.querySelector("input") ?? this.root;
  }

  /** @returns {HTMLInputElement} */
  #filterBox() {
    const box = el("input", {
      type: "text",
      class: "box filter",
      placeholder: "Filter",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": `Filter ${this.#context.title}`,
    });
    box.addEventListener("input", () => {
      this.#showOnly(
        this.#options.flatMap((option, index) => (matcher(option)(box.value) ? [index] : [])),
      );
    });
    return box;
  }

  /** @param {number[]} indices */
  #showOnly(indices) {
    this.#matching = indices;
    this.#rowCount = 0;
    this.#list.replaceChildren();
    this.#addBatch();
    this.#addRowsWhenIdle();
  }

  #addRowsWhenIdle() {
    if (this.#isAddingRows || this.#rowCount === this.#matching.length) return;
    this.#isAddingRows = true;
    whenIdle(() => {
      this.#isAddingRows = this.#list.isConnected && this.#addBatch();
      return this.#isAddingRows;
    });
  }

  /** @returns {boolean} whether rows are missing */
  #addBatch() {
    const first = this.#rowCount;
    const batch = this.#matching.slice(first, first + BATCH);
    this.#rowCount += batch.length;
    const rows = batch.flatMap((index, position) => {
      const option = this.#options[index];
      return option ? [this.#row(option, index, first + position)] : [];
    });
    this.#list.append(el("div", { class: "option-batch" }, ...rows));
    return this.#rowCount < this.#matching.length;
  }

  /**
   * @param {OptionView} option
   * @param {number} index
   * @param {number} position in the list
   * @returns {HTMLElement}
   */
  #row(option, index, position) {
    const box = el("input", {
      type: "checkbox",
      value: index,
      "aria-label": optionName(option),
      "aria-description": optionNote(option),
      "aria-disabled": this.root.closest(".read-only") === null ? null : "true",
    });
    box.checked = this.#chosen.has(index);
    return optionRow(box, expandableOptionText(option), position);
  }

  /** @param {EventTarget | null} target */
  #onChange(target) {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.checked) this.#chosen.add(Number(target.value));
    else this.#chosen.delete(Number(target.value));
    this.#showCount();
    const indices = [...this.#chosen].sort((one, other) => one - other);
    this.#context.changed({ kind: "choices", indices }, "chosen");
  }

  #showCount() {
    const parts = [`${this.#chosen.size} chosen`, this.#context.hint];
    this.#count.replaceChildren(parts.filter((part) => part !== null).join(" · "));
  }
}
