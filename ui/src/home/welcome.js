// Shown while no question is open: what Doorbell is for and how to set it up.

import { el } from "../dom.js";
import { commandText } from "./commandText.js";

const TRY_COMMAND = "doorbell ask -m 'Which environment?' --choice env=dev,staging,prod";
const PAIR_COMMAND =
  "claude mcp add -s user everything -- doorbell wrap --name everything -- npx -y @modelcontextprotocol/server-everything stdio";
const WRAP_COMMAND = "doorbell wrap --name NAME -- COMMAND";

/** @returns {HTMLElement} */
export function welcome() {
  return el(
    "section",
    { class: "welcome" },
    el(
      "p",
      { class: "welcome-lead" },
      "When a program that works for you needs an answer, it rings. Doorbell shows who asks, puts the question in a window, and takes your answer back. Until then, there is nothing to do here.",
    ),
    step(
      "See it once",
      "Ask yourself something, in a terminal:",
      commandText("A first question", TRY_COMMAND),
    ),
    step(
      "Pair an agent",
      "The page Agents switches it on for the servers that your agents have. By hand, for Claude Code and an MCP server called “everything”:",
      commandText("Pair Claude Code", PAIR_COMMAND),
    ),
    step(
      "Pair any other agent",
      "Put Doorbell before the server’s command in the agent’s configuration:",
      commandText("Pair any agent", WRAP_COMMAND),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement} command
 * @returns {HTMLElement}
 */
function step(title, text, command) {
  return el("section", { class: "welcome-step" }, el("h2", {}, title), el("p", {}, text), command);
}
