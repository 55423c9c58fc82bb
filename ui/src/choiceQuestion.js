// One question of a set: its options, another answer, a note, and the preview of an option.

import { documentText } from "./documentText.js";
import { el, isolate } from "./dom.js";
import { textFrom, toTextInput } from "./fields/textLine.js";
import { icon } from "./icon.js";

/** @import { ChoiceOptionView } from "./generated/ChoiceOptionView" */
/** @import { ChoiceQuestionView } from "./generated/ChoiceQuestionView" */
/** @import { Input } from "./generated/Input" */
/** @import { Pace } from "./editQueue.js" */

/** The fields of a question, as Rust numbers them. */
const FIELDS = { chosen: 0, other: 1, note: 2, count: 3 };
const MAX_TEXT_LENGTH = 4000;
/** The options that a digit can choose. */
const MAX_KEYS = 9;

export class ChoiceQuestion {
  #view;
  #id;
  #changed;
  /** One for each option, and one for another answer. @type {HTMLInputElement[]} */
  #inputs = [];
  /** @type {HTMLInputElement | null} */
  #other = null;
  #preview = el("div", { class: "choice-preview" });
  #shownPreview = -1;
  #problem;
  #group;

  /**
   * @param {ChoiceQuestionView} view
   * @param {number} index
   * @param {(field: number, input: Input, pace: Pace) => void} changed
   */
  constructor(view, index, changed) {
    this.#view = view;
    this.#id = `question-${index}`;
    this.#changed = (
      /** @type {number} */ field,
      /** @type {Input} */ input,
      /** @type {Pace} */ pace,
    ) => {
      this.showProblem(null);
      changed(index * FIELDS.count + field, input, pace);
    };
    this.#problem = el("p", { class: "problem", id: `${this.#id}-problem` });
    this.#group = this.#options();
    const hasPreviews = view.options.some(({ preview }) => preview !== null);
    this.root = el(
      "section",
      { class: hasPreviews ? "choice-question with-preview" : "choice-question" },
      view.header !== "" && el("p", { class: "choice-header" }, isolate(view.header)),
      el("div", { class: "choice-text", id: `${this.#id}-text` }, ...documentText(view.text, true)),
      el("div", { class: "choice-columns" }, this.#group, hasPreviews && this.#preview),
      this.#problem,
      view.note && this.#note(),
    );
    if (hasPreviews) this.#showPreview(view.chosen[0] ?? 0);
  }

  focus() {
    (this.#inputs.find((input) => input.checked) ?? this.#inputs[0] ?? this.#other)?.focus();
  }

  /** @param {string | null} problem */
  showProblem(problem) {
    if (problem === null) {
      this.#problem.replaceChildren();
      this.#group.removeAttribute("aria-describedby");
    } else {
      this.#problem.replaceChildren(icon("problem"), problem);
      this.#group.setAttribute("aria-describedby", this.#problem.id);
    }
    this.root.classList.toggle("has-problem", problem !== null);
  }

  /** @returns {HTMLElement} */
  #options() {
    const { multiple, options, other } = this.#view;
    const rows = options.map((option, index) => this.#option(option, index));
    if (other) rows.push(this.#otherRow());
    return el(
      "div",
      {
        class: "options stacked",
        role: multiple || options.length === 0 ? "group" : "radiogroup",
        "aria-labelledby": `${this.#id}-text`,
      },
      ...rows,
    );
  }

  /**
   * @param {ChoiceOptionView} option
   * @param {number} index
   * @returns {HTMLElement}
   */
  #option({ label, description, preview }, index) {
    const input = this.#input(index, label, description);
    const row = el(
      "label",
      { class: "option" },
      input,
      el(
        "span",
        { class: "option-text" },
        el("span", { class: "option-title" }, isolate(label)),
        description !== "" && el("span", { class: "option-description" }, isolate(description)),
      ),
      keyHint(index),
    );
    if (preview !== null) {
      const show = () => this.#showPreview(index);
      input.addEventListener("focus", show);
      row.addEventListener("pointerenter", show);
    }
    return row;
  }

  /** Typing chooses it. */
  #otherRow() {
    const { options, otherText } = this.#view;
    const index = options.length;
    const box = el("input", {
      type: "text",
      class: "box",
      dir: "auto",
      maxlength: MAX_TEXT_LENGTH,
      autocomplete: "off",
      placeholder: index === 0 ? null : "Something else",
      "aria-label": index === 0 ? "Your answer" : "Other answer",
    });
    box.value = textFrom(otherText);
    this.#other = box;
    const input = index === 0 ? null : this.#input(index, "Other", "");
    box.addEventListener("input", () => {
      this.#changed(FIELDS.other, toTextInput(box.value), "typing");
      if (input === null) this.#choose(box.value === "" ? [] : [0]);
      else if (!input.checked && box.value !== "") {
        input.checked = true;
        this.#choose(this.#chosen());
      }
    });
    if (input === null) return box;
    // Someone who chose it by mouse wants to write.
    input.addEventListener("click", ({ detail }) => {
      if (detail > 0 && input.checked) box.focus();
    });
    return el(
      "div",
      { class: "option option-other" },
      input,
      el("span", { class: "option-text" }, box),
      keyHint(index),
    );
  }

  /**
   * @param {number} index
   * @param {string} name
   * @param {string} description
   * @returns {HTMLInputElement}
   */
  #input(index, name, description) {
    const input = el("input", {
      type: this.#view.multiple ? "checkbox" : "radio",
      name: this.#id,
      "aria-label": name,
      "aria-description": description === "" ? null : description,
      "aria-keyshortcuts": index < MAX_KEYS ? String(index + 1) : null,
    });
    input.checked = this.#view.chosen.includes(index);
    input.addEventListener("change", () => this.#choose(this.#chosen()));
    this.#inputs.push(input);
    return input;
  }

  /** @returns {HTMLElement} */
  #note() {
    const box = el("input", {
      type: "text",
      id: `${this.#id}-note`,
      class: "box",
      dir: "auto",
      maxlength: MAX_TEXT_LENGTH,
      autocomplete: "off",
    });
    box.value = textFrom(this.#view.noteText);
    box.addEventListener("input", () =>
      this.#changed(FIELDS.note, toTextInput(box.value), "typing"),
    );
    return el(
      "div",
      { class: "choice-note" },
      el("label", { for: box.id }, "Note ", el("span", { class: "optional" }, "optional")),
      box,
    );
  }

  #chosen() {
    return this.#inputs.flatMap((input, index) => (input.checked ? [index] : []));
  }

  /** @param {number[]} indices */
  #choose(indices) {
    const input = indices.length === 0 ? { kind: "empty" } : { kind: "choices", indices };
    this.#changed(FIELDS.chosen, /** @type {Input} */ (input), "chosen");
  }

  /** @param {number} index */
  #showPreview(index) {
    const option = this.#view.options[index];
    if (!option?.preview || index === this.#shownPreview) return;
    this.#shownPreview = index;
    this.#preview.setAttribute("role", "group");
    this.#preview.setAttribute("aria-label", `Preview of ${option.label}`);
    this.#preview.replaceChildren(
      el("p", { class: "choice-preview-title", "aria-hidden": "true" }, isolate(option.label)),
      ...documentText(option.preview, false),
    );
  }
}

/**
 * @param {number} index
 * @returns {HTMLElement | null}
 */
function keyHint(index) {
  if (index >= MAX_KEYS) return null;
  return el("kbd", { class: "key", "aria-hidden": "true" }, String(index + 1));
}
