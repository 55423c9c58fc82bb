// The button bar of a permission.

import { AnswerBar } from "./answerBar.js";
import { Button, disable } from "./button.js";
import { deferButtons } from "./deferButtons.js";
import { el } from "./dom.js";

/** @import { AnswerHandlers } from "./answerBar.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * @typedef {object} PermissionHandlers
 * @property {PressHandler} deny
 * @property {PressHandler | null} always null if there is no rule to add
 * @property {PressHandler} allow
 */

const UNREAD = "Read to the end, then it can be allowed.";

export class PermissionBar extends AnswerBar {
  #allowButtons;

  /**
   * @param {StatusLine} status
   * @param {AnswerHandlers & PermissionHandlers} handlers
   */
  constructor(status, handlers) {
    const deny = new Button("Deny", "plain", handlers.deny);
    const always = handlers.always && new Button("Always allow", "plain", handlers.always);
    const allow = new Button("Allow", "primary", handlers.allow);
    const allowButtons = (always === null ? [allow] : [always, allow]).map(({ root }) => root);
    const buttons = el(
      "div",
      { class: "buttons permission-buttons" },
      deferButtons(handlers),
      deny.root,
      ...allowButtons,
    );
    super(status, handlers.close, buttons);
    this.#allowButtons = allowButtons;
  }

  /** @param {boolean} isRead true once the last line was visible */
  show(isRead) {
    if (this.isWithdrawn) return;
    const text = isRead ? "" : UNREAD;
    for (const root of this.#allowButtons) {
      disable(root, "unread", !isRead);
      root.setAttribute("aria-description", text);
    }
    this.status.setPersistent(text, "plain");
  }

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    this.withdraw(name, at, reason, "Nothing was allowed or denied here.");
  }
}
