// Labels and icons of outcomes.

/** @import { QuestionKindView } from "../generated/QuestionKindView" */
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
 * Of kinds of questions with words of their own.
 *
 * @type {Partial<Record<QuestionKindView, Record<string, string>>>}
 */
const WORDS_OF_KINDS = {
  link: { accepted: "Opened" },
  permission: { accepted: "Allowed", declined: "Denied" },
};

/**
 * @param {string} outcome
 * @param {QuestionKindView} kind
 * @returns {OutcomeLabel} an unknown outcome, from a newer Doorbell, is shown as it is
 */
export function outcomeLabel(outcome, kind) {
  const label = OUTCOMES[outcome] ?? { text: outcome, iconName: "info" };
  return { ...label, text: WORDS_OF_KINDS[kind]?.[outcome] ?? label.text };
}
