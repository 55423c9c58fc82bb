// Sends presses to Rust, one at a time.

import {
  errorMessage,
  openSettings,
  pressAssistiveOffer,
  pressFlood,
  pressOpenedLink,
  press as sendPress,
} from "./backend.js";
import { Button } from "./button.js";
import { earlierKeysArrived } from "./earlierKeys.js";

/** @import { AssistiveOfferPressRequest } from "./generated/AssistiveOfferPressRequest" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { FloodPressRequest } from "./generated/FloodPressRequest" */
/** @import { Press } from "./generated/Press" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { OpenedLinkPressRequest } from "./generated/OpenedLinkPressRequest" */
/** @import { Tone } from "./statusLine.js" */

/**
 * What was on the screen when the person pressed.
 *
 * @typedef {object} PressTarget
 * @property {string} id
 * @property {number} generation
 */

/**
 * Shows the result of a press.
 *
 * @typedef {object} StatusDisplay
 * @property {(text: string, tone: Tone, action?: HTMLElement) => void} show `action` follows the text
 * @property {(text: string) => void} showBriefly
 */

const FOREIGN_PRESS =
  "Blocked: this click didn’t come from your keyboard or mouse. If you use remote control or assistive technology, turn on “Assistive and remote input”.";

export class PressSender {
  /** @type {Promise<PressReply | null> | null} */
  #current = null;
  #status;

  /** @param {StatusDisplay} status */
  constructor(status) {
    this.#status = status;
  }

  /**
   * Sends a press and shows the replies common to all presses. Ignored while another press is being
   * sent, unless that one turns out to be a program's.
   *
   * @param {PressTarget} target
   * @param {Press} press
   * @param {InputDevice} by
   * @param {Button | null} button shows why the press did nothing
   * @param {() => Promise<void>} [before] must resolve first
   * @returns {Promise<PressReply | null>}
   */
  press({ id, generation }, press, by, button, before) {
    return this.#send(button, async () => {
      if (by === "pointer") await earlierKeysArrived();
      await before?.();
      return sendPress({ id, generation, press, by });
    });
  }

  /**
   * @param {OpenedLinkPressRequest} request
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressOpenedLink(request, button) {
    return this.#send(button, () => pressOpenedLink(request));
  }

  /**
   * @param {FloodPressRequest} request
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressFlood(request, button) {
    return this.#send(button, () => pressFlood(request));
  }

  /**
   * @param {AssistiveOfferPressRequest} request
   * @param {Button} button
   * @returns {Promise<PressReply | null>}
   */
  pressAssistiveOffer(request, button) {
    return this.#send(button, () => pressAssistiveOffer(request));
  }

  /**
   * @param {Button | null} button
   * @param {() => Promise<PressReply>} request
   * @returns {Promise<PressReply | null>}
   */
  async #send(button, request) {
    // A press of a program must not swallow the person's own.
    while (this.#current !== null) {
      const earlier = await this.#current;
      if (earlier?.reply !== "foreign") return null;
    }
    this.#current = this.#sendNow(button, request);
    try {
      return await this.#current;
    } finally {
      this.#current = null;
    }
  }

  /**
   * @param {Button | null} button
   * @param {() => Promise<PressReply>} request
   * @returns {Promise<PressReply | null>}
   */
  async #sendNow(button, request) {
    try {
      const reply = await request();
      this.#showReply(reply, button);
      return reply;
    } catch (error) {
      this.#status.show(errorMessage(error), "problem");
      return null;
    }
  }

  /**
   * @param {PressReply} reply
   * @param {Button | null} button
   */
  #showReply(reply, button) {
    switch (reply.reply) {
      case "tooSoon":
        button?.showRefused("Wait…");
        this.#status.showBriefly("The window just changed. Check it and press again.");
        break;
      case "stale":
        this.#status.show("The question changed. Nothing was sent.", "problem");
        break;
      case "foreign":
        button?.showRefused("Blocked");
        this.#status.show(FOREIGN_PRESS, "problem", settingsButton());
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

/** @returns {HTMLElement} */
function settingsButton() {
  const { root } = new Button("Open Settings", "plain", (by) => openSettings(by)).alwaysReady();
  root.classList.add("small");
  return root;
}
