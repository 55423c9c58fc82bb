// What the person typed when the question was asked before, above the fields: to be used or not.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";
import { lock } from "./lock.js";
import { atOrOn } from "./moment.js";

/** @import { Pressed } from "./asides.js" */
/** @import { DraftView } from "./generated/DraftView" */

/**
 * @typedef {object} DraftPresses
 * @property {Pressed} use
 * @property {Pressed} fresh
 */

export class DraftBar {
  #shown;

  /**
   * @param {DraftView | null} draft
   * @param {DraftPresses} pressed
   */
  constructor(draft, pressed) {
    this.#shown = draft;
    this.root = el("div", {
      class: "draft",
      role: "group",
      "aria-label": "What you typed before",
      hidden: draft?.draft !== "offered",
    });
    if (draft?.draft !== "offered") return;
    const when = atOrOn(draft.typedAt);
    const use = new Button(`Use what you typed ${when}`, "plain", pressed.use);
    const fresh = new Button("Start fresh", "quiet", pressed.fresh);
    this.root.append(
      icon("clock"),
      el("p", {}, "You began an answer to this question before."),
      el("div", { class: "draft-buttons" }, use.root, fresh.root),
    );
  }

  /** What a screen reader hears when the question comes up. @returns {string | null} */
  get hint() {
    if (this.#shown?.draft !== "offered") return null;
    return `What you typed ${atOrOn(this.#shown.typedAt)} can be used again: see before the fields.`;
  }

  /**
   * Takes note of what the person decided.
   *
   * @param {DraftView | null} draft
   * @returns {"used" | "refused" | null} what has just been decided
   */
  update(draft) {
    const wasOffered = this.#shown?.draft === "offered";
    this.#shown = draft;
    if (!wasOffered || draft?.draft === "offered") return null;
    this.root.hidden = true;
    return draft === null ? "refused" : "used";
  }

  /** Nothing can be put into the fields any more. */
  lock() {
    lock(this.root);
  }
}
