// The agent's name as it stands on the card.

import { isolate, quoted } from "./dom.js";

/** @import { AskerView } from "./generated/AskerView.js" */

/**
 * @param {AskerView} asker
 * @returns {HTMLElement} in quotation marks if only the program says so
 */
export function agentName({ agent, agentSaid }) {
  return agentSaid ? quoted(agent) : isolate(agent);
}
