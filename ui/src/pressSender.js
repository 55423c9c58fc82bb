// Presses on their way to Rust, one at a time.

import { errorMessage, pressFlood, pressOpenedLink, press as sendPress } from "./backend.js";

/** @import { Button } from "./button.js" */
/** @import { By } from "./generated/By.js" */
/** @import { FloodPressSaid } from "./generated/FloodPressSaid.js" */
/** @import { Press } from "./generated/Press.js" */
/** @import { PressReply } from "./generated/PressReply.js" */
/** @import { WaitPressSaid } from "./generated/WaitPressSaid.js" */
/** @import { Tone } from "./statusLine.js" */

/**
 * What a press names: what was on the screen when it was made.
 *
 * @typedef {object} PressTarget
 * @property {string} id
 * @property {number} generation
 */

/**
 * Where it is said what came of a press.
 *
 * @typedef {object} StatusDisplay
 * @property {(text: string, tone: Tone) => void} show
 * @property {(text: string) => void} showBriefly
 */

const FOREIGN_PRESS =
  "This press came from another program; nothing was done. If you use remote control or assistive input, allow it in Settings, with a keyboard or mouse of this computer.";

export class PressSender {
  #busy = false;
  #status;

  /** @param {StatusDisplay} status */
  constructor(status) {
    this.#status = status;
  }

  /**
   * Says a press and shows the replies that are the same for all of them. A press while another is
   * on its way is not said.
   *
   * @param {PressTarget} subject
   * @param {Press} press
   * @param {By} by
   * @param {Button | null} button the one that shows a refusal
   * @param {() => Promise<void>} [before] what must reach Rust first
   * @returns {Promise<PressReply | null>}
   */
  press({ id, generation }, press, by, button, before) {
    return this.#send(button, async () => {
      await before?.();
      return sendPress({ id, generation, press, by });
    });
  }

  /**
   * Says a press on a card of the strip.
   *
   * @param {WaitPressSaid} request
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressOpenedLink(request, button) {
    return this.#send(button, () => pressOpenedLink(request));
  }

  /**
   * Says a press on the card of someone that asked too often.
   *
   * @param {FloodPressSaid} request
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressFlood(request, button) {
    return this.#send(button, () => pressFlood(request));
  }

  /**
   * @param {Button | null} button
   * @param {() => Promise<PressReply>} request
   * @returns {Promise<PressReply | null>}
   */
  async #send(button, request) {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      const reply = await request();
      this.#showReply(reply, button);
      return reply;
    } catch (error) {
      this.#status.show(errorMessage(error), "problem");
      return null;
    } finally {
      this.#busy = false;
    }
  }

  /**
   * @param {PressReply} reply
   * @param {Button | null} button
   */
  #showReply(reply, button) {
    switch (reply.reply) {
      case "tooSoon":
        button?.showTooSoon();
        this.#status.showBriefly("Too soon: this just changed. Press again.");
        break;
      case "stale":
        this.#status.show("This question changed; nothing was sent.", "problem");
        break;
      case "foreign":
        button?.showTooSoon();
        this.#status.show(FOREIGN_PRESS, "problem");
        break;
      case "done":
      case "previewed":
      case "problems":
      case "unread":
      case "secretHeld":
        break;
    }
  }
}
