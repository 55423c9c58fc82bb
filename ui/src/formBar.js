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
   * @param {AnswerHandlers & FormHandlers} pressed
   */
  constructor(status, pressed) {
    const send = new Button("Send", "primary", pressed.send);
    send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    const leaveButtons = pressed.preview
      ? [new Button("Close", "plain", pressed.close).root]
      : [deferButtons(pressed), new Button("Decline", "plain", pressed.decline).root];
    super(status, pressed.close, el("div", { class: "buttons" }, ...leaveButtons, send.root));
    this.send = send;
    this.#copyAnswer = new Button("Copy answer", "plain", pressed.copyAnswer).alwaysReady();
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
