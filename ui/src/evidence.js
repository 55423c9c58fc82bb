// "Details": what the system reports, what the program claims, and earlier questions. Only the
// path of a program that has not changed is called verified.

import { el, isolate } from "./dom.js";
import { familiarityDetails } from "./familiarityNote.js";
import { icon } from "./icon.js";
import { formatDateTime } from "./timeFormat.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { ClaimedView } from "./generated/ClaimedView" */
/** @import { ProgramCheck } from "./generated/ProgramCheck" */
/** @import { ProgramView } from "./generated/ProgramView" */
/** @import { VerifiedView } from "./generated/VerifiedView" */

/**
 * @param {AskerView} asker
 * @returns {HTMLElement[]}
 */
export function evidence(asker) {
  const familiarity = familiarityDetails(asker);
  const { parents } = asker.verified;
  return [
    connectedProgram(asker.verified),
    ...(parents.length === 0 ? [] : [startedFrom(parents)]),
    claimed(asker.claimed),
    ...(familiarity === null ? [] : [familiarity]),
  ];
}

/**
 * @param {VerifiedView} view
 * @returns {HTMLElement}
 */
function connectedProgram({ program, check, started, changed }) {
  const isVerified = check === "verified";
  const title = isVerified ? "Verified by the system" : "Not verified";
  const term = check === "changed" ? "Connected as" : "Program";
  return el(
    "section",
    { class: isVerified ? "evidence-verified" : "evidence-unverified", "aria-label": title },
    el("h2", {}, icon(isVerified ? "checked" : "warning"), title),
    unverifiedReason(check),
    el(
      "dl",
      {},
      ...row(term, isolate(program.path ?? program.name)),
      ...row("File", changed ? "changed since its last request (for example, by an update)" : null),
      ...row("Process", String(program.pid)),
      ...row("Started", started === null ? null : formatDateTime(started)),
    ),
  );
}

/**
 * @param {ProgramCheck} check
 * @returns {HTMLElement | null}
 */
function unverifiedReason(check) {
  switch (check) {
    case "verified":
      return null;
    case "unverified":
      return el("p", {}, "Its file was replaced, or it runs in a container or sandbox.");
    case "changed":
      return el("p", {}, "Since it connected, another program or process has taken its place.");
  }
}

/**
 * @param {ProgramView[]} parents nearest first
 * @returns {HTMLElement}
 */
function startedFrom(parents) {
  return el(
    "section",
    { class: "evidence-unverified", "aria-label": "Started from" },
    el("h2", {}, "Started from", el("small", {}, "may have changed since")),
    el(
      "ol",
      {},
      ...parents.map(({ name, path, pid }) => el("li", {}, isolate(path ?? name), ` (${pid})`)),
    ),
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
    { class: "evidence-claimed", "aria-label": "Claimed by the program" },
    el("h2", {}, icon("quote"), "Claimed by the program", el("small", {}, "unverified")),
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
