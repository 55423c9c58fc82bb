// How a question ended, in words for people.

/** @import { IconName } from "../icon.js" */

/**
 * @typedef {object} OutcomeWords
 * @property {string} words
 * @property {IconName} drawing
 */

/** By the outcome's word. @type {Record<string, OutcomeWords>} */
export const OUTCOMES = {
  accepted: { words: "Accepted", drawing: "check" },
  declined: { words: "Declined", drawing: "remove" },
  dismissed: { words: "Closed", drawing: "closed" },
  handedBack: { words: "Handed back", drawing: "handedBack" },
  expired: { words: "Timed out", drawing: "clock" },
  withdrawn: { words: "Withdrawn", drawing: "withdrawn" },
  notShown: { words: "Could not be shown", drawing: "eyeCrossed" },
  refused: { words: "Refused", drawing: "refused" },
};

/**
 * @param {string} word
 * @returns {OutcomeWords} a word of a newer Doorbell stands for itself
 */
export function outcomeOf(word) {
  return OUTCOMES[word] ?? { words: word, drawing: "info" };
}
