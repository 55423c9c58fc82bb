// The page of agents and their servers, with a switch to connect each.

import { errorMessage } from "../backend.js";
import { el, showEach } from "../dom.js";
import { icon } from "../icon.js";
import { AgentSection } from "./agentSection.js";
import { agents } from "./backend.js";
import { commandText } from "./commandText.js";
import { emptyState, pageHeader, pageHeading } from "./pageHeader.js";

/** @import { AgentView } from "../generated/AgentView" */
/** @import { Home } from "./home.js" */

const DESCRIPTION =
  "Turn a server on to receive its questions in Doorbell. Doorbell then runs as a proxy between agent and server; nothing else changes. Turning it off restores the original entry.";

const WRAP_COMMAND = "doorbell wrap --name NAME -- COMMAND";

export class AgentsPage {
  heading = pageHeading("Agents");
  #problem = el("section", { class: "warning", role: "alert", hidden: true });
  #list = el("div", {});
  #empty = emptyState(
    "No agents found",
    "Doorbell looks for the configuration files of Claude Code, Codex, Gemini CLI, Cursor, VS Code and others. Agents that have one appear here.",
  );
  /** @type {Map<string, AgentSection>} */
  #sections = new Map();
  #request = 0;
  /** Also runs when the window gets the focus, to find changes made elsewhere. */
  #reload = () => this.#load();
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#empty.hidden = true;
    this.root = el(
      "div",
      { class: "page" },
      pageHeader(this.heading, el("p", { class: "page-description" }, DESCRIPTION)),
      this.#problem,
      this.#list,
      this.#empty,
      el(
        "section",
        {},
        el("h2", { class: "section-title" }, "Another agent"),
        el("p", {}, "In its configuration, put Doorbell before the command of an MCP server:"),
        commandText("Connect any agent", WRAP_COMMAND),
      ),
    );
  }

  show() {}

  mounted() {
    addEventListener("focus", this.#reload);
    this.#load();
  }

  unmounted() {
    removeEventListener("focus", this.#reload);
    this.#request += 1;
    for (const section of this.#sections.values()) section.unmounted();
  }

  async #load() {
    this.#request += 1;
    const request = this.#request;
    try {
      const view = await agents();
      if (request === this.#request) this.#render(view.agents);
    } catch (error) {
      if (request === this.#request)
        this.#showProblem(errorMessage(error, "Doorbell didn’t respond."));
    }
  }

  /** @param {AgentView[]} agentViews */
  #render(agentViews) {
    const { activeElement } = document;
    const hadFocus = this.#list.contains(activeElement);
    showEach(
      this.#list,
      this.#sections,
      agentViews,
      ({ id }) => id,
      () => new AgentSection(this.#home, this.#reload),
    );
    this.#problem.hidden = true;
    this.#empty.hidden = agentViews.length > 0;
    // The focused control may be gone or disabled.
    const lostFocus = !this.#list.contains(activeElement) || activeElement?.matches(":disabled");
    if (hadFocus && lostFocus) this.heading.focus({ preventScroll: true });
  }

  /** @param {string} reason */
  #showProblem(reason) {
    this.#problem.replaceChildren(
      icon("warning"),
      el("div", {}, el("h2", {}, "Couldn’t read your agents’ configuration"), el("p", {}, reason)),
    );
    this.#problem.hidden = false;
    this.#empty.hidden = true;
  }
}
