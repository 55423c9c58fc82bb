// What puts a question away without an answer: for a while, for the agent's own terminal, or with its
// server muted.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { MuteChoices } from "./mute.js";

/** @import { By } from "./generated/By" */
/** @import { LaterFor } from "./generated/LaterFor" */
/** @import { Press } from "./generated/Press" */
/** @import { Layers } from "./layers.js" */
/** @import { Mute } from "./mute.js" */

/** @typedef {(by: By, button: Button) => void} Pressed */
/** @typedef {(length: LaterFor, by: By, button: Button) => void} PutAway */

/** @type {[LaterFor, string][]} */
const LONGER = [
  ["halfHour", "For 30 minutes"],
  ["twoHours", "For 2 hours"],
];
const MUTE = "mute";

/**
 * @typedef {object} Asides
 * @property {PutAway} later
 * @property {Mute} mute
 * @property {Pressed | null} answerInTerminal nothing if the asker cannot take the question back
 * @property {Layers} layers
 */

/**
 * @param {Layers} layers
 * @param {boolean} handBack whether the asker can take the question back
 * @param {(press: Press, by: By, button: Button) => void} press
 * @returns {Asides}
 */
export function asidePresses(layers, handBack, press) {
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
 * @param {Asides} pressed
 * @returns {HTMLElement}
 */
export function asides({ later, mute, answerInTerminal, layers }) {
  const aside = new Button("Later", "quiet", (by, button) => later("minutes", by, button));
  const choices = new MuteChoices(layers, mute);
  const away = el("div", { class: "later" }, aside.root, longer(later, aside, choices));
  if (answerInTerminal === null) return el("div", { class: "asides" }, choices.root, away);
  const terminal = new Button("Answer in terminal", "quiet", answerInTerminal).root;
  return el("div", { class: "asides" }, choices.root, away, terminal);
}

/**
 * A list that does something at once. It goes back to its first line, so that it can be used again
 * when the press came too soon.
 *
 * @param {PutAway} later
 * @param {Button} button
 * @param {MuteChoices} choices
 * @returns {HTMLSelectElement}
 */
function longer(later, button, choices) {
  const select = el(
    "select",
    {
      class: "later-longer",
      "aria-label": "Later, for longer, or mute",
      title: "For longer, or mute",
    },
    el("option", { value: "", hidden: true }, "…"),
    ...LONGER.map(([value, label]) => el("option", { value }, label)),
    el("option", { value: MUTE }, "Mute this server…"),
  );
  select.addEventListener("change", () => {
    if (select.value === MUTE) choices.open(select);
    const length = LONGER.find(([value]) => value === select.value)?.[0];
    select.value = "";
    if (length !== undefined) later(length, "pointer", button);
  });
  return select;
}
