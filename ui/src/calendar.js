// A calendar month to choose a day from. `<input type="date">` does not fit: in WebKitGTK it hides
// typed text until the date is complete, and it has no time.

import {
  addDays,
  addMonths,
  dayName,
  formatDay,
  monthName,
  parseDay,
  today,
  weekday,
  weeksOf,
} from "./day.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";

/** @import { Day } from "./day.js" */
/** @import { IconName } from "./icon.js" */

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export class Calendar {
  #month = el("h3", { class: "calendar-month", "aria-live": "polite" });
  #weeks = el("tbody");
  /** @type {Day} */
  #focusedDay = today();
  /** @type {Day | null} */
  #chosen = null;
  #onChoose;

  /**
   * @param {string} id
   * @param {(day: Day) => void} onChoose
   */
  constructor(id, onChoose) {
    this.#onChoose = onChoose;
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
    grid.addEventListener("keydown", (event) => this.#onKeydown(event));
    grid.addEventListener("click", (event) => this.#onClick(event));
    this.root = el(
      "div",
      { class: "calendar" },
      el(
        "div",
        { class: "calendar-head" },
        this.#stepButton("Previous year", "doubleLeft", -12),
        this.#stepButton("Previous month", "left", -1),
        this.#month,
        this.#stepButton("Next month", "right", 1),
        this.#stepButton("Next year", "doubleRight", 12),
      ),
      grid,
    );
  }

  /** @param {Day | null} chosen */
  show(chosen) {
    this.#chosen = chosen;
    this.#showDay(chosen ?? today());
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.#weeks.querySelector("td[tabindex='0']"))?.focus();
  }

  /**
   * @param {string} name
   * @param {IconName} iconName
   * @param {number} months
   * @returns {HTMLElement}
   */
  #stepButton(name, iconName, months) {
    const button = el(
      "button",
      { type: "button", class: "icon-button", "aria-label": name },
      icon(iconName),
    );
    button.addEventListener("click", () => this.#showDay(addMonths(this.#focusedDay, months)));
    return button;
  }

  /** @param {Day} day */
  #showDay(day) {
    // Dates are written with four-digit years.
    if (day.year < 1 || day.year > 9999) return;
    this.#focusedDay = day;
    this.#month.replaceChildren(monthName(day));
    this.#weeks.replaceChildren(
      ...weeksOf(day).map((week) => el("tr", {}, ...week.map((weekDay) => this.#cell(weekDay)))),
    );
  }

  /**
   * @param {Day} day
   * @returns {HTMLElement}
   */
  #cell(day) {
    const isoDay = formatDay(day);
    const isChosen = this.#chosen !== null && isoDay === formatDay(this.#chosen);
    const isToday = isoDay === formatDay(today());
    const cell = el(
      "td",
      {
        role: "gridcell",
        class: day.month === this.#focusedDay.month ? null : "other-month",
        tabindex: isoDay === formatDay(this.#focusedDay) ? 0 : -1,
        "aria-selected": String(isChosen),
        "aria-current": isToday ? "date" : null,
        "aria-label": dayName(day),
      },
      String(day.date),
    );
    cell.dataset.day = isoDay;
    return cell;
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    const next = dayForKey(this.#focusedDay, event);
    if (next) {
      event.preventDefault();
      this.#showDay(next);
      this.focus();
    } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      this.#onChoose(this.#focusedDay);
    }
  }

  /** @param {Event} event */
  #onClick({ target }) {
    const cell = target instanceof Element ? target.closest("td") : null;
    const day = parseDay(cell?.dataset.day ?? "");
    if (day) this.#onChoose(day);
  }
}

/**
 * @param {Day} day
 * @param {Pick<KeyboardEvent, "key" | "shiftKey">} event
 * @returns {Day | null} null if the key does not move the focus
 */
export function dayForKey(day, { key, shiftKey }) {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, 1 - weekday(day));
    case "End":
      return addDays(day, 7 - weekday(day));
    case "PageUp":
      return addMonths(day, shiftKey ? -12 : -1);
    case "PageDown":
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}
