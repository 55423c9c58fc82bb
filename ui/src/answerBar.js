// The bottom of a question's window: the buttons, always in reach, and what is left of them when the
// asker has stopped waiting.

import { Button } from "./button.js";
import { el, said } from "./dom.js";
import { time } from "./moment.js";

/** @import { Asides, Pressed } from "./asides.js" */
/** @import { Status } from "./status.js" */

/** @typedef {Asides & { close: Pressed }} AnswerPresses */

export class AnswerBar {
  isWithdrawn = false;
  notice = el("div", { class: "notice", role: "status" });

  /**
   * @param {Status} status
   * @param {Pressed} close
   * @param {HTMLElement} buttons
   */
  constructor(status, close, buttons) {
    this.status = status;
    this.buttons = buttons;
    this.close = new Button("Close", "primary", close);
    this.root = el("footer", { class: "bar" }, this.notice, status.root, buttons);
  }

  /**
   * The asker stopped waiting: everything can still be read, and nothing can be answered any more.
   *
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   * @param {string} consequence
   * @param {...HTMLElement} left buttons that stay of use
   */
  withdraw(name, at, reason, consequence, ...left) {
    if (this.isWithdrawn) return;
    this.isWithdrawn = true;
    const hadFocus = this.root.contains(document.activeElement);
    this.root.classList.add("withdrawn");
    this.status.stand("", "plain");
    this.notice.replaceChildren(
      el("p", {}, said(name), ` stopped waiting at ${time(at)}. ${consequence}`),
      el("p", { class: "notice-reason" }, said(reason)),
    );
    this.buttons.replaceChildren(...left, this.close.root);
    if (!hadFocus) return;
    this.notice.tabIndex = -1;
    this.notice.focus();
  }
}
