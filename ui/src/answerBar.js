// The button bar of a question. When the asker withdraws, a banner says so and the answer buttons go.

import { Button } from "./button.js";
import { deferButtons } from "./deferButtons.js";
import { el, isolate } from "./dom.js";
import { formatTime } from "./timeFormat.js";

/** @import { ButtonStyle } from "./button.js" */
/** @import { DeferHandlers, PressHandler } from "./deferButtons.js" */
/** @import { StatusLine } from "./statusLine.js" */

/** @typedef {DeferHandlers & { close: PressHandler }} AnswerHandlers */

/**
 * The buttons of a bar: those that answer stay side by side.
 *
 * @param {DeferHandlers | null} handlers
 * @param {...Button} answers
 * @returns {HTMLElement}
 */
export function buttonRow(handlers, ...answers) {
  return el(
    "div",
    { class: "buttons" },
    handlers !== null && deferButtons(handlers),
    el("div", { class: "answers" }, ...answers.map(({ root }) => root)),
  );
}

/**
 * @param {ButtonStyle} style
 * @param {PressHandler} onPress
 * @returns {Button}
 */
export function declineButton(style, onPress) {
  return new Button("Decline", style, onPress).withKey("Alt+D");
}

export class AnswerBar {
  isWithdrawn = false;

  /**
   * @param {StatusLine} status
   * @param {PressHandler} close
   * @param {HTMLElement} buttons
   */
  constructor(status, close, buttons) {
    this.status = status;
    this.buttons = buttons;
    this.close = new Button("Close", "primary", close);
    this.root = el("footer", { class: "bar" }, status.root, buttons);
  }

  /**
   * Says that the asker withdrew the question, and removes the answer buttons.
   *
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   * @param {string} consequence
   * @param {...HTMLElement} remainingButtons
   */
  withdraw(name, at, reason, consequence, ...remainingButtons) {
    const text = ` cancelled this question at ${formatTime(at)}. ${consequence}`;
    this.end(el("p", {}, isolate(name), text), reason, ...remainingButtons);
  }

  /**
   * @param {HTMLElement} text
   * @param {string} reason
   * @param {...HTMLElement} remainingButtons
   */
  end(text, reason, ...remainingButtons) {
    if (this.isWithdrawn) return;
    this.isWithdrawn = true;
    const hadFocus = this.root.contains(document.activeElement);
    this.root.classList.add("withdrawn");
    this.status.setPersistent("", "plain");
    const { banner } = this.status;
    banner.replaceChildren(text, el("p", { class: "notice-reason" }, isolate(reason)));
    this.buttons.replaceChildren(...remainingButtons, this.close.root);
    if (!hadFocus) return;
    banner.tabIndex = -1;
    banner.focus();
  }
}
