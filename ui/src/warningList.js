// Warnings about a link, most severe first. Notes are folded away, so that they hide no warning.

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
  const notes = warnings.filter(({ severity }) => severity === "note");
  const others = warnings.filter(({ severity }) => severity !== "note");
  return el(
    "section",
    { class: "warnings", "aria-label": "Warnings", hidden: warnings.length === 0 },
    others.length > 0 && el("ul", {}, ...others.map(row)),
    notes.length > 0 &&
      el(
        "details",
        {},
        el(
          "summary",
          {},
          icon("chevron"),
          el("span", {}, notes.length === 1 ? "1 note" : `${notes.length} notes`),
        ),
        el("ul", {}, ...notes.map(row)),
      ),
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
