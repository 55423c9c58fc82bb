// One agent: its files, the servers in them, and what of it must be started again after a change.

import { el, isolate, showEach } from "../dom.js";
import { icon } from "../icon.js";
import { ServerRow } from "./serverRow.js";

/** @import { AgentView } from "../generated/AgentView" */
/** @import { ConfigurationView } from "../generated/ConfigurationView" */
/** @import { SessionView } from "../generated/SessionView" */
/** @import { TroubleView } from "../generated/TroubleView" */
/** @import { Home } from "./home.js" */

export class AgentSection {
  #name = el("h2", { class: "part-name agent-name" });
  // After the switches, so that none of them moves when it is pressed.
  #restart = el("div", { class: "agent-restart", role: "status" });
  #files = el("div", {});
  #none = el("p", { class: "agent-none" }, "Its configuration names no MCP server.");
  /** @type {Map<string, AgentFile>} */
  #known = new Map();
  /** Whether a server was switched and what runs is not known yet. */
  #isChanged = false;
  /** The processes that read their configuration before a server was switched. @type {Set<number>} */
  #old = new Set();
  #home;
  #again;

  /**
   * @param {Home} home
   * @param {() => void} again looks at all agents once more
   */
  constructor(home, again) {
    this.#home = home;
    this.#again = again;
    this.root = el("section", {}, this.#name, this.#files, this.#none, this.#restart);
  }

  /** @param {AgentView} agent */
  show({ id, name, files, sessions }) {
    this.#name.id = `agent-${id}`;
    this.root.setAttribute("aria-labelledby", this.#name.id);
    if (this.#name.textContent !== name) this.#name.replaceChildren(name);
    showEach(
      this.#files,
      this.#known,
      files,
      ({ file }) => file,
      ({ file }) => this.#file(file),
    );
    this.#none.hidden = files.length > 0;
    this.#tell(name, sessions);
  }

  /** Another page is turned to: what was said of the next start has been read. */
  left() {
    if (this.#old.size === 0) this.#restart.replaceChildren();
  }

  /**
   * @param {string} file
   * @returns {AgentFile}
   */
  #file(file) {
    return new AgentFile(file, this.#home, () => {
      this.#isChanged = true;
      this.#again();
    });
  }

  /**
   * @param {string} name
   * @param {SessionView[]} sessions
   */
  #tell(name, sessions) {
    const isNew = this.#isChanged;
    if (isNew) this.#old = new Set(sessions.map(({ process }) => process));
    this.#isChanged = false;
    const hadOld = this.#restart.querySelector("li") !== null;
    const old = sessions.filter(({ process }) => this.#old.has(process));
    this.#old = new Set(old.map(({ process }) => process));
    if (old.length > 0) {
      this.#restart.replaceChildren(icon("changed"), mustRestart(name, old));
    } else if (isNew) {
      const words = `It counts when ${name} is started the next time.`;
      this.#restart.replaceChildren(icon("info"), el("p", {}, words));
    } else if (hadOld) {
      this.#restart.replaceChildren();
    }
  }
}

class AgentFile {
  #rows = el("ul", { class: "boxed", role: "list" });
  #trouble = el("div", { class: "warning" });
  /** @type {Map<string, ServerRow>} */
  #servers = new Map();
  #home;
  #changed;

  /**
   * @param {string} file
   * @param {Home} home
   * @param {() => void} changed
   */
  constructor(file, home, changed) {
    this.#home = home;
    this.#changed = changed;
    this.#rows.setAttribute("aria-label", `Servers in ${file}`);
    this.root = el(
      "div",
      { class: "agent-file" },
      el("p", { class: "agent-path" }, el("code", {}, isolate(file))),
      this.#rows,
      this.#trouble,
    );
  }

  /** @param {ConfigurationView} file */
  show({ servers, trouble }) {
    showEach(
      this.#rows,
      this.#servers,
      servers,
      ({ key }) => JSON.stringify(key),
      (server) => new ServerRow(this.#home, server, this.#changed),
    );
    this.#rows.hidden = servers.length === 0;
    this.#trouble.hidden = trouble === null;
    if (trouble !== null) this.#trouble.replaceChildren(icon("warning"), wrong(trouble));
  }
}

/**
 * @param {TroubleView} trouble
 * @returns {HTMLElement}
 */
function wrong({ place, message: what }) {
  return el(
    "div",
    {},
    el("h3", {}, "This file cannot be read"),
    el("p", {}, place !== null && `${place}: `, isolate(what)),
    el("p", {}, "Nothing of it is changed until it is right."),
  );
}

/**
 * @param {string} name
 * @param {SessionView[]} sessions
 * @returns {HTMLElement}
 */
function mustRestart(name, sessions) {
  return el(
    "div",
    {},
    el("p", {}, `${name} reads its configuration when it starts. Restart what runs now:`),
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
