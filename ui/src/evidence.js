// "Who is this?": what the system vouches for, apart from it what the program says of itself, and
// what Doorbell remembers.

import { remembered } from "./acquaintance.js";
import { el, said } from "./dom.js";
import { icon } from "./icon.js";
import { dayAndTime } from "./moment.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { ClaimedView } from "./generated/ClaimedView" */
/** @import { ProgramView } from "./generated/ProgramView" */
/** @import { VerifiedView } from "./generated/VerifiedView" */

/**
 * @param {AskerView} asker
 * @returns {HTMLElement[]}
 */
export function evidence(asker) {
  const known = remembered(asker);
  const facts = [verified(asker.verified), claimed(asker.claimed)];
  return known === null ? facts : [...facts, known];
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
      ...row("Program", said(program.path ?? program.name)),
      ...row("File", changed ? "changed since it last asked, as after an update" : null),
      ...row("Process", String(program.pid)),
      ...row("Started", started === null ? null : dayAndTime(started)),
      ...row("Started by", parents.length === 0 ? null : chain(parents)),
    ),
  );
}

/**
 * @param {ProgramView[]} parents nearest first
 * @returns {HTMLElement}
 */
function chain(parents) {
  return el(
    "ol",
    {},
    ...parents.map(({ name, path, pid }) => el("li", {}, said(path ?? name), ` (${pid})`)),
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
      ...row("Agent", agent && said(agent)),
      ...row("Client", said(client)),
      ...row("Server", server && said(server.name)),
      ...row("Version", server?.version ? said(server.version) : null),
      ...row("Tool", tool && said(tool)),
      ...row("Session", session && said(session)),
      ...row("Project", project && said(project)),
      ...row("Folder", folder && said(folder)),
    ),
    server?.place ? onlyWhenAsked("command or address", server.place) : false,
    view.arguments !== null && onlyWhenAsked("arguments", view.arguments),
  );
}

/**
 * A command and its arguments may hold what should not be on the screen, so they are shown only
 * when asked for.
 *
 * @param {string} what
 * @param {string} text
 * @returns {HTMLElement}
 */
function onlyWhenAsked(what, text) {
  const shown = el("pre", { class: "evidence-arguments", hidden: true }, said(text));
  const button = el(
    "button",
    { type: "button", class: "link", "aria-expanded": "false" },
    `Show ${what}`,
  );
  button.addEventListener("click", () => {
    shown.hidden = !shown.hidden;
    button.setAttribute("aria-expanded", String(!shown.hidden));
    button.replaceChildren(`${shown.hidden ? "Show" : "Hide"} ${what}`);
  });
  return el("div", {}, button, shown);
}

/**
 * @param {string} term
 * @param {Node | string | null} description nothing: no row
 * @returns {HTMLElement[]}
 */
function row(term, description) {
  if (description === null || description === "") return [];
  return [el("dt", {}, term), el("dd", {}, description)];
}
