// The fields of a question, what is wrong with them, and what will be sent.

import { el, said } from "./dom.js";
import { Field } from "./field.js";
import { icon } from "./icon.js";
import { lock } from "./lock.js";
import { Preview } from "./preview.js";
import { SecretConsent, secretWarning } from "./secret.js";

/** @import { Edits } from "./edits.js" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { FormView } from "./generated/FormView" */
/** @import { Layers } from "./layers.js" */

/**
 * @typedef {object} Surroundings
 * @property {Layers} layers
 * @property {Edits} edits
 * @property {(text: string) => void} announce
 */

export class Form {
  #preview = new Preview();
  #consent = new SecretConsent();
  #asksForSecret;
  #fields;
  #fieldset;

  /**
   * @param {string} name who asks
   * @param {FormView} form
   * @param {Surroundings} surroundings
   */
  constructor(name, form, surroundings) {
    this.#asksForSecret = form.secret !== null;
    this.#fields = form.fields.map((view, index) => new Field(view, index, surroundings));
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

  /** Whether the person ticked that a secret may leave. */
  get secretsToo() {
    return this.#consent.given;
  }

  /** How many fields need attention. */
  get problems() {
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

  revealProblems() {
    for (const field of this.#fields) field.reveal();
  }

  /** @param {number} index */
  focus(index) {
    this.#fields[index]?.focus();
  }

  /** @returns {boolean} whether there is a field to take the focus */
  focusFirst() {
    this.#fields[0]?.enter();
    return this.#fields.length > 0;
  }

  /** @returns {number | null} the first field whose text means nothing yet */
  firstUnsettled() {
    const index = this.#fields.findIndex((field) => field.isUnsettled);
    return index < 0 ? null : index;
  }

  /** @param {number} field the one that was held back */
  askForSecrets(field) {
    this.#consent.hold(field);
  }

  /** Leaves everything readable and nothing changeable. */
  lock() {
    lock(this.#fieldset);
    lock(this.#consent.root);
  }
}

/**
 * @param {string} name
 * @returns {HTMLElement}
 */
function heading(name) {
  return el(
    "h2",
    { class: "voice", "aria-hidden": "true" },
    icon("quote"),
    el("span", {}, "Asked by ", said(name)),
  );
}
