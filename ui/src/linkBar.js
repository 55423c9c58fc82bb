// The bar of a link: status line and buttons. A severe warning makes Decline the primary button, a
// caution makes none primary.

import { AnswerBar, buttonRow, declineButton } from "./answerBar.js";
import { Button } from "./button.js";
import { terminalButton } from "./deferButtons.js";
import { el } from "./dom.js";

/** @import { AnswerHandlers } from "./answerBar.js" */
/** @import { ButtonStyle } from "./button.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { LinkStep } from "./generated/LinkStep" */
/** @import { LinkView } from "./generated/LinkView" */
/** @import { Severity } from "./generated/Severity" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * @typedef {object} LinkHandlers
 * @property {PressHandler} decline
 * @property {PressHandler} openedIt
 * @property {PressHandler} open
 */

/** @typedef {{ label: string, open: ButtonStyle, decline: ButtonStyle }} Emphasis */

/** @type {Record<Severity, Emphasis>} */
const EMPHASIS = {
  severe: { label: "Open anyway…", open: "plain", decline: "primary" },
  caution: { label: "Open in browser", open: "plain", decline: "plain" },
  note: { label: "Open in browser", open: "primary", decline: "plain" },
};

export class LinkBar extends AnswerBar {
  #emphasis;
  #open;
  #openedIt;

  /**
   * @param {LinkView} link
   * @param {StatusLine} status
   * @param {AnswerHandlers & LinkHandlers} handlers
   */
  constructor(link, status, handlers) {
    const emphasis = EMPHASIS[link.warnings[0]?.severity ?? "note"];
    const decline = declineButton(emphasis.decline, handlers.decline);
    const open = new Button(emphasis.label, emphasis.open, handlers.open, "Opening…");
    open.withKey("Alt+O");
    open.root.setAttribute("aria-describedby", "target-domain");
    const buttons = buttonRow({ ...handlers, answerInTerminal: null }, decline, open);
    super(status, handlers.close, buttons);
    this.#emphasis = emphasis;
    this.#open = open;
    this.#openedIt = new Button("I opened it", "plain", handlers.openedIt);
    this.#openedIt.root.hidden = true;
    // Beside the other buttons it would not fit into one row.
    const terminal = terminalButton(handlers.answerInTerminal);
    const row = el("div", { class: "link-row" }, status.root, this.#openedIt.root, terminal);
    this.root.replaceChildren(row, buttons);
  }

  /**
   * @param {LinkStep} step
   * @param {string | null} trouble
   */
  show(step, trouble) {
    if (this.isWithdrawn) return;
    const hadFocus = this.#openedIt.root === document.activeElement;
    this.#openedIt.root.hidden = step !== "copied";
    if (hadFocus && step !== "copied") this.#open.root.focus();
    this.#open.setStyle(step === "armed" ? "danger" : this.#emphasis.open);
    this.#open.setBusy(step === "opening");
    const text = [trouble, stepText(step)].filter((text) => text !== null).join(" ");
    this.status.setPersistent(text, trouble !== null || step === "armed" ? "alert" : "plain");
  }

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    this.withdraw(name, at, reason, "Nothing was sent.");
    this.#openedIt.root.hidden = true;
  }
}

/**
 * @param {LinkStep} step
 * @returns {string | null}
 */
function stepText(step) {
  switch (step) {
    case "armed":
      return "Are you sure? Read the warning above, then press “Open anyway” again.";
    case "copied":
      return "Link copied. It may contain private data, so don’t share it.";
    case "opening":
      return "Opening your browser…";
    case "looking":
      return null;
  }
}
