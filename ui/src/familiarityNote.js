// Whether this asker asked before, and whether its program changed since or was replaced on its
// connection. This is information only: a new asker may be honest and a known one may not be.

import { el } from "./dom.js";
import { icon } from "./icon.js";
import { formatAtOrOn } from "./timeFormat.js";

/** @import { FamiliarityView } from "./generated/FamiliarityView" */
/** @import { AskerView } from "./generated/AskerView" */

export class FamiliarityNote {
  known = el("p", { class: "asker-known", hidden: true });
  changed = el(
    "p",
    { class: "asker-changed", hidden: true },
    icon("changed"),
    el("span", {}, "Program file has changed since its last request"),
  );
  takenOver = el(
    "p",
    { class: "asker-changed", hidden: true },
    icon("warning"),
    el("span", {}, "Another program has taken its place since it connected"),
  );

  /** @param {AskerView} asker */
  show({ familiarity, verified }) {
    this.known.hidden = familiarity === null;
    this.known.classList.toggle("is-first", familiarity?.known === "first");
    this.known.replaceChildren(familiarity === null ? "" : timesAsked(familiarity));
    this.changed.hidden = !verified.changed;
    this.takenOver.hidden = verified.check !== "changed";
  }
}

/**
 * For the card's details.
 *
 * @param {AskerView} asker
 * @returns {HTMLElement | null}
 */
export function familiarityDetails({ familiarity }) {
  if (familiarity === null) return null;
  const lastAsked = familiarity.known === "again" ? `, last ${formatAtOrOn(familiarity.last)}` : "";
  return el(
    "p",
    { class: "evidence-familiarity" },
    `${timesAsked(familiarity)}${lastAsked}. Matched by program file, agent name and server name.`,
  );
}

/**
 * @param {FamiliarityView} familiarity
 * @returns {string}
 */
function timesAsked(familiarity) {
  switch (familiarity.known) {
    case "first":
      return "First request";
    case "again":
      if (familiarity.asked === 0) return "Earlier requests";
      return familiarity.asked === 1
        ? "1 earlier request"
        : `${familiarity.asked} earlier requests`;
  }
}
