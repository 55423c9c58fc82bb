import assert from "node:assert/strict";
import test from "node:test";

import { dayForKey } from "../src/calendar.js";
import { formatDay, parseDay } from "../src/day.js";

const reached = (text, key, shiftKey = false) => {
  const day = dayForKey(parseDay(text), { key, shiftKey });
  return day && formatDay(day);
};

test("arrows move by days and weeks", () => {
  assert.equal(reached("2026-11-16", "ArrowLeft"), "2026-11-15");
  assert.equal(reached("2026-11-30", "ArrowRight"), "2026-12-01");
  assert.equal(reached("2026-11-03", "ArrowUp"), "2026-10-27");
  assert.equal(reached("2026-12-28", "ArrowDown"), "2027-01-04");
});

test("Home and End move within the week", () => {
  assert.equal(reached("2026-11-18", "Home"), "2026-11-16");
  assert.equal(reached("2026-11-18", "End"), "2026-11-22");
  assert.equal(reached("2026-11-16", "Home"), "2026-11-16");
  assert.equal(reached("2026-11-22", "End"), "2026-11-22");
});

test("Page Up and Page Down move by months, with Shift by years", () => {
  assert.equal(reached("2026-03-31", "PageUp"), "2026-02-28");
  assert.equal(reached("2026-03-31", "PageDown"), "2026-04-30");
  assert.equal(reached("2028-02-29", "PageUp", true), "2027-02-28");
  assert.equal(reached("2026-11-16", "PageDown", true), "2027-11-16");
});

test("other keys move nothing", () => {
  for (const key of ["Enter", " ", "a", "Tab", "Escape"])
    assert.equal(reached("2026-11-16", key), null);
});
