// The warning about secrets, and the check box without which none is sent.

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
  /** The fields that the consent covers. @type {Set<number>} */
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
   * Shows and focuses the check box after Rust refused to send a secret.
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
   * Clears the consent when another field becomes secret.
   *
   * @param {boolean} isWholeQuestion true if the question itself asks for a secret
   * @param {number[]} fields indices of the fields that contain or ask for one
   */
  show(isWholeQuestion, fields) {
    if (fields.some((field) => !this.#fields.has(field))) this.#checkbox.checked = false;
    this.#fields = new Set(fields);
    this.root.hidden = !isWholeQuestion && fields.length === 0;
    if (this.root.hidden) this.#checkbox.checked = false;
  }
}
