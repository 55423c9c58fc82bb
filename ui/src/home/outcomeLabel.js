// Labels and icons of outcomes.

/** @import { IconName } from "../icon.js" */

/**
 * @typedef {object} OutcomeLabel
 * @property {string} text
 * @property {IconName} iconName
 */

/** @type {Record<string, OutcomeLabel>} */
export const OUTCOMES = {
  accepted: { text: "Answered", iconName: "check" },
  declined: { text: "Declined", iconName: "remove" },
  dismissed: { text: "Cancelled", iconName: "closed" },
  handedBack: { text: "Answered in terminal", iconName: "handedBack" },
  expired: { text: "Timed out", iconName: "clock" },
  answeredInTerminal: { text: "Terminal was first", iconName: "handedBack" },
  withdrawn: { text: "Withdrawn", iconName: "withdrawn" },
  notShown: { text: "Not shown", iconName: "eyeCrossed" },
  refused: { text: "Blocked", iconName: "refused" },
};

/**
 * @param {string} word
 * @returns {OutcomeLabel} an unknown outcome, from a newer Doorbell, is shown as it is
 */
export function outcomeLabel(word) {
  return OUTCOMES[word] ?? { text: word, iconName: "info" };
}
