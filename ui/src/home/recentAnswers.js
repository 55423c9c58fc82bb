// The last answers, on the Waiting page.

import { Button } from "../button.js";
import { arrange, el } from "../dom.js";
import { history } from "./backend.js";
import { entryKey, historyEntry } from "./historyEntry.js";

/** @import { HistoryEntryView } from "../generated/HistoryEntryView" */
/** @import { Home } from "./home.js" */

const MAX_ENTRIES = 5;
const ALL = { text: "", server: null, agent: null, outcome: null, before: null };

export class RecentAnswers {
  #list = el("ul", { class: "boxed", role: "list" });
  /** By [`entryKey`]. @type {Map<string, HTMLElement>} */
  #entries = new Map();
  #request = 0;

  /** @param {Home} home */
  constructor(home) {
    const button = new Button("Show history", "quiet", () => home.showPage("history"));
    button.root.classList.add("small");
    this.root = el(
      "section",
      { class: "history-list", hidden: true },
      el(
        "div",
        { class: "section-header" },
        el("h2", { class: "section-title" }, "Last answers"),
        button.root,
      ),
      this.#list,
    );
  }

  async load() {
    this.#request += 1;
    const request = this.#request;
    const view = await history(ALL).catch(() => null);
    if (view === null || request !== this.#request) return;
    const answers = lastAnswers(view.entries);
    const entries = answers.map(
      (entry) => this.#entries.get(entryKey(entry)) ?? historyEntry(entry),
    );
    this.#entries = new Map(
      answers.map((entry, index) => [entryKey(entry), entries[index] ?? el("li")]),
    );
    arrange(this.#list, entries);
    this.root.hidden = entries.length === 0;
  }
}

/**
 * @param {HistoryEntryView[]} entries
 * @returns {HistoryEntryView[]} those that the person answered
 */
export function lastAnswers(entries) {
  const answers = entries.filter(({ outcome }) => outcome === "accepted" || outcome === "declined");
  return answers.slice(0, MAX_ENTRIES);
}
