// Labels and icons of outcomes.

/** @import { IconName } from "../icon.js" */

/**
 * @typedef {object} OutcomeLabel
 * @property {string} text
 * @property {IconName} iconName
 */

/** @type {Record<string, OutcomeLabel>} */
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
 * @returns {OutcomeLabel} an unknown outcome, from a newer Doorbell, is shown as it is
 */
export function outcomeLabel(word) {
  return OUTCOMES[word] ?? { text: word, iconName: "info" };
}
