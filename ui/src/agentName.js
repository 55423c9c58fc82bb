// The asker's name at the start of a sentence on its card. What Doorbell does not recognise is quoted.

import { el, isolate, quoted } from "./dom.js";

/** @import { AskerView } from "./generated/AskerView" */

/**
 * @param {Pick<AskerView, "agent" | "agentSource">} asker
 * @returns {HTMLElement}
 */
export function agentName({ agent, agentSource }) {
  switch (agentSource.source) {
    case "installed":
    case "startedFrom":
    case "process":
      return isolate(agent);
    case "program":
      return el(
        "span",
        {},
        "A program called ",
        quoted(agent),
        " in ",
        isolate(agentSource.folder),
      );
    case "claimed":
      return quoted(agent);
    case "changed":
      return el("span", {}, "An unknown program");
  }
}
