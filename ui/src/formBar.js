// The button bar of a form.

import { AnswerBar, buttonRow, declineButton } from "./answerBar.js";
import { Button, disable } from "./button.js";

/** @import { AnswerHandlers } from "./answerBar.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { StatusLine } from "./statusLine.js" */

/** @import { FormView } from "./generated/FormView" */
/** @import { FormKindView } from "./generated/FormKindView" */

/**
 * @typedef {object} FormHandlers
 * @property {(yes: boolean, by: InputDevice, button: Button) => void} answer
 * @property {PressHandler} decline
 * @property {PressHandler} send
 * @property {PressHandler} copyAnswer
 * @property {boolean} preview true if no asker waits for the answers
 */

const UNREAD = "Scroll to the end to enable Yes.";

export class FormBar extends AnswerBar {
  #copyAnswer;
  #answers;

  /**
   * @param {StatusLine} status
   * @param {FormView} form
   * @param {AnswerHandlers & FormHandlers} handlers
   */
  constructor(status, { kind, fields }, handlers) {
    const asksForSecret = fields.some(({ secret }) => secret !== null);
    const send = new Button("Send", asksForSecret ? "plain" : "primary", handlers.send);
    const answers = kind.kind === "yesNo" ? yesNoButtons(kind, handlers.answer) : [send];
    const offersDecline = kind.kind !== "yesNo" || kind.decline;
    const quietDecline = kind.kind === "yesNo" ? "quiet" : "plain";
    const declineStyle = asksForSecret ? "primary" : quietDecline;
    const decline = declineButton(declineStyle, handlers.decline);
    const close = new Button("Close", "plain", handlers.close);
    const leave = handlers.preview ? [close] : offersDecline ? [decline] : [];
    const buttons = buttonRow(handlers.preview ? null : handlers, ...leave, ...answers);
    super(status, handlers.close, buttons);
    this.send = send;
    this.#answers = answers;
    this.setSentByEnter(false);
    this.#copyAnswer = new Button("Copy answer", "plain", handlers.copyAnswer).alwaysReady();
  }

  /** @param {boolean} on true once a form of one choice has a choice */
  setSentByEnter(on) {
    this.send.root.setAttribute("aria-keyshortcuts", on ? "Enter Control+Enter" : "Control+Enter");
  }

  /**
   * Of a yes/no question. No needs no reading.
   *
   * @param {boolean} isUnread
   */
  setUnread(isUnread) {
    if (this.isWithdrawn) return;
    const yes = this.#answers.at(-1)?.root;
    if (yes === undefined) return;
    const text = isUnread ? UNREAD : "";
    disable(yes, "unread", isUnread);
    yes.setAttribute("aria-description", text);
    this.status.setPersistent(text, "plain");
  }

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    const consequence = "Nothing was sent. You can still copy your answer.";
    this.withdraw(name, at, reason, consequence, this.#copyAnswer.root);
  }
}

/**
 * Neither is primary: the question itself says nothing about the better answer.
 *
 * @param {Extract<FormKindView, { kind: "yesNo" }>} kind
 * @param {FormHandlers["answer"]} answer
 * @returns {Button[]}
 */
function yesNoButtons({ yes, no }, answer) {
  return [
    new Button(no, "plain", (by, button) => answer(false, by, button)).withKey("N"),
    new Button(yes, "plain", (by, button) => answer(true, by, button)).withKey("Y"),
  ];
}
