// How questions ended: to be searched, exported and cleared.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { clearHistory, exportHistory, history } from "./backend.js";
import { Filters } from "./filters.js";
import { HistoryList } from "./historyList.js";
import { emptyState, heading, pageHead } from "./pageHead.js";

/** @import { HistoryView } from "../generated/HistoryView" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { LineView } from "../generated/LineView" */
/** @import { Home } from "./home.js" */

export class HistoryPage {
  heading = heading("History");
  #about = el("p", { class: "page-about" });
  #filters = new Filters(() => this.#ask());
  #count = el("p", { class: "history-count", role: "status" });
  #list = new HistoryList();
  #empty = el("div", {});
  #older = new Button("Show older", "plain", () => this.#showOlder());
  #export = new Button("Export as JSON", "plain", () => this.#exports());
  #clear = new Button("Clear history", "plain", () => this.#clears());
  /** @type {LineView[]} */
  #lines = [];
  /** Which request is the last one; the replies to others are old. */
  #request = 0;
  /** The turn of history that is on the page. */
  #turn = -1;
  /** @type {HomeView | null} */
  #view = null;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    for (const { root } of [this.#export, this.#clear, this.#older]) root.classList.add("small");
    this.root = el(
      "div",
      { class: "page" },
      pageHead(this.heading, this.#about, this.#export.root, this.#clear.root),
      this.#filters.root,
      this.#count,
      this.#list.root,
      this.#empty,
      el("div", { class: "history-older" }, this.#older.root),
    );
  }

  /** @param {HomeView} view */
  show(view) {
    const before = this.#view;
    this.#view = view;
    const { history: isKept, days } = view.settings;
    this.#about.replaceChildren(isKept ? keptFor(days) : "");
    const isOld = this.#turn !== view.historyTurn || before?.settings.history !== isKept;
    if (isOld && this.root.isConnected) this.#ask();
  }

  entered() {
    this.#ask();
  }

  left() {
    this.#request += 1;
  }

  escape() {
    return this.#filters.clearWords();
  }

  focusSearch() {
    this.#filters.focus();
  }

  /** Asks anew; when only history changed, for as many lines as there were. */
  async #ask() {
    if (this.#view === null) return;
    const turn = this.#view.historyTurn;
    await this.#fetch([], turn === this.#turn ? 0 : this.#lines.length);
    this.#turn = turn;
  }

  #showOlder() {
    const last = this.#lines.length;
    this.#fetch(this.#lines, last + 1).then(() => this.#focusLine(last));
  }

  /**
   * @param {LineView[]} before the lines that are kept
   * @param {number} many how many there should be, if there are so many
   */
  async #fetch(before, many) {
    this.#request += 1;
    const request = this.#request;
    let lines = before;
    try {
      for (;;) {
        const view = await history(this.#filters.wanted(lines.at(-1)?.id ?? null));
        if (request !== this.#request) return;
        lines = [...lines, ...view.lines];
        if (view.more && view.lines.length > 0 && lines.length < many) continue;
        this.#write(view, lines);
        return;
      }
    } catch (error) {
      if (request === this.#request) this.#home.failed(error);
    }
  }

  /**
   * @param {HistoryView} view
   * @param {LineView[]} lines
   */
  #write(view, lines) {
    this.#lines = lines;
    const isBare = view.kept === 0;
    // With nothing to find the menus are hidden, and keep what they offer.
    if (!isBare) this.#filters.offer(view);
    this.#list.show(lines);
    this.#older.root.hidden = !view.more;
    const words = counted(view, this.#filters.areSet);
    // The same words again would be announced again.
    if (this.#count.textContent !== words) this.#count.replaceChildren(words);
    this.#filters.root.hidden = isBare && !this.#filters.areSet;
    this.#export.root.hidden = isBare;
    this.#clear.root.hidden = isBare;
    this.#empty.replaceChildren(...(lines.length === 0 ? [this.#nothing(view)] : []));
  }

  /**
   * @param {HistoryView} view
   * @returns {HTMLElement}
   */
  #nothing({ kept }) {
    if (kept > 0) {
      const clear = new Button("Clear filters", "plain", () => {
        this.#filters.clear();
        this.#filters.focus();
      });
      return emptyState("Nothing found", "No line of history matches all of this.", clear.root);
    }
    if (this.#view?.settings.history === false) {
      const go = new Button("Go to Settings", "plain", () => this.#home.go("settings"));
      return emptyState(
        "History is switched off",
        "Doorbell writes nothing down about questions.",
        go.root,
      );
    }
    return emptyState(
      "Nothing has ended yet",
      "Each question leaves one line here when it ends: who asked, how it ended and how long it took. Never what you answered.",
    );
  }

  /** @param {number} place */
  #focusLine(place) {
    const line = [...this.#list.root.querySelectorAll("summary")][place];
    if (this.#older.root.hidden && line instanceof HTMLElement) line.focus();
  }

  async #exports() {
    const saved = await this.#home.hear(exportHistory());
    if (saved !== null) this.#home.say(`History was saved to ${saved.value}`);
  }

  async #clears() {
    const goes = await this.#home.ask({
      title: "Clear history?",
      text: "Every line is removed, also those that are not shown now, and how often each asker asked. This cannot be undone.",
      confirm: "Clear history",
      cancel: "Keep it",
    });
    if (!goes || (await this.#home.hear(clearHistory())) === null) return;
    this.#home.say("History was cleared.");
    this.heading.focus({ preventScroll: true });
    await this.#fetch([], 0);
  }
}

/**
 * @param {number} days
 * @returns {string}
 */
function keptFor(days) {
  return `Kept for ${days === 1 ? "a day" : `${days} days`}, without your answers.`;
}

/**
 * @param {HistoryView} view
 * @param {boolean} isFiltered
 * @returns {string}
 */
function counted({ found, kept }, isFiltered) {
  if (kept === 0) return "";
  if (isFiltered) return `${found} of ${kept} found`;
  return kept === 1 ? "1 question" : `${kept} questions`;
}
