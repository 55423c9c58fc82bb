// The button bar of a permission.

import { AnswerBar, buttonRow } from "./answerBar.js";
import { Button, disable } from "./button.js";

/** @import { AnswerHandlers } from "./answerBar.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { PermissionView } from "./generated/PermissionView" */
/** @import { WarningView } from "./generated/WarningView" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * @typedef {object} PermissionHandlers
 * @property {PressHandler} deny
 * @property {PressHandler} allow
 */

const UNREAD = "Scroll to the end to enable Allow.";

export class PermissionBar extends AnswerBar {
  #allowButtons;

  /**
   * @param {PermissionView} permission
   * @param {HTMLElement[]} choices buttons that allow more
   * @param {StatusLine} status
   * @param {AnswerHandlers & PermissionHandlers} handlers
   */
  constructor({ detail }, choices, status, handlers) {
    const isDangerous = detail.detail === "address" && detail.warnings.some(isSevere);
    const deny = new Button("Deny", isDangerous ? "primary" : "plain", handlers.deny).withKey(
      "Alt+D",
    );
    // Never primary: pressed by habit, it would allow what nobody read.
    const allow = new Button("Allow", "plain", handlers.allow).withKey("Alt+A");
    super(status, handlers.close, buttonRow(handlers, deny, allow));
    this.#allowButtons = [...choices, allow.root];
  }

  /**
   * @param {boolean} isRead true once the last line was visible
   * @param {string | null} problem of what the person changed
   */
  show(isRead, problem) {
    if (this.isWithdrawn) return;
    const text = problem ?? (isRead ? "" : UNREAD);
    for (const root of this.#allowButtons) {
      disable(root, "unread", !isRead);
      disable(root, "invalid", problem !== null);
      root.setAttribute("aria-description", text);
    }
    this.status.setPersistent(text, problem === null ? "plain" : "problem");
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

/**
 * @param {WarningView} warning
 * @returns {boolean}
 */
function isSevere({ severity }) {
  return severity === "severe";
}
