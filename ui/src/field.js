// One field: its title, the server's explanation, the control, and below it our rule or what is
// wrong. The line below is always there, so that a problem moves nothing.

import { clamped } from "./clamp.js";
import { controlFor } from "./controls.js";
import { el, said } from "./dom.js";
import { icon } from "./icon.js";
import { secretWarning } from "./secret.js";

/** @import { Surroundings } from "./form.js" */
/** @import { FieldCheckView } from "./generated/FieldCheckView" */
/** @import { FieldView } from "./generated/FieldView" */

const LONGEST_TITLE = 160;
const LONGEST_DESCRIPTION = 400;

export class Field {
  /** Whether its problem is shown: not before the person left it or pressed Send. */
  #revealed = false;
  /** @type {FieldCheckView} */
  #check = { problem: null, sentAs: null, secret: null };
  #warning = el("div", { class: "field-warning", "aria-live": "polite" });
  #sentAs;
  #problem;
  #hint;
  #view;
  #surroundings;
  #control;

  /**
   * @param {FieldView} view
   * @param {number} index
   * @param {Surroundings} surroundings
   */
  constructor(view, index, surroundings) {
    const id = `field-${index}`;
    this.#view = view;
    this.#surroundings = surroundings;
    this.#control = controlFor(view, {
      id,
      titleId: `${id}-title`,
      title: view.title,
      required: view.required,
      layers: surroundings.layers,
      announce: surroundings.announce,
      changed: (input, pace) => surroundings.edits.note(index, input, pace),
      settled: () => this.#showProblem(),
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
      el("div", { class: "below" }, this.#problem, this.#hint, this.#sentAs, note),
      this.#warning,
    );
    this.#describe(id);
    if (view.secret !== null) this.#showSecret();
    this.root.addEventListener("focusout", (event) => this.#focusLeft(event));
  }

  get isSecret() {
    return this.#secret !== null;
  }

  get isUnsettled() {
    return this.#control.unsettled?.() != null;
  }

  get hasProblem() {
    return this.isUnsettled || this.#check.problem !== null;
  }

  /** @param {FieldCheckView} check */
  show(check) {
    const before = this.#check;
    if (same(before, check)) return;
    this.#check = check;
    if (check.secret !== before.secret) this.#showSecret();
    this.#sentAs.replaceChildren(
      ...(check.sentAs === null ? [] : ["Sent as ", said(check.sentAs)]),
    );
    this.#showProblem();
  }

  /** From now on its problem is shown. */
  reveal() {
    this.#revealed = true;
    this.#showProblem();
  }

  /** Takes the focus when the question appears, without moving the page. */
  enter() {
    this.#control.target().focus({ preventScroll: true });
  }

  /** Takes the focus because it needs attention. */
  focus() {
    this.#control.target().focus({ preventScroll: true });
    this.root.scrollIntoView({ block: "nearest" });
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
    const name = el("bdi", { id: `${id}-title`, class: "title" }, title);
    const label = this.#control.isGroup ? el("span", {}, name) : el("label", { for: id }, name);
    const row = el(
      "div",
      { class: "title-row" },
      label,
      !required && el("span", { class: "optional" }, "optional"),
    );
    const titleParts = [row, ...clamped(name, title, LONGEST_TITLE).slice(1)];
    if (description === null) return titleParts;
    const text = el("p", { class: "description", id: `${id}-description` }, said(description));
    return [...titleParts, ...clamped(text, description, LONGEST_DESCRIPTION)];
  }

  /** @param {string} id */
  #describe(id) {
    const parts = ["problem", "description", "hint", "sent", "note"].map((part) => `${id}-${part}`);
    const present = parts.filter((part) => this.root.querySelector(`[id="${part}"]`) !== null);
    this.#control.carrier.setAttribute("aria-describedby", present.join(" "));
  }

  #showProblem() {
    const problem = this.#control.unsettled?.() ?? this.#check.problem;
    const shown = this.#revealed && problem !== null;
    this.root.classList.toggle("has-problem", shown);
    this.#control.carrier.setAttribute("aria-invalid", String(shown));
    this.#problem.replaceChildren(...(shown ? [icon("problem"), el("span", {}, problem)] : []));
  }

  #showSecret() {
    this.#control.mask?.(this.#secret !== null);
    this.#warning.replaceChildren(...(this.#secret === null ? [] : [secretWarning(this.#secret)]));
  }

  /** @param {FocusEvent} event */
  async #focusLeft(event) {
    const to = event.relatedTarget;
    const stays = to instanceof Node && this.root.contains(to);
    // When the whole window loses the focus, the field is still the active one.
    if (stays || this.root.contains(document.activeElement)) return;
    await this.#surroundings.edits.flush().catch(() => {});
    // Someone on the way to a button needs no complaint about a field they did not fill in.
    if (to instanceof Element && to.closest(".bar")) return;
    const wasShown = this.root.classList.contains("has-problem");
    this.reveal();
    const problem = this.#problem.textContent;
    if (problem && !wasShown) this.#surroundings.announce(`${this.#view.title}: ${problem}`);
  }
}

/**
 * @param {FieldCheckView} one
 * @param {FieldCheckView} other
 * @returns {boolean}
 */
function same(one, other) {
  return (
    one.problem === other.problem && one.sentAs === other.sentAs && one.secret === other.secret
  );
}
