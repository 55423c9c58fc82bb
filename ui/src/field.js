// One form field: title, description, control, and a footer with the hint or the problem.

import { clampable, cut } from "./clampable.js";
import { createControl } from "./controls.js";
import { pointerReleased } from "./currentInput.js";
import { el, isolate, textDirection } from "./dom.js";
import { icon } from "./icon.js";
import { SecretConsent } from "./secret.js";

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
  #consent;
  #sentAs;
  #problem;
  #view;
  #input;
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
    this.#consent = new SecretConsent(context.name);
    this.#input = view.input;
    this.#context = context;
    this.#control = createControl(view, {
      id,
      titleId: `${id}-title`,
      title: this.#shortTitle,
      hint: view.hint,
      required: view.required,
      isOnFirstScreen: index < FIRST_SCREEN_FIELDS,
      layers: context.layers,
      announce: context.announce,
      changed: (input, pace) => {
        this.#input = input;
        context.edits.add(index, input, pace);
        context.edited();
      },
      localProblemChanged: () => this.#showProblem(),
    });
    const isHintShown = view.hint !== null && view.control.control !== "choices";
    const hint = isHintShown && el("span", { class: "hint", id: `${id}-hint` }, view.hint);
    this.#problem = el("span", { class: "problem", id: `${id}-problem` });
    this.#sentAs = el("span", { class: "sent-as", id: `${id}-sent` });
    const note = view.note !== null && el("span", { class: "note", id: `${id}-note` }, view.note);
    const isSwitch = view.control.control === "switch";
    this.root = el(
      "div",
      { class: isSwitch ? "field switch-field" : "field", dir: textDirection(view.title) },
      ...this.#heading(id),
      this.#control.root,
      el("div", { class: "field-footer", dir: "ltr" }, this.#problem, hint, this.#sentAs, note),
      this.#consent.root,
    );
    this.#describe(id);
    this.#showSecret();
    this.root.addEventListener("focusout", (event) => this.#onFocusOut(event));
  }

  get isEmpty() {
    return this.#input.kind === "empty";
  }

  /** True if it holds a secret that the person has not agreed to send. */
  get holdsSecret() {
    return this.#secret !== null && !this.isEmpty && !this.#consent.isGiven;
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
    this.#showSecret();
    this.#sentAs.replaceChildren(
      ...(check.sentAs === null ? [] : ["Will be sent as ", isolate(check.sentAs)]),
    );
    this.#showProblem();
  }

  showProblems() {
    this.#showsProblems = true;
    this.#showProblem();
  }

  hideProblems() {
    this.#showsProblems = false;
    this.#showProblem();
    this.root.classList.remove("had-problem");
  }

  focusConsent() {
    this.#consent.focus();
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
    // The line stays, so that a repaired problem moves nothing.
    if (isShown) this.root.classList.add("had-problem");
    this.#control.ariaTarget.setAttribute("aria-invalid", String(isShown));
    this.#problem.replaceChildren(...(isShown ? [icon("problem"), el("span", {}, problem)] : []));
  }

  #showSecret() {
    this.#control.mask?.(this.#secret !== null);
    this.#consent.show(this.#secret);
  }

  /** @param {FocusEvent} event */
  async #onFocusOut(event) {
    const to = event.relatedTarget;
    const staysInside = to instanceof Node && this.root.contains(to);
    // If the window lost the focus, the field is still the active element.
    if (staysInside || this.root.contains(document.activeElement)) return;
    await Promise.all([this.#context.edits.flush().catch(() => {}), pointerReleased()]);
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
    one.problem === other.problem &&
    one.sentAs === other.sentAs &&
    one.secret?.warning === other.secret?.warning
  );
}
