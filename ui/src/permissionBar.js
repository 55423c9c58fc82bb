// The bottom of a permission's window.

import { AnswerBar } from "./answerBar.js";
import { asides } from "./asides.js";
import { Button, disable } from "./button.js";
import { el } from "./dom.js";

/** @import { AnswerPresses } from "./answerBar.js" */
/** @import { Pressed } from "./asides.js" */
/** @import { Status } from "./status.js" */

/**
 * @typedef {object} PermissionPresses
 * @property {Pressed} deny
 * @property {Pressed | null} always nothing if there is no rule to add
 * @property {Pressed} allow
 */

const UNREAD = "Read to the end, then it can be allowed.";

export class PermissionBar extends AnswerBar {
  #allowing;

  /**
   * @param {Status} status
   * @param {AnswerPresses & PermissionPresses} pressed
   */
  constructor(status, pressed) {
    const deny = new Button("Deny", "plain", pressed.deny);
    const always = pressed.always && new Button("Always allow", "plain", pressed.always);
    const allow = new Button("Allow", "primary", pressed.allow);
    const allowing = (always === null ? [allow] : [always, allow]).map(({ root }) => root);
    const buttons = el(
      "div",
      { class: "buttons permission-buttons" },
      asides(pressed),
      deny.root,
      ...allowing,
    );
    super(status, pressed.close, buttons);
    this.#allowing = allowing;
  }

  /** @param {boolean} read whether the last line was on the screen */
  show(read) {
    if (this.isWithdrawn) return;
    const words = read ? "" : UNREAD;
    for (const root of this.#allowing) {
      disable(root, "unread", !read);
      root.setAttribute("aria-description", words);
    }
    this.status.stand(words, "plain");
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
