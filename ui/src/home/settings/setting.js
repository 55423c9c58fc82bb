// One setting: title, description, control, and the error if it could not be changed.

import { errorMessage } from "../../backend.js";
import { el } from "../../dom.js";
import { icon } from "../../icon.js";

/** @import { Child } from "../../dom.js" */
/** @import { HomeView } from "../../generated/HomeView" */

/**
 * @typedef {object} SettingText
 * @property {string} name used in element ids
 * @property {string} title
 * @property {Child} [description]
 */

/** @typedef {"beside" | "stacked"} Layout */

export class Setting {
  #problem = el("p", { class: "problem", role: "alert" });
  #note = el("p", { class: "setting-note", hidden: true });
  #control;
  /** @type {(view: HomeView) => void} */
  #showControl = () => {};
  /** @type {HomeView | null} */
  #view = null;

  /**
   * @param {SettingText} text
   * @param {Layout} layout
   */
  constructor({ name, title, description }, layout) {
    this.titleId = `setting-${name}`;
    this.descriptionId = `setting-${name}-about`;
    this.#control = el("div", { class: "setting-control" });
    this.root = el(
      "div",
      { class: `setting ${layout}` },
      el(
        "div",
        { class: "setting-text" },
        el("p", { class: "setting-title", id: this.titleId }, title),
        el(
          "div",
          { id: this.descriptionId },
          description && el("p", { class: "setting-description" }, description),
          this.#note,
        ),
      ),
      this.#control,
      this.#problem,
    );
  }

  /**
   * @param {(view: HomeView) => void} show
   * @param {...HTMLElement} controls
   * @returns {this}
   */
  withControl(show, ...controls) {
    this.#showControl = show;
    this.#control.append(...controls);
    return this;
  }

  /** @param {HomeView} view */
  show(view) {
    this.#view = view;
    this.#showControl(view);
  }

  /**
   * Shows a limitation of this desktop.
   *
   * @param {Child} text
   */
  setNote(text) {
    this.#note.hidden = !text;
    if (this.#note.textContent !== text) this.#note.replaceChildren(text || "");
  }

  /** @param {string} text */
  showProblem(text) {
    this.#problem.replaceChildren(icon("problem"), el("span", {}, text));
  }

  clearProblem() {
    this.#problem.replaceChildren();
  }

  /**
   * Awaits a change. If it fails, shows why and resets the control.
   *
   * @param {Promise<void>} change
   */
  async apply(change) {
    try {
      await change;
      this.clearProblem();
    } catch (error) {
      this.showProblem(errorMessage(error, "Doorbell didn’t respond. Nothing was changed."));
      this.showCurrent();
    }
  }

  showCurrent() {
    if (this.#view !== null) this.#showControl(this.#view);
  }
}
