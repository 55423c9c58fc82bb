// The switches of a whole agent: its permission prompts, and all of its servers.

import { el, isolate } from "../dom.js";
import { PairingRow } from "./pairingRow.js";
import { stateText } from "./serverRow.js";

/** @import { AgentView } from "../generated/AgentView" */
/** @import { PairableView } from "../generated/PairableView" */
/** @import { PairingView } from "../generated/PairingView" */
/** @import { PairingChanges, PairingTarget } from "./pairingChanges.js" */

const PERMISSIONS = "Permission prompts";
const ALL_SERVERS = "All servers";

export class AgentRows {
  #permissions;
  #allServers;
  /** @type {AgentView | null} */
  #agent = null;
  #changes;

  /** @param {PairingChanges} changes */
  constructor(changes) {
    this.#changes = changes;
    this.#permissions = new PairingRow("li", PERMISSIONS, (on) => this.#setPermissions(on));
    this.#allServers = new PairingRow("li", ALL_SERVERS, (on) => this.#setAllServers(on));
    this.root = el(
      "ul",
      { class: "boxed agent-rows", role: "list" },
      this.#permissions.root,
      this.#allServers.root,
    );
  }

  /** @param {AgentView} agent */
  show(agent) {
    this.#agent = agent;
    this.root.setAttribute("aria-label", agent.name);
    this.#showPermissions(agent.name, agent.permissions);
    this.#showAllServers(agent);
    this.root.hidden = this.#permissions.root.hidden && this.#allServers.root.hidden;
  }

  /**
   * @param {string} agent
   * @param {PairableView | null} permissions
   */
  #showPermissions(agent, permissions) {
    this.#permissions.root.hidden = permissions === null;
    if (permissions === null) return;
    const { state } = permissions;
    this.#permissions.show({
      isOn: state.is === "paired",
      isEnabled: state.is !== "cannotBePaired",
      description:
        state.is === "cannotBePaired"
          ? stateText(state)
          : [
              `Answer ${agent}’s permission prompts in Doorbell, using a hook in `,
              el("code", {}, isolate(state.hook ?? "its settings")),
            ],
    });
  }

  /** @param {AgentView} agent */
  #showAllServers(agent) {
    const targets = switchableServers(agent);
    const paired = targets.filter(({ server }) => server.state.is === "paired").length;
    this.#allServers.root.hidden = targets.length < 2;
    this.#allServers.show({
      isOn: paired === targets.length,
      isEnabled: true,
      description: [`${paired} of ${targets.length} on`],
    });
  }

  /**
   * @param {boolean} on
   * @returns {Promise<boolean>}
   */
  async #setPermissions(on) {
    const { permissions: server, name } = this.#agent ?? {};
    if (!server) return false;
    return this.#changes.change(`${name}: ${PERMISSIONS}`, [{ server, file: "" }], on);
  }

  /**
   * @param {boolean} on
   * @returns {Promise<boolean>}
   */
  async #setAllServers(on) {
    if (this.#agent === null) return false;
    const targets = switchableServers(this.#agent).filter(
      ({ server }) => (server.state.is === "paired") !== on,
    );
    return this.#changes.change(`${this.#agent.name}: ${ALL_SERVERS}`, targets, on);
  }
}

/**
 * @param {AgentView} agent
 * @returns {PairingTarget[]} the servers that Doorbell can pair or has paired
 */
export function switchableServers({ files }) {
  return files.flatMap(({ file, servers }) =>
    servers.filter(({ state }) => isSwitchable(state)).map((server) => ({ server, file })),
  );
}

/**
 * @param {PairingView} state
 * @returns {boolean}
 */
function isSwitchable(state) {
  return state.is === "canBePaired" || (state.is === "paired" && state.since !== null);
}
