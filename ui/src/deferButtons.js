// Buttons that put a question away without an answer: Later, Answer in terminal and Mute.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { MuteChoices } from "./muteChoices.js";

/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { SnoozeFor } from "./generated/SnoozeFor" */
/** @import { Press } from "./generated/Press" */
/** @import { Layers } from "./layers.js" */
/** @import { MuteHandler } from "./muteChoices.js" */

/** @typedef {(by: InputDevice, button: Button) => void} PressHandler */
/** @typedef {(length: SnoozeFor, by: InputDevice, button: Button) => void} SnoozeHandler */

/** @type {[SnoozeFor, string][]} */
const LONGER_SNOOZES = [
  ["halfHour", "For 30 minutes"],
  ["twoHours", "For 2 hours"],
];
const MUTE_OPTION = "mute";

/**
 * @typedef {object} DeferHandlers
 * @property {SnoozeHandler} later
 * @property {MuteHandler} mute
 * @property {PressHandler | null} answerInTerminal null if the asker cannot take the question back
 * @property {Layers} layers
 */

/**
 * @param {Layers} layers
 * @param {boolean} handBack whether the asker can take the question back
 * @param {(press: Press, by: InputDevice, button: Button) => void} press
 * @returns {DeferHandlers}
 */
export function deferHandlers(layers, handBack, press) {
  return {
    later: (length, by, button) => press({ press: "later", length }, by, button),
    mute: (length, by, button) => press({ press: "mute", length }, by, button),
    answerInTerminal: handBack
      ? (by, button) => press({ press: "answerInTerminal" }, by, button)
      : null,
    layers,
  };
}

/**
 * @param {DeferHandlers} handlers
 * @returns {HTMLElement}
 */
export function deferButtons({ later, mute, answerInTerminal, layers }) {
  const laterButton = new Button("Later", "quiet", (by, button) => later("minutes", by, button));
  const muteChoices = new MuteChoices(layers, mute);
  const snooze = el(
    "div",
    { class: "later" },
    laterButton.root,
    snoozeMenu(later, laterButton, muteChoices),
  );
  if (answerInTerminal === null)
    return el("div", { class: "defer-buttons" }, muteChoices.root, snooze);
  const terminalButton = new Button("Answer in terminal", "quiet", answerInTerminal).root;
  return el("div", { class: "defer-buttons" }, muteChoices.root, snooze, terminalButton);
}

/**
 * A menu that acts at once. It resets itself, so that it can be used again after "Too soon".
 *
 * @param {SnoozeHandler} later
 * @param {Button} laterButton
 * @param {MuteChoices} choices
 * @returns {HTMLSelectElement}
 */
function snoozeMenu(later, laterButton, choices) {
  const select = el(
    "select",
    {
      class: "later-longer",
      "aria-label": "Later, for longer, or mute",
      title: "For longer, or mute",
    },
    el("option", { value: "", hidden: true }, "…"),
    ...LONGER_SNOOZES.map(([value, label]) => el("option", { value }, label)),
    el("option", { value: MUTE_OPTION }, "Mute this server…"),
  );
  select.addEventListener("change", () => {
    if (select.value === MUTE_OPTION) choices.open(select);
    const length = LONGER_SNOOZES.find(([value]) => value === select.value)?.[0];
    select.value = "";
    if (length !== undefined) later(length, "pointer", laterButton);
  });
  return select;
}
