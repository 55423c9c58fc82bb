// The button bar of a form.

import { AnswerBar } from "./answerBar.js";
import { Button } from "./button.js";
import { deferButtons } from "./deferButtons.js";
import { el } from "./dom.js";

/** @import { AnswerHandlers } from "./answerBar.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * @typedef {object} FormHandlers
 * @property {PressHandler} decline
 * @property {PressHandler} send
 * @property {PressHandler} copyAnswer
 * @property {boolean} preview true if no asker waits for the answers
 */

export class FormBar extends AnswerBar {
  #copyAnswer;

  /**
   * @param {StatusLine} status
   * @param {AnswerHandlers & FormHandlers} handlers
   */
  constructor(status, handlers) {
    const send = new Button("Send", "primary", handlers.send);
    send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    const leaveButtons = handlers.preview
      ? [new Button("Close", "plain", handlers.close).root]
      : [deferButtons(handlers), new Button("Decline", "plain", handlers.decline).root];
    super(status, handlers.close, el("div", { class: "buttons" }, ...leaveButtons, send.root));
    this.send = send;
    this.#copyAnswer = new Button("Copy answer", "plain", handlers.copyAnswer).alwaysReady();
  }

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    const consequence = "Nothing was sent; your text is kept.";
    this.withdraw(name, at, reason, consequence, this.#copyAnswer.root);
  }
}
