// History entries grouped by day, newest first.

import { addDays, dayName, formatDay, today } from "../day.js";
import { arrange, el } from "../dom.js";
import { entryKey, historyEntry } from "./historyEntry.js";

/** @import { Day } from "../day.js" */
/** @import { HistoryEntryView } from "../generated/HistoryEntryView" */

/** @typedef {{ root: HTMLElement, title: HTMLElement, list: HTMLElement }} Section */

export class HistoryList {
  root = el("div", { class: "history-list" });
  /** By [`entryKey`]. @type {Map<string, HTMLElement>} */
  #entries = new Map();
  /** By ISO date. @type {Map<string, Section>} */
  #sections = new Map();

  /** @param {HistoryEntryView[]} entries */
  show(entries) {
    const days = groupByDay(entries);
    const keys = new Set(entries.map(entryKey));
    for (const key of this.#entries.keys()) if (!keys.has(key)) this.#entries.delete(key);
    for (const isoDay of this.#sections.keys())
      if (!days.has(isoDay)) this.#sections.delete(isoDay);
    const sections = [...days].map(([isoDay, { day, entries }]) =>
      this.#section(isoDay, day, entries),
    );
    arrange(this.root, sections);
  }

  /**
   * @param {string} isoDay
   * @param {Day} day
   * @param {HistoryEntryView[]} entries
   * @returns {HTMLElement}
   */
  #section(isoDay, day, entries) {
    const section = this.#sections.get(isoDay) ?? createSection();
    this.#sections.set(isoDay, section);
    section.title.replaceChildren(dayTitle(isoDay, day));
    arrange(
      section.list,
      entries.map((entry) => this.#entry(entry)),
    );
    return section.root;
  }

  /**
   * @param {HistoryEntryView} entry
   * @returns {HTMLElement}
   */
  #entry(entry) {
    const key = entryKey(entry);
    const root = this.#entries.get(key) ?? historyEntry(entry);
    this.#entries.set(key, root);
    return root;
  }
}

/** @returns {Section} */
function createSection() {
  const title = el("h2", { class: "section-title" });
  const list = el("ul", { class: "boxed", role: "list" });
  return { root: el("section", {}, title, list), title, list };
}

/**
 * @param {HistoryEntryView[]} entries
 * @returns {Map<string, { day: Day, entries: HistoryEntryView[] }>}
 */
export function groupByDay(entries) {
  /** @type {Map<string, { day: Day, entries: HistoryEntryView[] }>} */
  const days = new Map();
  for (const entry of entries) {
    const at = new Date(entry.at);
    const day = { year: at.getFullYear(), month: at.getMonth() + 1, date: at.getDate() };
    const isoDay = formatDay(day);
    const group = days.get(isoDay) ?? { day, entries: [] };
    group.entries.push(entry);
    days.set(isoDay, group);
  }
  return days;
}

/**
 * @param {string} name
 * @param {Day} day
 * @returns {string} "Today", "Yesterday" or "Monday 16 November 2026"
 */
export function dayTitle(name, day) {
  if (name === formatDay(today())) return "Today";
  if (name === formatDay(addDays(today(), -1))) return "Yesterday";
  return dayName(day);
}
