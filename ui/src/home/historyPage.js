// The History page: search, export and clear.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { clearHistory, exportHistory, history } from "./backend.js";
import { HistoryFilters } from "./historyFilters.js";
import { HistoryList } from "./historyList.js";
import { emptyState, pageHeader, pageHeading } from "./pageHeader.js";

/** @import { HistoryView } from "../generated/HistoryView" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { HistoryEntryView } from "../generated/HistoryEntryView" */
/** @import { Home } from "./home.js" */

export class HistoryPage {
  heading = pageHeading("History");
  #retention = el("p", { class: "page-description" });
  #filters = new HistoryFilters(() => this.#load());
  #count = el("p", { class: "history-count", role: "status" });
  #list = new HistoryList();
  #empty = el("div", {});
  #olderButton = new Button("Show older", "plain", () => this.#showOlder());
  #exportButton = new Button("Export as JSON", "plain", () => this.#exportHistory());
  #clearButton = new Button("Clear history", "plain", () => this.#clearHistory());
  /** @type {HistoryEntryView[]} */
  #entries = [];
  /** Number of the latest request; replies to earlier ones are dropped. */
  #request = 0;
  /** Version of the history on the page. */
  #historyVersion = -1;
  /** @type {HomeView | null} */
  #view = null;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    for (const { root } of [this.#exportButton, this.#clearButton, this.#olderButton])
      root.classList.add("small");
    this.root = el(
      "div",
      { class: "page" },
      pageHeader(this.heading, this.#retention, this.#exportButton.root, this.#clearButton.root),
      this.#filters.root,
      this.#count,
      this.#list.root,
      this.#empty,
      el("div", { class: "history-older" }, this.#olderButton.root),
    );
  }

  /** @param {HomeView} view */
  show(view) {
    const before = this.#view;
    this.#view = view;
    const { history: isEnabled, days } = view.settings;
    this.#retention.replaceChildren(isEnabled ? retentionText(days) : "");
    const hasChanged =
      this.#historyVersion !== view.historyVersion || before?.settings.history !== isEnabled;
    if (hasChanged && this.root.isConnected) this.#load();
  }

  mounted() {
    this.#load();
  }

  unmounted() {
    this.#request += 1;
  }

  escape() {
    return this.#filters.clearSearch();
  }

  focusSearch() {
    this.#filters.focus();
  }

  /** Reloads. If history itself changed, keeps the number of entries shown. */
  async #load() {
    if (this.#view === null) return;
    const turn = this.#view.historyVersion;
    await this.#fetch([], turn === this.#historyVersion ? 0 : this.#entries.length);
    this.#historyVersion = turn;
  }

  #showOlder() {
    const previousCount = this.#entries.length;
    this.#fetch(this.#entries, previousCount + 1).then(() => this.#focusEntry(previousCount));
  }

  /**
   * @param {HistoryEntryView[]} loaded the entries to keep
   * @param {number} minimumCount entries to load, if there are that many
   */
  async #fetch(loaded, minimumCount) {
    this.#request += 1;
    const request = this.#request;
    let entries = loaded;
    try {
      for (;;) {
        const view = await history(this.#filters.query(entries.at(-1)?.id ?? null));
        if (request !== this.#request) return;
        entries = [...entries, ...view.entries];
        if (view.more && view.entries.length > 0 && entries.length < minimumCount) continue;
        this.#render(view, entries);
        return;
      }
    } catch (error) {
      if (request === this.#request) this.#home.showError(error);
    }
  }

  /**
   * @param {HistoryView} view
   * @param {HistoryEntryView[]} entries
   */
  #render(view, entries) {
    this.#entries = entries;
    const isEmpty = view.kept === 0;
    // Without entries the menus are hidden and keep their options.
    if (!isEmpty) this.#filters.setOptions(view);
    this.#list.show(entries);
    this.#olderButton.root.hidden = !view.more;
    const text = countText(view, this.#filters.isActive);
    // Setting the same text again would announce it again.
    if (this.#count.textContent !== text) this.#count.replaceChildren(text);
    this.#filters.root.hidden = isEmpty && !this.#filters.isActive;
    this.#exportButton.root.hidden = isEmpty;
    this.#clearButton.root.hidden = isEmpty;
    this.#empty.replaceChildren(...(entries.length === 0 ? [this.#emptyState(view)] : []));
  }

  /**
   * @param {HistoryView} view
   * @returns {HTMLElement}
   */
  #emptyState({ kept }) {
    if (kept > 0) {
      const clearButton = new Button("Clear filters", "plain", () => {
        this.#filters.clear();
        this.#filters.focus();
      });
      return emptyState("No matches", "No questions match these filters.", clearButton.root);
    }
    if (this.#view?.settings.history === false) {
      const settingsButton = new Button("Open Settings", "plain", () =>
        this.#home.showPage("settings"),
      );
      return emptyState(
        "History is off",
        "Doorbell doesn’t record the questions you are asked.",
        settingsButton.root,
      );
    }
    return emptyState(
      "No history yet",
      "Questions appear here when they end, with who asked and how they ended. Your answers are never stored.",
    );
  }

  /** @param {number} index */
  #focusEntry(index) {
    const entry = [...this.#list.root.querySelectorAll("summary")][index];
    if (this.#olderButton.root.hidden && entry instanceof HTMLElement) entry.focus();
  }

  async #exportHistory() {
    const saved = await this.#home.attempt(exportHistory());
    if (saved !== null) this.#home.showStatus(`History saved to ${saved.value}`);
  }

  async #clearHistory() {
    const isConfirmed = await this.#home.confirm({
      title: "Clear history?",
      text: "This permanently deletes all history, including entries hidden by the current filters, and all request counts.",
      confirm: "Clear history",
      cancel: "Keep history",
    });
    if (!isConfirmed || (await this.#home.attempt(clearHistory())) === null) return;
    this.#home.showStatus("History cleared.");
    this.heading.focus({ preventScroll: true });
    await this.#fetch([], 0);
  }
}

/**
 * @param {number} days
 * @returns {string}
 */
function retentionText(days) {
  return `Kept for ${days === 1 ? "1 day" : `${days} days`}. Your answers are never stored.`;
}

/**
 * @param {HistoryView} view
 * @param {boolean} isFiltered
 * @returns {string}
 */
function countText({ found, kept }, isFiltered) {
  if (kept === 0) return "";
  if (isFiltered) return `${found} of ${kept} found`;
  return kept === 1 ? "1 question" : `${kept} questions`;
}
