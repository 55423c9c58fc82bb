// The lines of history, newest first, under their days.

import { addDays, dayName, formatDay, today } from "../day.js";
import { arrange, el } from "../dom.js";
import { historyLine } from "./historyLine.js";

/** @import { Day } from "../day.js" */
/** @import { LineView } from "../generated/LineView" */

/** @typedef {{ root: HTMLElement, name: HTMLElement, lines: HTMLElement }} Section */

export class HistoryList {
  root = el("div", { class: "history-list" });
  /** By the line's id: a line never changes. @type {Map<number, HTMLElement>} */
  #lines = new Map();
  /** By its day. @type {Map<string, Section>} */
  #sections = new Map();

  /** @param {LineView[]} lines */
  show(lines) {
    const days = groupedByDay(lines);
    const ids = new Set(lines.map((line) => line.id));
    for (const id of this.#lines.keys()) if (!ids.has(id)) this.#lines.delete(id);
    for (const name of this.#sections.keys()) if (!days.has(name)) this.#sections.delete(name);
    const sections = [...days].map(([name, { day, lines }]) => this.#section(name, day, lines));
    arrange(this.root, sections);
  }

  /**
   * @param {string} name
   * @param {Day} day
   * @param {LineView[]} lines
   * @returns {HTMLElement}
   */
  #section(name, day, lines) {
    const section = this.#sections.get(name) ?? newSection();
    this.#sections.set(name, section);
    section.name.replaceChildren(nearName(name, day));
    arrange(
      section.lines,
      lines.map((line) => this.#line(line)),
    );
    return section.root;
  }

  /**
   * @param {LineView} line
   * @returns {HTMLElement}
   */
  #line(line) {
    const root = this.#lines.get(line.id) ?? historyLine(line);
    this.#lines.set(line.id, root);
    return root;
  }
}

/** @returns {Section} */
function newSection() {
  const name = el("h2", { class: "part-name" });
  const lines = el("ul", { class: "boxed", role: "list" });
  return { root: el("section", {}, name, lines), name, lines };
}

/**
 * @param {LineView[]} lines
 * @returns {Map<string, { day: Day, lines: LineView[] }>}
 */
function groupedByDay(lines) {
  /** @type {Map<string, { day: Day, lines: LineView[] }>} */
  const days = new Map();
  for (const line of lines) {
    const at = new Date(line.at);
    const day = { year: at.getFullYear(), month: at.getMonth() + 1, date: at.getDate() };
    const name = formatDay(day);
    const group = days.get(name) ?? { day, lines: [] };
    group.lines.push(line);
    days.set(name, group);
  }
  return days;
}

/**
 * @param {string} name
 * @param {Day} day
 * @returns {string} "Today", "Yesterday" or "Monday 16 November 2026"
 */
function nearName(name, day) {
  if (name === formatDay(today())) return "Today";
  if (name === formatDay(addDays(today(), -1))) return "Yesterday";
  return dayName(day);
}
