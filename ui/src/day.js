// Calendar days without time and time zone.

/** @typedef {{ year: number, month: number, date: number }} Day months start at 1 */

const MONTH_NAME = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });
const DAY_NAME = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });

/**
 * Parses the date at the start of text such as "2026-11-16 14:30".
 *
 * @param {string} text
 * @returns {Day | null}
 */
export function parseDay(text) {
  const match = /^\s*(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text);
  if (!match) return null;
  const day = { year: Number(match[1]), month: Number(match[2]), date: Number(match[3]) };
  return formatDay(addDays(day, 0)) === formatDay(day) ? day : null;
}

/**
 * "2026-11-16".
 *
 * @param {Day} day
 * @returns {string}
 */
export function formatDay({ year, month, date }) {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

/** @returns {Day} */
export function today() {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, date: now.getDate() };
}

/**
 * @param {Day} day
 * @param {number} count
 * @returns {Day}
 */
export function addDays(day, count) {
  return fromUtcDate(toUtcDate({ ...day, date: day.date + count }));
}

/**
 * Keeps the date, or takes the month's last day if it is shorter.
 *
 * @param {Day} day
 * @param {number} count
 * @returns {Day}
 */
export function addMonths(day, count) {
  const first = fromUtcDate(toUtcDate({ year: day.year, month: day.month + count, date: 1 }));
  return { ...first, date: Math.min(day.date, daysIn(first)) };
}

/**
 * @param {Day} day
 * @returns {number} 1 (Monday) to 7 (Sunday)
 */
export function weekday(day) {
  return toUtcDate(day).getUTCDay() || 7;
}

/**
 * "November 2026".
 *
 * @param {Day} day
 * @returns {string}
 */
export function monthName(day) {
  return `${MONTH_NAME.format(toUtcDate(day))} ${day.year}`;
}

/**
 * "Monday 16 November 2026".
 *
 * @param {Day} day
 * @returns {string}
 */
export function dayName(day) {
  return DAY_NAME.format(toUtcDate(day));
}

/**
 * The six weeks, Monday first, that cover a month.
 *
 * @param {Day} day any day of the month
 * @returns {Day[][]}
 */
export function weeksOf(day) {
  const first = { ...day, date: 1 };
  const leadingDays = weekday(first) - 1;
  // Always six, so that the calendar's height never changes.
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => addDays(first, week * 7 + column - leadingDays)),
  );
}

/**
 * @param {Day} day
 * @returns {number}
 */
function daysIn({ year, month }) {
  return fromUtcDate(toUtcDate({ year, month: month + 1, date: 0 })).date;
}

/**
 * @param {Day} day
 * @returns {Date}
 */
function toUtcDate({ year, month, date }) {
  const result = new Date(0);
  result.setUTCFullYear(year, month - 1, date);
  return result;
}

/**
 * @param {Date} date
 * @returns {Day}
 */
function fromUtcDate(date) {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
}
