// How a question ended, in words for people.

/** @import { IconName } from "../icon.js" */

/**
 * @typedef {object} OutcomeLabel
 * @property {string} text
 * @property {IconName} iconName
 */

/** By the outcome's word. @type {Record<string, OutcomeLabel>} */
export const OUTCOMES = {
  accepted: { text: "Accepted", iconName: "check" },
  declined: { text: "Declined", iconName: "remove" },
  dismissed: { text: "Closed", iconName: "closed" },
  handedBack: { text: "Handed back", iconName: "handedBack" },
  expired: { text: "Timed out", iconName: "clock" },
  withdrawn: { text: "Withdrawn", iconName: "withdrawn" },
  notShown: { text: "Could not be shown", iconName: "eyeCrossed" },
  refused: { text: "Refused", iconName: "refused" },
};

/**
 * @param {string} word
 * @returns {OutcomeLabel} a word of a newer Doorbell stands for itself
 */
export function outcomeLabel(word) {
  return OUTCOMES[word] ?? { text: word, iconName: "info" };
}
