// Offers what the person typed when the same question was asked before.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";
import { makeReadOnly } from "./readOnly.js";
import { formatTimeOrDate } from "./timeFormat.js";

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
      "aria-label": "Your earlier answer",
      hidden: draft?.draft !== "offered",
    });
    if (draft?.draft !== "offered") return;
    const typedWhen = formatTimeOrDate(draft.typedAt);
    const use = new Button(`Restore my answer (${typedWhen})`, "plain", handlers.useDraft);
    const fresh = new Button("Discard", "quiet", handlers.startFresh);
    this.root.append(
      icon("clock"),
      el("p", {}, "You started answering this question earlier."),
      el("div", { class: "draft-buttons" }, use.root, fresh.root),
    );
  }

  /** Announced to screen readers when the question appears. @returns {string | null} */
  get hint() {
    if (this.#draft?.draft !== "offered") return null;
    return "You started answering this question earlier. You can restore your answer before the fields.";
  }

  /**
   * @param {DraftView | null} draft
   * @returns {"used" | "refused" | null} the decision, if it was just made
   */
  update(draft) {
    const wasOffered = this.#draft?.draft === "offered";
    this.#draft = draft;
    if (!wasOffered || draft?.draft === "offered") return null;
    this.root.hidden = true;
    return draft === null ? "refused" : "used";
  }

  makeReadOnly() {
    makeReadOnly(this.root);
  }
}
