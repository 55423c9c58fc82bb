// The fields of a question, their problems, and a preview of what will be sent.

import { el, isolate } from "./dom.js";
import { Field } from "./field.js";
import { Preview } from "./preview.js";
import { makeReadOnly } from "./readOnly.js";

/** @import { EditQueue } from "./editQueue.js" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { FieldView } from "./generated/FieldView" */
/** @import { FormView } from "./generated/FormView" */
/** @import { Layers } from "./layers.js" */

/**
 * @typedef {object} FormContext
 * @property {string} name the asker
 * @property {Layers} layers
 * @property {EditQueue} edits
 * @property {(text: string) => void} announce
 * @property {() => void} edited
 */

export class Form {
  #preview = new Preview();
  #fields;
  #fieldset;

  /**
   * @param {FormView} form
   * @param {FormContext} context
   */
  constructor(form, context) {
    const isYesNo = form.kind.kind === "yesNo";
    this.#fields = isYesNo ? [] : form.fields.map((view, index) => new Field(view, index, context));
    this.#fieldset = el(
      "section",
      {
        class: form.kind.kind === "oneChoice" ? "fields one-choice" : "fields",
        role: "region",
        "aria-label": `Fields asked by ${context.name}`,
        hidden: form.fields.length === 0,
      },
      ...(isYesNo ? form.fields.map(yesNoText) : this.#fields.map((field) => field.root)),
    );
    this.#preview.root.hidden = isYesNo;
    this.root = el("div", { class: "form" }, this.#fieldset, this.#preview.root);
    this.show(form.check);
  }

  /** True if the person agreed to send every value that looks like a secret. */
  get secretsToo() {
    return this.#fields.every((field) => !field.holdsSecret);
  }

  get isEmpty() {
    return this.#fields.every((field) => field.isEmpty);
  }

  get problemCount() {
    return this.#fields.filter((field) => field.hasProblem).length;
  }

  /** @param {CheckView} check */
  show(check) {
    this.#fields.forEach((field, index) => {
      const fieldCheck = check.fields[index];
      if (fieldCheck) field.show(fieldCheck);
    });
    this.#preview.show(check.preview);
  }

  showProblems() {
    for (const field of this.#fields) field.showProblems();
  }

  /** @param {number} index */
  focus(index) {
    this.#fields[index]?.focusAndScroll();
  }

  /** @returns {boolean} false if there is no field */
  focusFirst() {
    this.#fields[0]?.focusWithoutScroll();
    return this.#fields.length > 0;
  }

  /** @returns {number | null} index */
  firstWithLocalProblem() {
    const index = this.#fields.findIndex((field) => field.hasLocalProblem);
    return index < 0 ? null : index;
  }

  /** @param {number} first the first field that looks like a secret */
  requireSecretConsent(first) {
    const field = this.#fields.find((field) => field.holdsSecret) ?? this.#fields[first];
    field?.focusConsent();
  }

  /** After the asker withdrew: the answer is only there to be copied. */
  makeReadOnly() {
    makeReadOnly(this.#fieldset);
    for (const field of this.#fields) field.hideProblems();
    this.#preview.root.hidden = true;
  }
}

/**
 * What a yes/no form asks, without a control: the buttons answer it.
 *
 * @param {FieldView} field
 * @returns {HTMLElement}
 */
function yesNoText({ title, description, note }) {
  return el(
    "div",
    { class: "field" },
    el("p", { class: "title" }, isolate(title)),
    description !== null && el("p", { class: "description" }, isolate(description)),
    note !== null && el("p", { class: "note" }, note),
  );
}
