// A row with a switch that pairs or unpairs, and the error if that failed.

import { errorMessage } from "../backend.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";

/** @import { Child } from "../dom.js" */

/**
 * @typedef {object} PairingRowState
 * @property {boolean} isOn
 * @property {boolean} isEnabled
 * @property {(Node | string)[]} description
 */

let rowCount = 0;

export class PairingRow {
  #description = el("p", { class: "setting-description" });
  #problem = el("p", { class: "problem", role: "alert" });
  #switch;
  #isBusy = false;
  #isOn = false;
  #onToggle;

  /**
   * @param {"li" | "div"} tag
   * @param {Child} name
   * @param {(on: boolean) => Promise<boolean>} onToggle resolves to false if nothing was changed
   */
  constructor(tag, name, onToggle) {
    this.#onToggle = onToggle;
    rowCount += 1;
    const [nameId, descriptionId] = [`pairing-${rowCount}`, `pairing-${rowCount}-about`];
    this.#description.id = descriptionId;
    this.#switch = el("input", {
      type: "checkbox",
      role: "switch",
      class: "switch",
      "aria-labelledby": nameId,
      "aria-describedby": descriptionId,
    });
    // Ignore clicks while a change is under way.
    this.#switch.addEventListener("click", (event) => this.#isBusy && event.preventDefault());
    this.#switch.addEventListener("change", () => this.#toggle(this.#switch.checked));
    this.root = el(
      tag,
      { class: "setting" },
      el(
        "div",
        { class: "setting-text" },
        el("p", { class: "setting-title", id: nameId }, name),
        this.#description,
      ),
      el("label", { class: "setting-control switch-target" }, this.#switch),
      this.#problem,
    );
  }

  /** @param {PairingRowState} state */
  show({ isOn, isEnabled, description }) {
    this.#isOn = isOn;
    this.#switch.checked = isOn;
    this.#switch.disabled = !isEnabled;
    const text = description.map((part) => (typeof part === "string" ? part : part.textContent));
    if (this.#description.textContent !== text.join(""))
      this.#description.replaceChildren(...description);
  }

  /** @param {boolean} on */
  async #toggle(on) {
    this.#isBusy = true;
    this.#problem.replaceChildren();
    try {
      if (await this.#onToggle(on)) this.#isOn = on;
    } catch (error) {
      const reason = errorMessage(error, "Doorbell didn’t respond. Nothing was changed.");
      this.#problem.replaceChildren(icon("problem"), el("span", {}, isolate(reason)));
    } finally {
      this.#isBusy = false;
      this.#switch.checked = this.#isOn;
    }
  }
}
