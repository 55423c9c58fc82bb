// The warning below a field that asks for a secret or holds one, and the check box without which it
// is not sent.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/** @import { SecretView } from "./generated/SecretView" */

export class SecretConsent {
  #checkbox = el("input", { type: "checkbox" });
  #warning = el("p");
  #label = el("span", { class: "option-title" });
  #name;
  /** @type {SecretView | null} */
  #secret = null;

  /** @param {string} name the asker */
  constructor(name) {
    this.#name = name;
    this.root = el(
      "div",
      { class: "warning secret", hidden: true },
      icon("warning"),
      el(
        "div",
        {},
        el("div", { "aria-live": "polite" }, this.#warning),
        el("label", { class: "option" }, this.#checkbox, this.#label),
      ),
    );
  }

  get isGiven() {
    return this.#checkbox.checked;
  }

  focus() {
    this.#checkbox.focus();
    this.root.scrollIntoView({ block: "nearest" });
  }

  /**
   * Clears the consent when it would concern another secret.
   *
   * @param {SecretView | null} secret
   */
  show(secret) {
    if (secret?.warning === this.#secret?.warning) return;
    this.#secret = secret;
    this.#checkbox.checked = false;
    this.root.hidden = secret === null;
    this.#warning.replaceChildren(secret?.warning ?? "");
    this.#label.replaceChildren(
      ...(secret === null ? [] : [`Send ${secret.noun} to `, isolate(this.#name), " anyway"]),
    );
  }
}
