// How one question ended. Opened, it tells the rest; there are no answers in it.

import { el, isolate, quoted } from "../dom.js";
import { icon } from "../icon.js";
import { formatDuration, formatExactly, formatTime } from "../timeFormat.js";
import { outcomeOf } from "./outcome.js";

/** @import { Child } from "../dom.js" */
/** @import { LineView } from "../generated/LineView" */

/**
 * @param {LineView} line
 * @returns {HTMLElement}
 */
export function historyLine(line) {
  const { words, drawing } = outcomeOf(line.outcome);
  const details = el("dl", { class: "line-details" });
  const root = el(
    "details",
    { class: "history-line" },
    el(
      "summary",
      {},
      el("span", { class: "line-outcome", "data-outcome": line.outcome }, icon(drawing), words),
      el("span", { class: "line-server" }, quoted(line.server)),
      el("span", { class: "line-rest" }, isolate(line.agent), " · ", kind(line)),
      el(
        "time",
        { class: "line-time", datetime: new Date(line.at).toISOString() },
        formatTime(line.at),
      ),
      el("span", { class: "line-took" }, duration(line)),
      icon("chevron"),
    ),
    el(
      "div",
      { class: "line-more" },
      details,
      el("p", { class: "line-note" }, "Doorbell keeps no answers."),
    ),
  );
  // There may be thousands of lines, and few are opened.
  root.addEventListener("toggle", () => details.replaceChildren(...(root.open ? facts(line) : [])));
  return el("li", {}, root);
}

/**
 * @param {LineView} line
 * @returns {Child}
 */
function kind({ kind, domain, tool }) {
  if (kind === "form") return "form";
  if (kind === "permission") {
    return tool === null ? "permission" : el("span", {}, "permission for ", isolate(tool));
  }
  return domain === null ? "link" : el("span", {}, "link to ", isolate(domain));
}

/**
 * @param {LineView} line
 * @returns {string}
 */
function duration({ asked, at, outcome }) {
  if (asked === null) return "";
  if (outcome === "refused") return "at once";
  return `${outcome === "accepted" ? "answered in" : "after"} ${formatDuration(at - asked)}`;
}

/**
 * @param {LineView} line
 * @returns {HTMLElement[]}
 */
function facts({ asked, shown, at, agent, server, domain, tool, project, reason }) {
  /** @type {[string, Child][]} */
  const all = [
    ["Asked", asked === null ? null : formatExactly(asked)],
    ["Shown", shown === null ? "not at all" : formatExactly(shown)],
    ["Ended", formatExactly(at)],
    ["Agent", isolate(agent)],
    ["Server", quoted(server)],
    ["Tool", tool === null ? null : quoted(tool)],
    ["Project", project === null ? null : quoted(project)],
    ["Website", domain === null ? null : isolate(domain)],
    ["Reason", reason === null ? null : isolate(reason)],
  ];
  return all.flatMap(([name, value]) =>
    value === null ? [] : [el("dt", {}, name), el("dd", {}, value)],
  );
}
