// One form field: title, description, control, and a footer with the hint or the problem. The
// footer is always there, so that a problem moves nothing.

import { clampable, cut } from "./clampable.js";
import { createControl } from "./controls.js";
import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { secretWarning } from "./secret.js";

/** @import { FormContext } from "./form.js" */
/** @import { FieldCheckView } from "./generated/FieldCheckView" */
/** @import { FieldView } from "./generated/FieldView" */

const MAX_TITLE_LENGTH = 160;
const MAX_DESCRIPTION_LENGTH = 400;
/** No window is high enough for more. */
const FIRST_SCREEN_FIELDS = 16;

export class Field {
  /** True once the person left the field or pressed Send. */
  #showsProblems = false;
  /** @type {FieldCheckView} */
  #check = { problem: null, sentAs: null, secret: null };
  #warning = el("div", { class: "field-warning", "aria-live": "polite" });
  #sentAs;
  #problem;
  #hint;
  #view;
  #context;
  #control;

  /**
   * @param {FieldView} view
   * @param {number} index
   * @param {FormContext} context
   */
  constructor(view, index, context) {
    const id = `field-${index}`;
    this.#view = view;
    this.#context = context;
    this.#control = createControl(view, {
      id,
      titleId: `${id}-title`,
      title: this.#shortTitle,
      required: view.required,
      isOnFirstScreen: index < FIRST_SCREEN_FIELDS,
      layers: context.layers,
      announce: context.announce,
      changed: (input, pace) => context.edits.add(index, input, pace),
      localProblemChanged: () => this.#showProblem(),
    });
    this.#hint = el("span", { class: "hint", id: `${id}-hint` }, view.hint);
    this.#problem = el("span", { class: "problem", id: `${id}-problem` });
    this.#sentAs = el("span", { class: "sent-as", id: `${id}-sent` });
    const note = view.note !== null && el("span", { class: "note", id: `${id}-note` }, view.note);
    this.root = el(
      "div",
      { class: "field" },
      ...this.#heading(id),
      this.#control.root,
      el("div", { class: "field-footer" }, this.#problem, this.#hint, this.#sentAs, note),
      this.#warning,
    );
    this.#describe(id);
    if (view.secret !== null) this.#showSecret();
    this.root.addEventListener("focusout", (event) => this.#onFocusOut(event));
  }

  get isSecret() {
    return this.#secret !== null;
  }

  get hasLocalProblem() {
    return this.#control.localProblem?.() != null;
  }

  get hasProblem() {
    return this.hasLocalProblem || this.#check.problem !== null;
  }

  /** @param {FieldCheckView} check */
  show(check) {
    const before = this.#check;
    if (isSameCheck(before, check)) return;
    this.#check = check;
    if (check.secret !== before.secret) this.#showSecret();
    this.#sentAs.replaceChildren(
      ...(check.sentAs === null ? [] : ["Sent as ", isolate(check.sentAs)]),
    );
    this.#showProblem();
  }

  showProblems() {
    this.#showsProblems = true;
    this.#showProblem();
  }

  focusWithoutScroll() {
    this.#control.focusTarget().focus({ preventScroll: true });
  }

  focusAndScroll() {
    this.#control.focusTarget().focus({ preventScroll: true });
    this.root.scrollIntoView({ block: "nearest" });
  }

  get #shortTitle() {
    return cut(this.#view.title, MAX_TITLE_LENGTH);
  }

  get #secret() {
    return this.#check.secret ?? this.#view.secret;
  }

  /**
   * @param {string} id
   * @returns {HTMLElement[]}
   */
  #heading(id) {
    const { title, description, required } = this.#view;
    const name = el("span", { id: `${id}-title`, class: "title" });
    const label = this.#control.isGroup ? el("span", {}, name) : el("label", { for: id }, name);
    const row = el(
      "div",
      { class: "title-row" },
      label,
      !required && el("span", { class: "optional" }, "optional"),
    );
    const titleParts = [row, ...clampable(name, title, MAX_TITLE_LENGTH).slice(1)];
    if (description === null) return titleParts;
    const text = el("p", { class: "description", id: `${id}-description` });
    return [...titleParts, ...clampable(text, description, MAX_DESCRIPTION_LENGTH)];
  }

  /** @param {string} id */
  #describe(id) {
    const parts = ["problem", "description", "hint", "sent", "note"].map((part) => `${id}-${part}`);
    const present = parts.filter((part) => this.root.querySelector(`[id="${part}"]`) !== null);
    this.#control.ariaTarget.setAttribute("aria-describedby", present.join(" "));
  }

  #showProblem() {
    const problem = this.#control.localProblem?.() ?? this.#check.problem;
    const isShown = this.#showsProblems && problem !== null;
    this.root.classList.toggle("has-problem", isShown);
    this.#control.ariaTarget.setAttribute("aria-invalid", String(isShown));
    this.#problem.replaceChildren(...(isShown ? [icon("problem"), el("span", {}, problem)] : []));
  }

  #showSecret() {
    this.#control.mask?.(this.#secret !== null);
    this.#warning.replaceChildren(...(this.#secret === null ? [] : [secretWarning(this.#secret)]));
  }

  /** @param {FocusEvent} event */
  async #onFocusOut(event) {
    const to = event.relatedTarget;
    const staysInside = to instanceof Node && this.root.contains(to);
    // If the window lost the focus, the field is still the active element.
    if (staysInside || this.root.contains(document.activeElement)) return;
    await this.#context.edits.flush().catch(() => {});
    // On the way to a button, an unfilled field is no problem yet.
    if (to instanceof Element && to.closest(".bar")) return;
    const wasShown = this.root.classList.contains("has-problem");
    this.showProblems();
    const problem = this.#problem.textContent;
    if (problem && !wasShown) this.#context.announce(`${this.#shortTitle}: ${problem}`);
  }
}

/**
 * @param {FieldCheckView} one
 * @param {FieldCheckView} other
 * @returns {boolean}
 */
function isSameCheck(one, other) {
  return (
    one.problem === other.problem && one.sentAs === other.sentAs && one.secret === other.secret
  );
}
