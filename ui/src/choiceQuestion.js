// One question of a set: its options, another answer, a note, and the preview of an option.

import { documentText } from "./documentText.js";
import { el, isolate } from "./dom.js";
import { textLine } from "./fields/textLine.js";
import { icon } from "./icon.js";
import { SecretConsent } from "./secret.js";
import { MAX_WRITTEN_LENGTH } from "./textBox.js";

/** @import { Control } from "./controls.js" */
/** @import { ChoiceOptionView } from "./generated/ChoiceOptionView" */
/** @import { ChoiceQuestionView } from "./generated/ChoiceQuestionView" */
/** @import { Input } from "./generated/Input" */
/** @import { SecretView } from "./generated/SecretView" */
/** @import { Pace } from "./editQueue.js" */

/** The fields of a question, as Rust numbers them. */
const FIELDS = { chosen: 0, other: 1, note: 2, count: 3 };
/** The options that a digit can choose. */
const MAX_KEYS = 9;

export class ChoiceQuestion {
  #view;
  #id;
  #changed;
  /** One for each option, and one for another answer. @type {HTMLInputElement[]} */
  #inputs = [];
  /** Another answer, and the note. @type {Control[]} */
  #boxes = [];
  #preview = el("div", { class: "choice-preview" });
  #shownPreview = -1;
  #problem;
  #group;
  #consent;
  /** True while it holds a secret. */
  #isSecret = false;

  /**
   * @param {ChoiceQuestionView} view
   * @param {number} index
   * @param {string} name the asker
   * @param {(field: number, input: Input, pace: Pace) => void} changed
   */
  constructor(view, index, name, changed) {
    this.#view = view;
    this.#consent = new SecretConsent(name);
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
      this.#consent.root,
    );
    if (hasPreviews) this.#showPreview(view.chosen[0] ?? 0);
  }

  focus() {
    const chosen = this.#inputs.find((input) => input.checked) ?? this.#inputs[0];
    (chosen ?? this.#boxes[0]?.focusTarget())?.focus();
  }

  get isAnswered() {
    return this.#chosen().length > 0;
  }

  /** True if it holds a secret that the person has not agreed to send. */
  get holdsSecret() {
    return this.#isSecret && !this.#consent.isGiven;
  }

  /** @param {SecretView | null} secret */
  showSecret(secret) {
    this.#isSecret = secret !== null;
    this.#consent.show(secret);
    for (const { mask } of this.#boxes) mask?.(this.#isSecret);
  }

  requireSecretConsent() {
    this.#consent.focus();
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
    const input = index === 0 ? null : this.#input(index, "Other", "");
    const { root, focusTarget } = this.#box("other", otherText, (typed) => {
      const isEmpty = typed.kind === "empty";
      if (input === null) this.#choose(isEmpty ? [] : [0]);
      else if (!input.checked && !isEmpty) {
        input.checked = true;
        this.#choose(this.#chosen());
      }
    });
    const box = focusTarget();
    box.setAttribute("aria-label", input === null ? "Your answer" : "Other answer");
    if (input === null) return root;
    box.setAttribute("placeholder", "Something else");
    // Someone who chose it by mouse wants to write.
    input.addEventListener("click", ({ detail }) => {
      if (detail > 0 && input.checked) box.focus();
    });
    return el(
      "div",
      { class: "option option-other" },
      input,
      el("span", { class: "option-text" }, root),
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
    const { root, focusTarget } = this.#box("note", this.#view.noteText, () => {});
    const label = { for: focusTarget().id };
    return el(
      "div",
      { class: "choice-note" },
      el("label", label, "Note ", el("span", { class: "optional" }, "optional")),
      root,
    );
  }

  /**
   * @param {"other" | "note"} field
   * @param {Input} text
   * @param {(input: Input) => void} typed
   * @returns {Control}
   */
  #box(field, text, typed) {
    const changed = (/** @type {Input} */ input, /** @type {Pace} */ pace) => {
      this.#changed(FIELDS[field], input, pace);
      typed(input);
    };
    const id = `${this.#id}-${field}`;
    const control = textLine({ id, required: false, changed }, text, "text");
    control.focusTarget().setAttribute("maxlength", String(MAX_WRITTEN_LENGTH));
    this.#boxes.push(control);
    return control;
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
