// Whether this asker asked before, and whether its program changed since. This is information only:
// a new asker may be honest and a known one may not be.

import { el } from "./dom.js";
import { icon } from "./icon.js";
import { formatAtOrOn } from "./timeFormat.js";

/** @import { AcquaintanceView } from "./generated/AcquaintanceView" */
/** @import { AskerView } from "./generated/AskerView" */

export class FamiliarityNote {
  known = el("p", { class: "asker-known", hidden: true });
  changed = el(
    "p",
    { class: "asker-changed", hidden: true },
    icon("changed"),
    el("span", {}, "Program changed since last time"),
  );

  /** @param {AskerView} asker */
  show({ acquaintance, verified }) {
    this.known.hidden = acquaintance === null;
    this.known.classList.toggle("is-first", acquaintance?.known === "first");
    this.known.replaceChildren(acquaintance === null ? "" : timesAsked(acquaintance));
    this.changed.hidden = !verified.changed;
  }
}

/**
 * For the details under "Who is this?".
 *
 * @param {AskerView} asker
 * @returns {HTMLElement | null}
 */
export function familiarityDetails({ acquaintance }) {
  if (acquaintance === null) return null;
  const lastAsked =
    acquaintance.known === "again" ? `, last ${formatAtOrOn(acquaintance.last)}` : "";
  return el(
    "p",
    { class: "evidence-familiarity" },
    `${timesAsked(acquaintance)}${lastAsked}. Doorbell goes by the program and by the names of agent and server.`,
  );
}

/**
 * @param {AcquaintanceView} acquaintance
 * @returns {string}
 */
function timesAsked(acquaintance) {
  switch (acquaintance.known) {
    case "first":
      return "First time";
    case "again":
      if (acquaintance.asked === 0) return "Asked before";
      return acquaintance.asked === 1
        ? "Asked once before"
        : `Asked ${acquaintance.asked} times before`;
  }
}
