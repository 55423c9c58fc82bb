import assert from "node:assert/strict";
import test from "node:test";
import {
  deadlineText,
  elapsedValidFor,
  formatAtOrOn,
  formatDate,
  formatDateTime,
  formatDuration,
  formatElapsed,
  formatExactly,
  formatTime,
  formatTimeOrDate,
  remainingValidFor,
} from "../src/timeFormat.js";
import { fakeClock } from "./fakeClock.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In the local time zone, whichever it is. */
const NOW = new Date(2026, 10, 16, 14, 3, 12).getTime();

test("formats times and dates in local time", () => {
  assert.equal(formatTime(NOW), "14:03");
  assert.equal(formatTime(new Date(2026, 10, 16, 0, 5).getTime()), "00:05");
  assert.equal(formatDateTime(NOW), "16 Nov, 14:03");
  assert.equal(formatExactly(NOW), "16 Nov 2026, 14:03:12");
});

test("a date has a year unless it is this one", (context) => {
  fakeClock(context, NOW);
  assert.equal(formatDate(NOW), "16 Nov");
  assert.equal(formatDate(new Date(2026, 0, 1).getTime()), "1 Jan");
  assert.equal(formatDate(new Date(2025, 11, 31, 23, 59).getTime()), "31 Dec 2025");
});

test("only times of other days have a date", (context) => {
  fakeClock(context, NOW);
  const midnight = new Date(2026, 10, 16).getTime();
  assert.equal(formatTimeOrDate(midnight), "00:00");
  assert.equal(formatAtOrOn(midnight), "at 00:00");
  assert.equal(formatTimeOrDate(midnight - MINUTE), "15 Nov, 23:59");
  assert.equal(formatAtOrOn(midnight - MINUTE), "on 15 Nov, 23:59");
  const tomorrow = new Date(2026, 10, 17, 9, 0).getTime();
  assert.equal(formatAtOrOn(tomorrow), "on 17 Nov, 09:00");
});

test("counts down to a deadline", () => {
  const cases = [
    [3 * HOUR, "Expires in about 3 h"],
    [2 * HOUR, "Expires in about 2 h"],
    [90 * MINUTE, "Expires in about 90 min"],
    [4 * MINUTE + 20 * SECOND, "Expires in about 4 min"],
    [MINUTE, "Expires in about 1 min"],
    [45 * SECOND, "Expires in 45 s"],
    [44 * SECOND + 1, "Expires in 45 s"],
    [1, "Expires in 1 s"],
    [0, "May have expired"],
    [-5 * SECOND, "May have expired"],
  ];
  for (const [remaining, text] of cases) assert.equal(deadlineText(remaining), text);
});

test("a deadline's text is renewed in time for the last minute", () => {
  assert.equal(remainingValidFor(3 * HOUR), 15 * SECOND);
  assert.equal(remainingValidFor(MINUTE + 4 * SECOND), 4 * SECOND);
  assert.equal(remainingValidFor(MINUTE), SECOND);
  assert.equal(remainingValidFor(10 * SECOND), SECOND);
});

test("shows how long ago something began", () => {
  const cases = [
    [-SECOND, "just now"],
    [0, "just now"],
    [MINUTE - 1, "just now"],
    [MINUTE, "1 min"],
    [2 * HOUR - 1, "119 min"],
    [2 * HOUR, "2 h"],
    [2 * DAY - 1, "47 h"],
    [2 * DAY, "2 days"],
  ];
  for (const [elapsed, text] of cases) assert.equal(formatElapsed(elapsed), text);
});

test("elapsed time is valid until its text changes", () => {
  for (const elapsed of [0, 1, 59_999, MINUTE, 61_234, 119 * MINUTE + 1]) {
    const end = elapsed + elapsedValidFor(elapsed);
    assert.equal(formatElapsed(end - 1), formatElapsed(elapsed));
    assert.notEqual(formatElapsed(end), formatElapsed(elapsed));
  }
  assert.equal(elapsedValidFor(-5 * SECOND), MINUTE);
});

test("formats durations in at most two units", () => {
  const cases = [
    [0, "1 s"],
    [1499, "1 s"],
    [1500, "2 s"],
    [59_499, "59 s"],
    [59_500, "1 min"],
    [4 * MINUTE + 10 * SECOND, "4 min 10 s"],
    [HOUR, "1 h"],
    [2 * HOUR + 5 * MINUTE + 59 * SECOND, "2 h 5 min"],
  ];
  for (const [duration, text] of cases) assert.equal(formatDuration(duration), text);
});
