// Buttons that put a question away without an answer: Remind me, with its menu, and Answer in terminal.

import { Button } from "./button.js";
import { el, isolate } from "./dom.js";
import { MenuButton } from "./menuButton.js";
import { MuteChoices } from "./muteChoices.js";

/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { SnoozeFor } from "./generated/SnoozeFor" */
/** @import { Press } from "./generated/Press" */
/** @import { Layers } from "./layers.js" */
/** @import { MuteHandler } from "./muteChoices.js" */

/** @typedef {(by: InputDevice, button: Button) => void} PressHandler */
/** @typedef {(length: SnoozeFor, by: InputDevice, button: Button) => void} SnoozeHandler */

/** @type {[SnoozeFor, string][]} */
const SNOOZES = [
  ["minutes", "In 5 minutes"],
  ["halfHour", "In 30 minutes"],
  ["twoHours", "In 2 hours"],
];

/**
 * @typedef {object} DeferHandlers
 * @property {SnoozeHandler} later
 * @property {MuteHandler} mute
 * @property {PressHandler | null} answerInTerminal null if the asker cannot take the question back
 * @property {Layers} layers
 * @property {string} name the asker
 */

/**
 * @param {Layers} layers
 * @param {boolean} handBack whether the asker can take the question back
 * @param {(press: Press, by: InputDevice, button: Button) => void} press
 * @param {string} name the asker
 * @returns {DeferHandlers}
 */
export function deferHandlers(layers, handBack, press, name = "this server") {
  return {
    later: (length, by, button) => press({ press: "later", length }, by, button),
    mute: (length, by, button) => press({ press: "mute", length }, by, button),
    answerInTerminal: handBack
      ? (by, button) => press({ press: "answerInTerminal" }, by, button)
      : null,
    layers,
    name,
  };
}

/**
 * @param {DeferHandlers} handlers
 * @returns {HTMLElement}
 */
export function deferButtons({ later, mute, answerInTerminal, layers, name }) {
  const muteChoices = new MuteChoices(layers, mute);
  const snoozes = SNOOZES.map(
    ([length, label]) => new Button(label, "quiet", (by, button) => later(length, by, button)),
  );
  const muteItem = el("button", { type: "button" }, "Mute ", isolate(name), "…");
  const remind = new MenuButton("Remind me", layers, [
    ...snoozes.map(({ root }) => root),
    el("hr", {}),
    muteItem,
  ]);
  muteItem.addEventListener("click", () => {
    remind.close();
    muteChoices.open(remind.button);
  });
  const terminal = terminalButton(answerInTerminal);
  return el("div", { class: "defer-buttons" }, muteChoices.root, remind.root, terminal);
}

/**
 * @param {PressHandler | null} handler
 * @returns {HTMLElement | null}
 */
export function terminalButton(handler) {
  return handler && new Button("Answer in terminal", "quiet", handler).root;
}
