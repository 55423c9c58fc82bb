// A month to choose a day from. WebKitGTK's own picker belongs to `<input type="date">`, which keeps
// what was typed to itself until it is a whole date, and it cannot choose a time.

import {
  addDays,
  addMonths,
  dayName,
  monthName,
  readDay,
  today,
  weekday,
  weeksOf,
  writeDay,
} from "./day.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";

/** @import { Day } from "./day.js" */
/** @import { Drawing } from "./icon.js" */

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export class Calendar {
  #month = el("h3", { class: "calendar-month", "aria-live": "polite" });
  #weeks = el("tbody");
  /** @type {Day} */
  #at = today();
  /** @type {Day | null} */
  #chosen = null;
  #choose;

  /**
   * @param {string} id
   * @param {(day: Day) => void} choose
   */
  constructor(id, choose) {
    this.#choose = choose;
    this.#month.id = `${id}-month`;
    const grid = el(
      "table",
      { role: "grid", "aria-labelledby": this.#month.id },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...WEEKDAYS.map((name) => el("th", { scope: "col", abbr: name }, name.slice(0, 2))),
        ),
      ),
      this.#weeks,
    );
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("click", (event) => this.#click(event));
    this.root = el(
      "div",
      { class: "calendar" },
      el(
        "div",
        { class: "calendar-head" },
        this.#step("Previous year", "left2", -12),
        this.#step("Previous month", "left", -1),
        this.#month,
        this.#step("Next month", "right", 1),
        this.#step("Next year", "right2", 12),
      ),
      grid,
    );
  }

  /** @param {Day | null} chosen */
  show(chosen) {
    this.#chosen = chosen;
    this.#go(chosen ?? today());
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.#weeks.querySelector("td[tabindex='0']"))?.focus();
  }

  /**
   * @param {string} name
   * @param {Drawing} drawing
   * @param {number} months
   * @returns {HTMLElement}
   */
  #step(name, drawing, months) {
    const button = el(
      "button",
      { type: "button", class: "icon-button", "aria-label": name },
      icon(drawing),
    );
    button.addEventListener("click", () => this.#go(addMonths(this.#at, months)));
    return button;
  }

  /** @param {Day} day */
  #go(day) {
    // Years of four digits, as dates are written.
    if (day.year < 1 || day.year > 9999) return;
    this.#at = day;
    this.#month.replaceChildren(monthName(day));
    this.#weeks.replaceChildren(
      ...weeksOf(day).map((week) => el("tr", {}, ...week.map((each) => this.#cell(each)))),
    );
  }

  /**
   * @param {Day} day
   * @returns {HTMLElement}
   */
  #cell(day) {
    const name = writeDay(day);
    const isChosen = this.#chosen !== null && name === writeDay(this.#chosen);
    const isToday = name === writeDay(today());
    const cell = el(
      "td",
      {
        role: "gridcell",
        class: day.month === this.#at.month ? null : "other-month",
        tabindex: name === writeDay(this.#at) ? 0 : -1,
        "aria-selected": String(isChosen),
        "aria-current": isToday ? "date" : null,
        "aria-label": dayName(day),
      },
      String(day.date),
    );
    cell.dataset.day = name;
    return cell;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const next = this.#reached(event);
    if (next) {
      event.preventDefault();
      this.#go(next);
      this.focus();
    } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      this.#choose(this.#at);
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {Day | null}
   */
  #reached({ key, shiftKey }) {
    const at = this.#at;
    switch (key) {
      case "ArrowLeft":
        return addDays(at, -1);
      case "ArrowRight":
        return addDays(at, 1);
      case "ArrowUp":
        return addDays(at, -7);
      case "ArrowDown":
        return addDays(at, 7);
      case "Home":
        return addDays(at, 1 - weekday(at));
      case "End":
        return addDays(at, 7 - weekday(at));
      case "PageUp":
        return addMonths(at, shiftKey ? -12 : -1);
      case "PageDown":
        return addMonths(at, shiftKey ? 12 : 1);
      default:
        return null;
    }
  }

  /** @param {Event} event */
  #click({ target }) {
    const cell = target instanceof Element ? target.closest("td") : null;
    const day = readDay(cell?.dataset.day ?? "");
    if (day) this.#choose(day);
  }
}
