// "Who is this?": facts verified by the system, claims of the program, and earlier questions.

import { el, isolate } from "./dom.js";
import { familiarityDetails } from "./familiarityNote.js";
import { icon } from "./icon.js";
import { formatDateTime } from "./timeFormat.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { ClaimedView } from "./generated/ClaimedView" */
/** @import { ProgramView } from "./generated/ProgramView" */
/** @import { VerifiedView } from "./generated/VerifiedView" */

/**
 * @param {AskerView} asker
 * @returns {HTMLElement[]}
 */
export function evidence(asker) {
  const familiarity = familiarityDetails(asker);
  const facts = [verified(asker.verified), claimed(asker.claimed)];
  return familiarity === null ? facts : [...facts, familiarity];
}

/**
 * @param {VerifiedView} view
 * @returns {HTMLElement}
 */
function verified({ program, started, parents, changed }) {
  return el(
    "section",
    { class: "evidence-verified", "aria-label": "Checked by the system" },
    el("h2", {}, icon("checked"), "Checked by the system"),
    el(
      "dl",
      {},
      ...row("Program", isolate(program.path ?? program.name)),
      ...row("File", changed ? "changed since it last asked, as after an update" : null),
      ...row("Process", String(program.pid)),
      ...row("Started", started === null ? null : formatDateTime(started)),
      ...row("Started by", parents.length === 0 ? null : parentList(parents)),
    ),
  );
}

/**
 * @param {ProgramView[]} parents nearest first
 * @returns {HTMLElement}
 */
function parentList(parents) {
  return el(
    "ol",
    {},
    ...parents.map(({ name, path, pid }) => el("li", {}, isolate(path ?? name), ` (${pid})`)),
  );
}

/**
 * @param {ClaimedView} view
 * @returns {HTMLElement}
 */
function claimed(view) {
  const { client, server, agent, tool, session, project, folder } = view;
  return el(
    "section",
    { class: "evidence-claimed", "aria-label": "Said by the program" },
    el("h2", {}, icon("quote"), "Said by the program", el("small", {}, "not checked")),
    el(
      "dl",
      {},
      ...row("Agent", agent && isolate(agent)),
      ...row("Client", isolate(client)),
      ...row("Server", server && isolate(server.name)),
      ...row("Version", server?.version ? isolate(server.version) : null),
      ...row("Tool", tool && isolate(tool)),
      ...row("Session", session && isolate(session)),
      ...row("Project", project && isolate(project)),
      ...row("Folder", folder && isolate(folder)),
    ),
    server?.place ? revealable("command or address", server.place) : false,
    view.arguments !== null && revealable("arguments", view.arguments),
  );
}

/**
 * Hides text behind a button: a command and its arguments may contain secrets.
 *
 * @param {string} label
 * @param {string} text
 * @returns {HTMLElement}
 */
function revealable(label, text) {
  const content = el("pre", { class: "evidence-arguments", hidden: true }, isolate(text));
  const button = el(
    "button",
    { type: "button", class: "link", "aria-expanded": "false" },
    `Show ${label}`,
  );
  button.addEventListener("click", () => {
    content.hidden = !content.hidden;
    button.setAttribute("aria-expanded", String(!content.hidden));
    button.replaceChildren(`${content.hidden ? "Show" : "Hide"} ${label}`);
  });
  return el("div", {}, button, content);
}

/**
 * @param {string} term
 * @param {Node | string | null} description null for no row
 * @returns {HTMLElement[]}
 */
function row(term, description) {
  if (description === null || description === "") return [];
  return [el("dt", {}, term), el("dd", {}, description)];
}
