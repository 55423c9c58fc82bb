// The bottom of a permission's window: the status line and the buttons, always in reach.

import { asides } from "./asides.js";
import { Button, disable } from "./button.js";
import { el } from "./dom.js";
import { Notice } from "./notice.js";

/** @import { PutAway } from "./asides.js" */
/** @import { Pressed } from "./bar.js" */
/** @import { Layers } from "./layers.js" */
/** @import { Mute } from "./mute.js" */
/** @import { Status } from "./status.js" */

/**
 * @typedef {object} PermissionPresses
 * @property {PutAway} later
 * @property {Mute} mute
 * @property {Layers} layers
 * @property {Pressed | null} answerInTerminal nothing if the asker cannot take the question back
 * @property {Pressed} deny
 * @property {Pressed | null} always nothing if there is no rule to add
 * @property {Pressed} allow
 * @property {Pressed} close
 */

const UNREAD = "Read to the end, then it can be allowed.";

export class PermissionBar {
  #notice = new Notice();
  #isWithdrawn = false;
  #status;
  #buttons;
  #allowing;

  /**
   * @param {Status} status
   * @param {PermissionPresses} pressed
   */
  constructor(status, pressed) {
    this.#status = status;
    const deny = new Button("Deny", "plain", pressed.deny);
    const always = pressed.always && new Button("Always allow", "plain", pressed.always);
    const allow = new Button("Allow", "primary", pressed.allow);
    this.#allowing = always === null ? [allow] : [always, allow];
    this.close = new Button("Close", "primary", pressed.close);
    this.#buttons = el(
      "div",
      { class: "buttons permission-buttons" },
      asides(pressed),
      deny.root,
      ...this.#allowing.map((button) => button.root),
    );
    this.root = el("footer", { class: "bar" }, this.#notice.root, status.root, this.#buttons);
  }

  /** @param {boolean} read whether the last line was on the screen */
  show(read) {
    if (this.#isWithdrawn) return;
    const words = read ? "" : UNREAD;
    for (const { root } of this.#allowing) {
      disable(root, "unread", !read);
      root.setAttribute("aria-description", words);
    }
    this.#status.stand(words, "plain");
  }

  /**
   * The asker stopped waiting: it can be read, and nothing can be allowed any more.
   *
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    if (this.#isWithdrawn) return;
    this.#isWithdrawn = true;
    const hadFocus = this.#buttons.contains(document.activeElement);
    this.root.classList.add("withdrawn");
    this.#status.stand("", "plain");
    this.#notice.show(name, at, "Nothing was allowed or denied here.", reason);
    this.#buttons.replaceChildren(this.close.root);
    if (hadFocus) this.#notice.focus();
  }
}
