// What puts a question away without an answer: for a while, or for the agent's own terminal.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { Pressed } from "./bar.js" */

/**
 * @param {{ later: Pressed, answerInTerminal: Pressed | null }} pressed
 * @returns {HTMLElement}
 */
export function asides({ later, answerInTerminal }) {
  const aside = new Button("Later", "quiet", later).root;
  if (answerInTerminal === null) return aside;
  const terminal = new Button("Answer in terminal", "quiet", answerInTerminal).root;
  return el("div", { class: "asides" }, aside, terminal);
}
