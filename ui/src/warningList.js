// Warnings about a link, most severe first.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/** @import { IconName } from "./icon.js" */
/** @import { Severity } from "./generated/Severity" */
/** @import { WarningView } from "./generated/WarningView" */

/** @type {Record<Severity, { iconName: IconName, label: string }>} */
const SEVERITIES = {
  severe: { iconName: "warning", label: "Danger" },
  caution: { iconName: "problem", label: "Caution" },
  note: { iconName: "info", label: "Note" },
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
  const { iconName, label } = SEVERITIES[severity];
  return el(
    "li",
    { class: severity },
    icon(iconName),
    el("p", {}, el("span", { class: "visually-hidden" }, `${label}: `), isolate(text)),
  );
}
