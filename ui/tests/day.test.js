import assert from "node:assert/strict";
import test from "node:test";
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
} from "../src/day.js";
import { fakeClock } from "./fakeClock.js";

const day = (text) => {
  const parsed = parseDay(text);
  assert.notEqual(parsed, null, text);
  return parsed;
};

test("parses the date at the start of text", () => {
  assert.deepEqual(parseDay("2026-11-16"), { year: 2026, month: 11, date: 16 });
  assert.deepEqual(parseDay("  2026-11-16 14:30"), { year: 2026, month: 11, date: 16 });
  assert.deepEqual(parseDay("2026-11-16T14:30Z"), { year: 2026, month: 11, date: 16 });
});

test("rejects text that is no date", () => {
  for (const text of [
    "",
    "today",
    "2026-11",
    "2026-11-1",
    "26-11-16",
    "2026-11-161",
    "x2026-11-16",
  ]) {
    assert.equal(parseDay(text), null, text);
  }
});

test("rejects days that do not exist", () => {
  for (const text of [
    "2026-02-29",
    "2026-02-30",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
  ]) {
    assert.equal(parseDay(text), null, text);
  }
  assert.notEqual(parseDay("2028-02-29"), null);
  assert.equal(parseDay("2100-02-29"), null);
  assert.notEqual(parseDay("2000-02-29"), null);
});

test("formats what it parses, also in the first century", () => {
  for (const text of ["2026-11-16", "0001-01-01", "0099-12-31", "9999-12-31"]) {
    assert.equal(formatDay(day(text)), text);
  }
});

test("adds days across months and years", () => {
  assert.equal(formatDay(addDays(day("2026-12-31"), 1)), "2027-01-01");
  assert.equal(formatDay(addDays(day("2027-01-01"), -1)), "2026-12-31");
  assert.equal(formatDay(addDays(day("2028-02-28"), 1)), "2028-02-29");
  assert.equal(formatDay(addDays(day("2026-03-01"), 365)), "2027-03-01");
});

test("adding days skips none when clocks change", () => {
  let current = day("2026-01-01");
  for (let count = 0; count < 365; count += 1) {
    const next = addDays(current, 1);
    assert.equal(weekday(next), (weekday(current) % 7) + 1, formatDay(next));
    current = next;
  }
  assert.equal(formatDay(current), "2027-01-01");
});

test("adding months ends at the last day of a shorter month", () => {
  assert.equal(formatDay(addMonths(day("2026-01-31"), 1)), "2026-02-28");
  assert.equal(formatDay(addMonths(day("2028-01-31"), 1)), "2028-02-29");
  assert.equal(formatDay(addMonths(day("2026-01-31"), 3)), "2026-04-30");
  assert.equal(formatDay(addMonths(day("2026-01-15"), -1)), "2025-12-15");
  assert.equal(formatDay(addMonths(day("2028-02-29"), 12)), "2029-02-28");
  assert.equal(formatDay(addMonths(day("2026-03-31"), -13)), "2025-02-28");
});

test("weeks start on Monday", () => {
  assert.equal(weekday(day("2026-11-16")), 1);
  assert.equal(weekday(day("2026-11-22")), 7);
});

test("a month has six weeks that cover all its days", () => {
  for (const text of ["2026-02-10", "2026-11-16", "2027-02-01", "2026-08-31"]) {
    const month = day(text);
    const weeks = weeksOf(month);
    assert.equal(weeks.length, 6);
    const days = weeks.flat();
    assert.equal(days.length, 42);
    for (const [index, each] of days.entries()) assert.equal(weekday(each), (index % 7) + 1);
    const own = days.filter((each) => each.month === month.month).map((each) => each.date);
    assert.deepEqual(
      own,
      [...own.keys()].map((index) => index + 1),
    );
    assert.equal(own.length, addDays(addMonths({ ...month, date: 1 }, 1), -1).date);
    assert.ok(weeks[0].some((each) => each.month === month.month));
  }
});

test("names months and days in English", () => {
  assert.equal(monthName(day("2026-11-16")), "November 2026");
  assert.equal(monthName(day("0005-03-01")), "March 5");
  assert.match(dayName(day("2026-11-16")), /^Monday,? 16 November 2026$/);
});

test("today is the local day", (context) => {
  for (const time of [
    [0, 0],
    [12, 0],
    [23, 59],
  ]) {
    fakeClock(context, new Date(2026, 10, 16, ...time));
    assert.equal(formatDay(today()), "2026-11-16");
  }
});
