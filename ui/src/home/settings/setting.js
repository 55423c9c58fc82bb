// One thing that can be set: its name, what it does, its control, and why it could not be set.

import { errorMessage } from "../../backend.js";
import { el } from "../../dom.js";
import { icon } from "../../icon.js";

/** @import { Child } from "../../dom.js" */
/** @import { HomeView } from "../../generated/HomeView" */

/**
 * @typedef {object} SettingWords
 * @property {string} name names it in the page
 * @property {string} title
 * @property {Child} [about]
 */

/** @typedef {"beside" | "stacked"} Layout where the control stands */

export class Setting {
  #problem = el("p", { class: "problem", role: "alert" });
  #note = el("p", { class: "setting-note", hidden: true });
  #control;
  /** Shows what is set now. @type {(view: HomeView) => void} */
  #showControl = () => {};
  /** @type {HomeView | null} */
  #view = null;

  /**
   * @param {SettingWords} words
   * @param {Layout} layout
   */
  constructor({ name, title, about }, layout) {
    this.titleId = `setting-${name}`;
    this.aboutId = `setting-${name}-about`;
    this.#control = el("div", { class: "setting-control" });
    this.root = el(
      "div",
      { class: `setting ${layout}` },
      el(
        "div",
        { class: "setting-words" },
        el("p", { class: "setting-title", id: this.titleId }, title),
        el(
          "div",
          { id: this.aboutId },
          about && el("p", { class: "setting-about" }, about),
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
  holds(show, ...controls) {
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
   * Says what this desktop can do about it.
   *
   * @param {Child} text
   */
  note(text) {
    this.#note.hidden = !text;
    if (this.#note.textContent !== text) this.#note.replaceChildren(text || "");
  }

  /** @param {string} text */
  refuse(text) {
    this.#problem.replaceChildren(icon("problem"), el("span", {}, text));
  }

  /** Takes back what was refused. */
  calm() {
    this.#problem.replaceChildren();
  }

  /**
   * Sets it. If that fails, it says why and shows again what is set.
   *
   * @param {Promise<void>} change
   */
  async sets(change) {
    try {
      await change;
      this.calm();
    } catch (error) {
      this.refuse(errorMessage(error, "Doorbell did not answer. Nothing was changed."));
      this.again();
    }
  }

  /** Shows again what is set. */
  again() {
    if (this.#view !== null) this.#showControl(this.#view);
  }
}
