// The agent's name as it stands on the card.

import { quoted, said } from "./dom.js";

/** @import { AskerView } from "./generated/AskerView" */

/**
 * @param {AskerView} asker
 * @returns {HTMLElement} in quotation marks if only the program says so
 */
export function agentOf({ agent, agentSaid }) {
  return agentSaid ? quoted(agent) : said(agent);
}
