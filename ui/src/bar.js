// The bottom of a form's window: the status line and the buttons, always in reach.

import { asides } from "./asides.js";
import { Button } from "./button.js";
import { el } from "./dom.js";
import { Notice } from "./notice.js";

/** @import { PutAway } from "./asides.js" */
/** @import { By } from "./generated/By" */
/** @import { Layers } from "./layers.js" */
/** @import { Mute } from "./mute.js" */
/** @import { Status } from "./status.js" */

/** @typedef {(by: By, button: Button) => void} Pressed */

/**
 * @typedef {object} BarPresses
 * @property {PutAway} later
 * @property {Mute} mute
 * @property {Layers} layers
 * @property {Pressed | null} answerInTerminal nothing if the asker cannot take the question back
 * @property {Pressed} decline
 * @property {Pressed} send
 * @property {Pressed} copyAnswer
 * @property {Pressed} close
 * @property {boolean} preview whether it is only looked at, and nobody waits
 */

export class Bar {
  #notice = new Notice();
  #buttons;
  #copyAnswer;
  #isWithdrawn = false;

  /**
   * @param {Status} status
   * @param {BarPresses} pressed
   */
  constructor(status, pressed) {
    const decline = new Button("Decline", "plain", pressed.decline);
    this.send = new Button("Send", "primary", pressed.send);
    this.send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    this.#copyAnswer = new Button("Copy answer", "plain", pressed.copyAnswer).unguarded();
    this.close = new Button("Close", "primary", pressed.close);
    const away = pressed.preview
      ? [new Button("Close", "plain", pressed.close).root]
      : [asides(pressed), decline.root];
    this.#buttons = el("div", { class: "buttons" }, ...away, this.send.root);
    this.root = el("footer", { class: "bar" }, this.#notice.root, status.root, this.#buttons);
  }

  /**
   * The asker stopped waiting: what was typed stays, and nothing can be sent any more.
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
    this.#notice.show(name, at, "Nothing was sent; your text is kept.", reason);
    this.#buttons.replaceChildren(this.#copyAnswer.root, this.close.root);
    if (hadFocus) this.#notice.focus();
  }
}
