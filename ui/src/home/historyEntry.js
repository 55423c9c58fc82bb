// One history entry: a summary that expands to details. Answers are not stored.

import { el, isolate, quoted } from "../dom.js";
import { icon } from "../icon.js";
import { formatDuration, formatExactly, formatTime } from "../timeFormat.js";
import { outcomeLabel } from "./outcomeLabel.js";

/** @import { Child } from "../dom.js" */
/** @import { HistoryEntryView } from "../generated/HistoryEntryView" */

/**
 * @param {HistoryEntryView} entry
 * @returns {HTMLElement}
 */
export function historyEntry(entry) {
  const { text, iconName } = outcomeLabel(entry.outcome);
  const details = el("dl", { class: "entry-details" });
  const root = el(
    "details",
    { class: "history-entry" },
    el(
      "summary",
      {},
      el("span", { class: "entry-outcome", "data-outcome": entry.outcome }, icon(iconName), text),
      el("span", { class: "entry-server" }, quoted(entry.server)),
      el("span", { class: "entry-context" }, isolate(entry.agent), " · ", kindText(entry)),
      el(
        "time",
        { class: "entry-time", datetime: new Date(entry.at).toISOString() },
        formatTime(entry.at),
      ),
      el("span", { class: "entry-duration" }, durationText(entry)),
      icon("chevron"),
    ),
    el(
      "div",
      { class: "entry-more" },
      details,
      el("p", { class: "entry-note" }, "Your answers are never stored."),
    ),
  );
  // Built on demand: there may be thousands of entries, and few are opened.
  root.addEventListener("toggle", () =>
    details.replaceChildren(...(root.open ? detailRows(entry) : [])),
  );
  return el("li", {}, root);
}

/**
 * @param {HistoryEntryView} entry
 * @returns {Child}
 */
function kindText({ kind, domain, tool }) {
  if (kind === "form") return "form";
  if (kind === "permission") {
    return tool === null ? "permission" : el("span", {}, "permission for ", isolate(tool));
  }
  return domain === null ? "link" : el("span", {}, "link to ", isolate(domain));
}

/**
 * @param {HistoryEntryView} entry
 * @returns {string}
 */
function durationText({ asked, at, outcome }) {
  if (asked === null) return "";
  if (outcome === "refused") return "immediately";
  return `${outcome === "accepted" ? "answered in" : "after"} ${formatDuration(at - asked)}`;
}

/**
 * @param {HistoryEntryView} entry
 * @returns {HTMLElement[]}
 */
function detailRows({ asked, shown, at, agent, server, domain, tool, project, reason }) {
  /** @type {[string, Child][]} */
  const rows = [
    ["Asked", asked === null ? null : formatExactly(asked)],
    ["Shown", shown === null ? "never" : formatExactly(shown)],
    ["Ended", formatExactly(at)],
    ["Agent", isolate(agent)],
    ["Server", quoted(server)],
    ["Tool", tool === null ? null : quoted(tool)],
    ["Project", project === null ? null : quoted(project)],
    ["Website", domain === null ? null : isolate(domain)],
    ["Reason", reason === null ? null : isolate(reason)],
  ];
  return rows.flatMap(([name, value]) =>
    value === null ? [] : [el("dt", {}, name), el("dd", {}, value)],
  );
}
