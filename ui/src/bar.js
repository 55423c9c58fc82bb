// The bottom of a form's window.

import { AnswerBar } from "./answerBar.js";
import { asides } from "./asides.js";
import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { AnswerPresses } from "./answerBar.js" */
/** @import { Pressed } from "./asides.js" */
/** @import { Status } from "./status.js" */

/**
 * @typedef {object} FormPresses
 * @property {Pressed} decline
 * @property {Pressed} send
 * @property {Pressed} copyAnswer
 * @property {boolean} preview whether it is only looked at, and nobody waits
 */

export class Bar extends AnswerBar {
  #copyAnswer;

  /**
   * @param {Status} status
   * @param {AnswerPresses & FormPresses} pressed
   */
  constructor(status, pressed) {
    const send = new Button("Send", "primary", pressed.send);
    send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    const away = pressed.preview
      ? [new Button("Close", "plain", pressed.close).root]
      : [asides(pressed), new Button("Decline", "plain", pressed.decline).root];
    super(status, pressed.close, el("div", { class: "buttons" }, ...away, send.root));
    this.send = send;
    this.#copyAnswer = new Button("Copy answer", "plain", pressed.copyAnswer).unguarded();
  }

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    const kept = "Nothing was sent; your text is kept.";
    this.withdraw(name, at, reason, kept, this.#copyAnswer.root);
  }
}
