// Presses on their way to Rust, one at a time.

import { pressFlood, pressWait, press as sayPress, wentWrong } from "./backend.js";

/** @import { Button } from "./button.js" */
/** @import { By } from "./generated/By" */
/** @import { FloodPressSaid } from "./generated/FloodPressSaid" */
/** @import { Press } from "./generated/Press" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { WaitPressSaid } from "./generated/WaitPressSaid" */
/** @import { Tone } from "./status.js" */

/**
 * What a press names: what was on the screen when it was made.
 *
 * @typedef {object} Subject
 * @property {string} id
 * @property {number} generation
 */

/**
 * Where it is said what came of a press.
 *
 * @typedef {object} Speaker
 * @property {(text: string, tone: Tone) => void} say
 * @property {(text: string) => void} mention
 */

const FOREIGN =
  "This press came from another program; nothing was done. If you use remote control or assistive input, allow it in Settings, with a keyboard or mouse of this computer.";

export class Presses {
  #busy = false;
  #speaker;

  /** @param {Speaker} speaker */
  constructor(speaker) {
    this.#speaker = speaker;
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
  press({ id, generation }, press, by, button, before) {
    return this.#take(button, async () => {
      await before?.();
      return sayPress({ id, generation, press, by });
    });
  }

  /**
   * Says a press on a card of the strip.
   *
   * @param {WaitPressSaid} said
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressWait(said, button) {
    return this.#take(button, () => pressWait(said));
  }

  /**
   * Says a press on the card of someone that asked too often.
   *
   * @param {FloodPressSaid} said
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressFlood(said, button) {
    return this.#take(button, () => pressFlood(said));
  }

  /**
   * @param {Button | null} button
   * @param {() => Promise<PressReply>} say
   * @returns {Promise<PressReply | null>}
   */
  async #take(button, say) {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      const reply = await say();
      this.#show(reply, button);
      return reply;
    } catch (error) {
      this.#speaker.say(wentWrong(error), "problem");
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
        this.#speaker.mention("Too soon: this just changed. Press again.");
        break;
      case "stale":
        this.#speaker.say("This question changed; nothing was sent.", "problem");
        break;
      case "foreign":
        button?.refuse();
        this.#speaker.say(FOREIGN, "problem");
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
