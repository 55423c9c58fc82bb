// The fields of a question, their problems, and a preview of what will be sent.

import { el, isolate } from "./dom.js";
import { Field } from "./field.js";
import { icon } from "./icon.js";
import { Preview } from "./preview.js";
import { makeReadOnly } from "./readOnly.js";
import { SecretConsent, secretWarning } from "./secret.js";

/** @import { EditQueue } from "./editQueue.js" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { FormView } from "./generated/FormView" */
/** @import { Layers } from "./layers.js" */

/**
 * @typedef {object} FormContext
 * @property {Layers} layers
 * @property {EditQueue} edits
 * @property {(text: string) => void} announce
 */

export class Form {
  #preview = new Preview();
  #consent = new SecretConsent();
  #asksForSecret;
  #fields;
  #fieldset;

  /**
   * @param {string} name the asker
   * @param {FormView} form
   * @param {FormContext} context
   */
  constructor(name, form, context) {
    this.#asksForSecret = form.secret !== null;
    this.#fields = form.fields.map((view, index) => new Field(view, index, context));
    this.#fieldset = el(
      "section",
      { class: "fields", role: "region", "aria-label": `Fields asked by ${name}` },
      ...(form.fields.length === 0
        ? [el("p", { class: "no-fields" }, "No details needed. Send says yes.")]
        : [heading(name), ...this.#fields.map((field) => field.root)]),
    );
    this.root = el(
      "div",
      { class: "form" },
      form.secret !== null && secretWarning(form.secret),
      this.#fieldset,
      this.#consent.root,
      this.#preview.root,
    );
    this.show(form.check);
  }

  /** True if the person agreed to send values that look like secrets. */
  get secretsToo() {
    return this.#consent.isGiven;
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
    const secrets = this.#fields.flatMap((field, index) => (field.isSecret ? [index] : []));
    this.#consent.show(this.#asksForSecret, secrets);
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

  /** @param {number} field the one that looks like a secret */
  requireSecretConsent(field) {
    this.#consent.require(field);
  }

  makeReadOnly() {
    makeReadOnly(this.#fieldset);
    makeReadOnly(this.#consent.root);
  }
}

/**
 * @param {string} name
 * @returns {HTMLElement}
 */
function heading(name) {
  return el(
    "h2",
    { class: "source-label", "aria-hidden": "true" },
    icon("quote"),
    el("span", {}, "Asked by ", isolate(name)),
  );
}
