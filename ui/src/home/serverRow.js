// One server of an agent, or an agent's permission prompts, with a switch.

import { el, isolate } from "../dom.js";
import { formatDate } from "../timeFormat.js";
import { PairingRow } from "./pairingRow.js";

/** @import { PairableView } from "../generated/PairableView" */
/** @import { PairingView } from "../generated/PairingView" */
/** @import { PairingChanges } from "./pairingChanges.js" */

export class ServerRow {
  #row;
  #server;

  /**
   * @param {PairingChanges} changes
   * @param {string} file its configuration
   * @param {PairableView} server
   */
  constructor(changes, file, server) {
    this.#server = server;
    this.#row = new PairingRow("li", isolate(server.name), (on) =>
      changes.change(server.name, [{ server: this.#server, file }], on),
    );
    this.root = this.#row.root;
  }

  /** @param {PairableView} server */
  show(server) {
    this.#server = server;
    const { state, project } = server;
    const projectText = project === null ? [] : ["Only in ", isolate(project), " · "];
    this.#row.show({
      isOn: state.is === "paired",
      isEnabled: state.is !== "cannotBePaired",
      description: [...projectText, ...stateText(state)],
    });
  }
}

/**
 * @param {PairingView} state
 * @returns {(Node | string)[]}
 */
export function stateText(state) {
  switch (state.is) {
    case "paired":
      return [`${pairedSince(state.since)}`, ...hookText(state.hook)];
    case "canBePaired":
      return ["Can be connected", ...hookText(state.hook)];
    case "cannotBePaired":
      return state.command === null
        ? [isolate(state.why)]
        : [isolate(state.why), " To connect it anyway: ", el("code", {}, state.command)];
  }
}

/**
 * @param {string | null} since
 * @returns {string}
 */
function pairedSince(since) {
  if (since === null) return "Connected by hand";
  const at = Date.parse(since);
  return Number.isNaN(at) ? "Connected" : `Connected since ${formatDate(at)}`;
}

/**
 * @param {string | null} file
 * @returns {(Node | string)[]}
 */
function hookText(file) {
  return file === null ? [] : [" using a hook in ", el("code", {}, isolate(file))];
}
