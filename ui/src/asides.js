// What puts a question away without an answer: for a while, or for the agent's own terminal.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { Pressed } from "./bar.js" */
/** @import { By } from "./generated/By" */
/** @import { LaterFor } from "./generated/LaterFor" */

/** @typedef {(length: LaterFor, by: By, button: Button) => void} PutAway */

/** @type {[LaterFor, string][]} */
const LONGER = [
  ["halfHour", "For 30 minutes"],
  ["twoHours", "For 2 hours"],
];

/**
 * @param {{ later: PutAway, answerInTerminal: Pressed | null }} pressed
 * @returns {HTMLElement}
 */
export function asides({ later, answerInTerminal }) {
  const aside = new Button("Later", "quiet", (by, button) => later("minutes", by, button));
  const away = el("div", { class: "later" }, aside.root, longer(later, aside));
  if (answerInTerminal === null) return el("div", { class: "asides" }, away);
  const terminal = new Button("Answer in terminal", "quiet", answerInTerminal).root;
  return el("div", { class: "asides" }, away, terminal);
}

/**
 * A list that does something at once. It goes back to its first line, so that it can be used again
 * when the press came too soon.
 *
 * @param {PutAway} later
 * @param {Button} button
 * @returns {HTMLSelectElement}
 */
function longer(later, button) {
  const select = el(
    "select",
    { class: "later-longer", "aria-label": "Later, for longer", title: "Put it away for longer" },
    el("option", { value: "", hidden: true }, "…"),
    ...LONGER.map(([value, label]) => el("option", { value }, label)),
  );
  select.addEventListener("change", () => {
    const length = LONGER.find(([value]) => value === select.value)?.[0];
    select.value = "";
    if (length !== undefined) later(length, "pointer", button);
  });
  return select;
}
