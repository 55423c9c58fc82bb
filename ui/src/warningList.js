// What the person should know before opening a link, the gravest first.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/** @import { IconName } from "./icon.js" */
/** @import { Severity } from "./generated/Severity.js" */
/** @import { WarningView } from "./generated/WarningView.js" */

/** @type {Record<Severity, { drawing: IconName, word: string }>} */
const SEVERITIES = {
  severe: { drawing: "warning", word: "Danger" },
  caution: { drawing: "problem", word: "Caution" },
  note: { drawing: "info", word: "Note" },
};

/**
 * @param {WarningView[]} warnings
 * @returns {HTMLElement}
 */
export function warningList(warnings) {
  return el(
    "section",
    {
      class: "warnings",
      tabindex: 0,
      role: "region",
      "aria-label": "Warnings",
      hidden: warnings.length === 0,
    },
    el("ul", {}, ...warnings.map(row)),
  );
}

/**
 * @param {WarningView} warning
 * @returns {HTMLElement}
 */
function row({ severity, text }) {
  const { drawing, word } = SEVERITIES[severity];
  return el(
    "li",
    { class: severity },
    icon(drawing),
    el("p", {}, el("span", { class: "unseen" }, `${word}: `), isolate(text)),
  );
}
