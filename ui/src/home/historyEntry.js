// One history entry: a summary, headed by what was asked, that expands to details.

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
  const { text, iconName } = outcomeLabel(entry.outcome, entry.kind);
  const details = el("dl", { class: "entry-details" });
  const root = el(
    "details",
    { class: "history-entry" },
    el(
      "summary",
      {},
      el("span", { class: "entry-icon", "data-outcome": entry.outcome }, icon(iconName)),
      el("span", { class: "entry-question" }, headline(entry)),
      el(
        "span",
        { class: "entry-context" },
        el("span", { class: "entry-outcome" }, text),
        ...context(entry),
      ),
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
 * @returns {string} only the outcome of an entry can change
 */
export function entryKey({ id, outcome }) {
  return `${id} ${outcome}`;
}

const KIND_WORDS = { questions: "Questions", plan: "Plan", notice: "Notice" };

/**
 * @param {HistoryEntryView} entry
 * @returns {HTMLElement} the first line of the question, or its kind if that was not kept
 */
function headline({ question, kind, domain, tool }) {
  if (question !== null) return isolate(question);
  if (kind === "form") return el("span", {}, "Form");
  if (kind === "permission") {
    return el("span", {}, "Permission", tool !== null && " for ", tool !== null && isolate(tool));
  }
  if (kind !== "link") return el("span", {}, KIND_WORDS[kind]);
  return el("span", {}, "Link", domain !== null && " to ", domain !== null && isolate(domain));
}

/**
 * @param {HistoryEntryView} entry
 * @returns {Node[]} " · Claude Code via github · shop.example"
 */
function context({ agent, server, question, domain }) {
  const via = server === agent ? [] : [" via ", isolate(server)];
  const names = el("span", {}, " · ", isolate(agent), ...via);
  return question === null || domain === null
    ? [names]
    : [names, el("span", {}, " · ", isolate(domain))];
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
function detailRows({ question, asked, shown, at, agent, server, domain, tool, project, reason }) {
  /** @type {[string, Child][]} */
  const rows = [
    ["Question", question === null ? null : isolate(question)],
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
