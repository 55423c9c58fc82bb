// One server of an agent, with a switch that pairs it.

import { errorMessage } from "../backend.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { formatDate } from "../timeFormat.js";
import { pair, unpair } from "./backend.js";

/** @import { PairableView } from "../generated/PairableView" */
/** @import { PairingView } from "../generated/PairingView" */
/** @import { Home } from "./home.js" */

let rowCount = 0;

export class ServerRow {
  #state = el("p", { class: "setting-description" });
  #problem = el("p", { class: "problem", role: "alert" });
  #switch;
  #server;
  #home;
  #onChange;
  #isBusy = false;
  /** The rendered state as JSON, to skip unchanged updates. */
  #renderedState = "";

  /**
   * @param {Home} home
   * @param {PairableView} server
   * @param {() => void} onChange
   */
  constructor(home, server, onChange) {
    this.#home = home;
    this.#server = server;
    this.#onChange = onChange;
    rowCount += 1;
    const [nameId, stateId] = [`server-${rowCount}`, `server-${rowCount}-about`];
    this.#state.id = stateId;
    this.#switch = el("input", {
      type: "checkbox",
      role: "switch",
      class: "switch",
      "aria-labelledby": nameId,
      "aria-describedby": stateId,
    });
    // Ignore clicks while a change is under way.
    this.#switch.addEventListener("click", (event) => this.#isBusy && event.preventDefault());
    this.#switch.addEventListener("change", () => this.#setPaired(this.#switch.checked));
    this.root = el(
      "li",
      { class: "setting" },
      el(
        "div",
        { class: "setting-text" },
        el("p", { class: "setting-title", id: nameId }, isolate(server.name)),
        this.#state,
      ),
      el("label", { class: "setting-control switch-target" }, this.#switch),
      this.#problem,
    );
  }

  /** @param {PairableView} server */
  show(server) {
    this.#server = server;
    const { state, project } = server;
    this.#switch.checked = state.is === "paired";
    this.#switch.disabled = state.is === "cannotBePaired";
    const json = JSON.stringify([state, project]);
    if (json === this.#renderedState) return;
    this.#renderedState = json;
    const projectText = project === null ? [] : ["Only in ", isolate(project), " · "];
    this.#state.replaceChildren(...projectText, ...stateText(state));
  }

  /** @param {boolean} on */
  async #setPaired(on) {
    const { key, name } = this.#server;
    this.#isBusy = true;
    this.#problem.replaceChildren();
    try {
      await (on ? pair(key) : unpair(key));
      this.#home.announce(`${name} is ${on ? "paired" : "unpaired"}`);
      this.#onChange();
    } catch (error) {
      const reason = errorMessage(error, "Doorbell didn’t respond. Nothing was changed.");
      this.#problem.replaceChildren(icon("problem"), el("span", {}, isolate(reason)));
      this.#switch.checked = !on;
    } finally {
      this.#isBusy = false;
    }
  }
}

/**
 * @param {PairingView} state
 * @returns {(Node | string)[]}
 */
function stateText(state) {
  switch (state.is) {
    case "paired":
      return [`${pairedSince(state.since)}`, ...hookText(state.hook)];
    case "canBePaired":
      return ["Can be paired", ...hookText(state.hook)];
    case "cannotBePaired":
      return state.command === null
        ? [isolate(state.why)]
        : [isolate(state.why), " To pair it anyway: ", el("code", {}, state.command)];
  }
}

/**
 * @param {string | null} since
 * @returns {string}
 */
function pairedSince(since) {
  if (since === null) return "Paired by hand";
  const at = Date.parse(since);
  return Number.isNaN(at) ? "Paired" : `Paired since ${formatDate(at)}`;
}

/**
 * @param {string | null} file
 * @returns {(Node | string)[]}
 */
function hookText(file) {
  return file === null ? [] : [" using a hook in ", el("code", {}, isolate(file))];
}
