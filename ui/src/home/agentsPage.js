// The agents, their servers, and which of them are paired.

import { errorMessage } from "../backend.js";
import { el, showEach } from "../dom.js";
import { icon } from "../icon.js";
import { AgentSection } from "./agentSection.js";
import { agents } from "./backend.js";
import { emptyState, heading, pageHead } from "./pageHead.js";

/** @import { AgentView } from "../generated/AgentView" */
/** @import { Home } from "./home.js" */

const ABOUT =
  "Doorbell runs the server itself and stands between it and the agent, so its questions come here. Everything else passes unchanged. Off puts the entry back as it was.";

export class AgentsPage {
  heading = heading("Agents");
  #trouble = el("section", { class: "warning", role: "alert", hidden: true });
  #list = el("div", {});
  #empty = emptyState(
    "No agent was found",
    "Doorbell looks where Claude Code, Codex, Gemini CLI, Cursor, VS Code and others keep the list of their MCP servers. An agent that has one is shown here.",
  );
  /** @type {Map<string, AgentSection>} */
  #sections = new Map();
  #request = 0;
  /** What was changed elsewhere is seen when the person comes back to the window. */
  #again = () => this.#ask();
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#empty.hidden = true;
    this.root = el(
      "div",
      { class: "page" },
      pageHead(this.heading, el("p", { class: "page-about" }, ABOUT)),
      this.#trouble,
      this.#list,
      this.#empty,
    );
  }

  show() {}

  entered() {
    addEventListener("focus", this.#again);
    this.#ask();
  }

  left() {
    removeEventListener("focus", this.#again);
    this.#request += 1;
    for (const section of this.#sections.values()) section.left();
  }

  async #ask() {
    this.#request += 1;
    const request = this.#request;
    try {
      const view = await agents();
      if (request === this.#request) this.#write(view.agents);
    } catch (error) {
      if (request === this.#request) this.#fail(errorMessage(error, "Doorbell did not answer."));
    }
  }

  /** @param {AgentView[]} found */
  #write(found) {
    const { activeElement } = document;
    const hadFocus = this.#list.contains(activeElement);
    showEach(
      this.#list,
      this.#sections,
      found,
      ({ id }) => id,
      () => new AgentSection(this.#home, this.#again),
    );
    this.#trouble.hidden = true;
    this.#empty.hidden = found.length > 0;
    // What had the focus may be gone, or of no use any more.
    const isLost = !this.#list.contains(activeElement) || activeElement?.matches(":disabled");
    if (hadFocus && isLost) this.heading.focus({ preventScroll: true });
  }

  /** @param {string} why */
  #fail(why) {
    this.#trouble.replaceChildren(
      icon("warning"),
      el("div", {}, el("h2", {}, "The agents cannot be looked at"), el("p", {}, why)),
    );
    this.#trouble.hidden = false;
    this.#empty.hidden = true;
  }
}
