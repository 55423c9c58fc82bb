// One agent: its switches, its configuration files with their servers, and the sessions to restart
// after a change.

import { el, isolate, showEach } from "../dom.js";
import { icon } from "../icon.js";
import { AgentRows } from "./agentRows.js";
import { PairingChanges } from "./pairingChanges.js";
import { ServerRow } from "./serverRow.js";

/** @import { AgentView } from "../generated/AgentView" */
/** @import { ConfigurationView } from "../generated/ConfigurationView" */
/** @import { SessionView } from "../generated/SessionView" */
/** @import { TroubleView } from "../generated/TroubleView" */
/** @import { Home } from "./home.js" */

export class AgentSection {
  #name = el("h2", { class: "section-title agent-name" });
  // Below the switches, so that it moves none of them.
  #restart = el("div", { class: "agent-restart", role: "status" });
  #files = el("div", {});
  #noServers = el("p", { class: "agent-none" }, "Its configuration lists no MCP servers.");
  /** @type {Map<string, AgentFile>} */
  #fileViews = new Map();
  /** True between a change that needs a restart and the next list of sessions. */
  #hasChanged = false;
  /** Processes that read their configuration before the change. @type {Set<number>} */
  #outdated = new Set();
  #changes;
  #rows;

  /**
   * @param {Home} home
   * @param {() => void} reload
   */
  constructor(home, reload) {
    this.#changes = new PairingChanges(home, (needsRestart) => {
      this.#hasChanged ||= needsRestart;
      reload();
    });
    this.#rows = new AgentRows(this.#changes);
    this.root = el(
      "section",
      {},
      this.#name,
      this.#rows.root,
      this.#files,
      this.#noServers,
      this.#restart,
    );
  }

  /** @param {AgentView} agent */
  show(agent) {
    const { id, name, files, sessions } = agent;
    this.#name.id = `agent-${id}`;
    this.root.setAttribute("aria-labelledby", this.#name.id);
    if (this.#name.textContent !== name) this.#name.replaceChildren(name);
    this.#rows.show(agent);
    showEach(
      this.#files,
      this.#fileViews,
      files,
      ({ file }) => file,
      ({ file }) => new AgentFile(file, this.#changes),
    );
    this.#noServers.hidden = files.length > 0;
    this.#showRestart(name, sessions);
  }

  /** Removes the note about the next start, which has been read by then. */
  unmounted() {
    if (this.#outdated.size === 0) this.#restart.replaceChildren();
  }

  /**
   * @param {string} name
   * @param {SessionView[]} sessions
   */
  #showRestart(name, sessions) {
    const hasChanged = this.#hasChanged;
    if (hasChanged) this.#outdated = new Set(sessions.map(({ process }) => process));
    this.#hasChanged = false;
    const listedSessions = this.#restart.querySelector("li") !== null;
    const outdated = sessions.filter(({ process }) => this.#outdated.has(process));
    this.#outdated = new Set(outdated.map(({ process }) => process));
    if (outdated.length > 0) {
      this.#restart.replaceChildren(icon("changed"), restartList(outdated));
    } else if (hasChanged) {
      const text = `Takes effect the next time you start ${name}.`;
      this.#restart.replaceChildren(icon("info"), el("p", {}, text));
    } else if (listedSessions) {
      this.#restart.replaceChildren();
    }
  }
}

class AgentFile {
  #rows = el("ul", { class: "boxed", role: "list" });
  #problem = el("div", { class: "warning" });
  /** @type {Map<string, ServerRow>} */
  #servers = new Map();
  #file;
  #changes;

  /**
   * @param {string} file
   * @param {PairingChanges} changes
   */
  constructor(file, changes) {
    this.#file = file;
    this.#changes = changes;
    this.#rows.setAttribute("aria-label", `Servers in ${file}`);
    this.root = el(
      "div",
      { class: "agent-file" },
      el("p", { class: "agent-path" }, el("code", {}, isolate(file))),
      this.#rows,
      this.#problem,
    );
  }

  /** @param {ConfigurationView} file */
  show({ servers, trouble }) {
    showEach(
      this.#rows,
      this.#servers,
      servers,
      ({ key }) => JSON.stringify(key),
      (server) => new ServerRow(this.#changes, this.#file, server),
    );
    this.#rows.hidden = servers.length === 0;
    this.#problem.hidden = trouble === null;
    if (trouble !== null) this.#problem.replaceChildren(icon("warning"), fileProblem(trouble));
  }
}

/**
 * @param {TroubleView} trouble
 * @returns {HTMLElement}
 */
function fileProblem({ place, message }) {
  return el(
    "div",
    {},
    el("h3", {}, "This file can’t be read"),
    el("p", {}, place !== null && `${place}: `, isolate(message)),
    el("p", {}, "Doorbell won’t change this file until the error is fixed."),
  );
}

/**
 * @param {SessionView[]} sessions
 * @returns {HTMLElement}
 */
function restartList(sessions) {
  return el(
    "div",
    {},
    el("p", {}, "Restart these sessions to apply the change:"),
    el(
      "ul",
      { role: "list" },
      ...sessions.map(({ process, folder }) =>
        el(
          "li",
          {},
          `process ${process}`,
          folder !== null && " in ",
          folder !== null && isolate(folder),
        ),
      ),
    ),
  );
}
