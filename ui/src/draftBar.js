// What the person typed when the question was asked before, above the fields: to be used or not.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";
import { makeReadOnly } from "./readOnly.js";
import { formatAtOrOn } from "./timeFormat.js";

/** @import { PressHandler } from "./deferButtons.js" */
/** @import { DraftView } from "./generated/DraftView" */

/**
 * @typedef {object} DraftHandlers
 * @property {PressHandler} useDraft
 * @property {PressHandler} startFresh
 */

export class DraftBar {
  #draft;

  /**
   * @param {DraftView | null} draft
   * @param {DraftHandlers} handlers
   */
  constructor(draft, handlers) {
    this.#draft = draft;
    this.root = el("div", {
      class: "draft",
      role: "group",
      "aria-label": "What you typed before",
      hidden: draft?.draft !== "offered",
    });
    if (draft?.draft !== "offered") return;
    const typedWhen = formatAtOrOn(draft.typedAt);
    const use = new Button(`Use what you typed ${typedWhen}`, "plain", handlers.useDraft);
    const fresh = new Button("Start fresh", "quiet", handlers.startFresh);
    this.root.append(
      icon("clock"),
      el("p", {}, "You began an answer to this question before."),
      el("div", { class: "draft-buttons" }, use.root, fresh.root),
    );
  }

  /** What a screen reader hears when the question comes up. @returns {string | null} */
  get hint() {
    if (this.#draft?.draft !== "offered") return null;
    return `What you typed ${formatAtOrOn(this.#draft.typedAt)} can be used again: see before the fields.`;
  }

  /**
   * Takes note of what the person decided.
   *
   * @param {DraftView | null} draft
   * @returns {"used" | "refused" | null} what has just been decided
   */
  update(draft) {
    const wasOffered = this.#draft?.draft === "offered";
    this.#draft = draft;
    if (!wasOffered || draft?.draft === "offered") return null;
    this.root.hidden = true;
    return draft === null ? "refused" : "used";
  }

  /** Nothing can be put into the fields any more. */
  makeReadOnly() {
    makeReadOnly(this.root);
  }
}
