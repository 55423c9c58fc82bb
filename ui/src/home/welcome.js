// The first run: an example question, and the way to the agents. Shown until the first answer.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { agents, showExample } from "./backend.js";

/** @import { AgentsView } from "../generated/AgentsView" */
/** @import { Home } from "./home.js" */

const NOT_CONNECTED = "Turn Doorbell on for your agents’ MCP servers and permission prompts.";

export class Welcome {
  #agentsText = el("p", { class: "setting-description" }, NOT_CONNECTED);
  #agentsButton;
  #request = 0;

  /** @param {Home} home */
  constructor(home) {
    const exampleButton = new Button("Show an example question", "primary", () =>
      home.attempt(showExample()),
    );
    this.#agentsButton = new Button("Connect your agents", "plain", () => home.showPage("agents"));
    for (const { root } of [exampleButton, this.#agentsButton]) root.classList.add("small");
    this.root = el(
      "section",
      { class: "welcome" },
      el(
        "p",
        { class: "welcome-lead" },
        "When one of your agents needs an answer, it appears here. Nothing to do yet.",
      ),
      el(
        "div",
        { class: "boxed" },
        step(
          "Try it",
          el(
            "p",
            { class: "setting-description" },
            "See how a question arrives. Your answer goes nowhere.",
          ),
          exampleButton,
        ),
        step("Set it up", this.#agentsText, this.#agentsButton),
      ),
    );
  }

  /** Counts the agents again. */
  async load() {
    this.#request += 1;
    const request = this.#request;
    const view = await agents().catch(() => null);
    if (view === null || request !== this.#request) return;
    const { text, label } = agentsStep(view);
    this.#agentsText.replaceChildren(text);
    this.#agentsButton.root.querySelector(".button-label")?.replaceChildren(label);
  }
}

/**
 * @param {AgentsView} view
 * @returns {{ text: string, label: string }}
 */
export function agentsStep({ agents }) {
  const connected = agents.filter(({ permissions, files }) =>
    [permissions, ...files.flatMap(({ servers }) => servers)].some(
      (server) => server?.state.is === "paired",
    ),
  ).length;
  if (connected > 0) {
    const text = `${connected} of ${agents.length} agents connected.`;
    return { text, label: "Open Agents" };
  }
  const found = agents.length > 0 ? ` (${agents.length} found)` : "";
  return { text: NOT_CONNECTED, label: `Connect your agents${found}` };
}

/**
 * @param {string} title
 * @param {HTMLElement} description
 * @param {Button} button
 * @returns {HTMLElement}
 */
function step(title, description, button) {
  return el(
    "section",
    { class: "setting" },
    el("div", { class: "setting-text" }, el("h2", { class: "setting-title" }, title), description),
    el("div", { class: "setting-control" }, button.root),
  );
}
