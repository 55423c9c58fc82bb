// What Doorbell says about secrets, and the tick without which none leaves.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/**
 * @param {string} reason
 * @returns {HTMLElement}
 */
export function secretWarning(reason) {
  return el("div", { class: "warning" }, icon("warning"), el("p", {}, isolate(reason)));
}

/** "Send it anyway", shown while anything looks like a secret. */
export class SecretConsent {
  #checkbox = el("input", { type: "checkbox", id: "send-secrets" });
  /** The fields the tick was given for. @type {Set<number>} */
  #fields = new Set();

  constructor() {
    this.root = el(
      "div",
      { class: "warning consent", hidden: true },
      el(
        "label",
        { class: "option" },
        this.#checkbox,
        el("span", { class: "option-title" }, "Send it anyway: I know this server will see it"),
      ),
    );
  }

  get isGiven() {
    return this.#checkbox.checked;
  }

  /**
   * Shows the tick to the person whose answer was held back without it.
   *
   * @param {number} field
   */
  require(field) {
    this.#fields.add(field);
    this.root.hidden = false;
    this.#checkbox.focus();
    this.root.scrollIntoView({ block: "nearest" });
  }

  /**
   * Asks again when a field is added: the tick was not meant for it.
   *
   * @param {boolean} isWholeQuestion whether the question itself asks for a secret
   * @param {number[]} fields the fields that hold or ask for one
   */
  show(isWholeQuestion, fields) {
    if (fields.some((field) => !this.#fields.has(field))) this.#checkbox.checked = false;
    this.#fields = new Set(fields);
    this.root.hidden = !isWholeQuestion && fields.length === 0;
    if (this.root.hidden) this.#checkbox.checked = false;
  }
}
