// The agent's name on the asker card.

import { isolate, quoted } from "./dom.js";

/** @import { AskerView } from "./generated/AskerView" */

/**
 * @param {AskerView} asker
 * @returns {HTMLElement} quoted if only the program claims it
 */
export function agentName({ agent, agentIsClaimed }) {
  return agentIsClaimed ? quoted(agent) : isolate(agent);
}
