// Presses on their way to Rust, one at a time.

import { press as sayPress, wentWrong } from "./backend.js";

/** @import { Button } from "./button.js" */
/** @import { By } from "./generated/By" */
/** @import { Press } from "./generated/Press" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { Status } from "./status.js" */

/**
 * What a press names: what was on the screen when it was made.
 *
 * @typedef {object} Subject
 * @property {string} id
 * @property {number} generation
 */

export class Presses {
  #busy = false;
  #status;

  /** @param {Status} status */
  constructor(status) {
    this.#status = status;
  }

  /**
   * Says a press and shows the replies that are the same for all of them. A press while another is
   * on its way is not said.
   *
   * @param {Subject} subject
   * @param {Press} press
   * @param {By} by
   * @param {Button | null} button the one that shows a refusal
   * @param {() => Promise<void>} [before] what must reach Rust first
   * @returns {Promise<PressReply | null>}
   */
  async press({ id, generation }, press, by, button, before) {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      await before?.();
      const reply = await sayPress({ id, generation, press, by });
      this.#show(reply, button);
      return reply;
    } catch (error) {
      this.#status.say(wentWrong(error), "problem");
      return null;
    } finally {
      this.#busy = false;
    }
  }

  /**
   * @param {PressReply} reply
   * @param {Button | null} button
   */
  #show(reply, button) {
    switch (reply.reply) {
      case "tooSoon":
        button?.refuse();
        this.#status.mention("Too soon: this just changed. Press again.");
        break;
      case "stale":
        this.#status.say("This question changed; nothing was sent.", "problem");
        break;
      case "done":
      case "problems":
      case "secretHeld":
        break;
    }
  }
}
