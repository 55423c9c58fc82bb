import assert from "node:assert/strict";
import test from "node:test";

import { fakeClock } from "./fakeClock.js";
import "./fakeTauri.js";

const { errorMessage } = await import("../src/backend.js");
const { dayTitle, groupByDay } = await import("../src/home/historyList.js");
const { outcomeLabel } = await import("../src/home/outcomeLabel.js");
const { shortcutOf } = await import("../src/home/settings/shortcutSetting.js");

const at = (...date) => new Date(...date).getTime();

test("history is grouped by local day, in order", () => {
  const entries = [
    { id: 4, at: at(2026, 10, 16, 0, 0) },
    { id: 3, at: at(2026, 10, 15, 23, 59) },
    { id: 2, at: at(2026, 10, 15, 0, 0) },
    { id: 1, at: at(2025, 10, 15, 12, 0) },
  ];
  const groups = [...groupByDay(entries)].map(([day, group]) => [
    day,
    group.entries.map(({ id }) => id),
  ]);
  assert.deepEqual(groups, [
    ["2026-11-16", [4]],
    ["2026-11-15", [3, 2]],
    ["2025-11-15", [1]],
  ]);
});

test("today and yesterday have names", (context) => {
  fakeClock(context, at(2026, 2, 1, 0, 30));
  const title = (month, date) =>
    dayTitle(`2026-0${month}-${String(date).padStart(2, "0")}`, { year: 2026, month, date });
  assert.equal(title(3, 1), "Today");
  assert.equal(title(2, 28), "Yesterday");
  assert.match(title(2, 27), /^Friday,? 27 February 2026$/);
});

test("shows an unknown outcome as it is", () => {
  assert.equal(outcomeLabel("accepted", "form").text, "Answered");
  assert.equal(outcomeLabel("teleported", "form").text, "teleported");
});

test("a permission was allowed or denied, and a link opened", () => {
  const words = [
    ["accepted", "permission"],
    ["declined", "permission"],
    ["expired", "permission"],
    ["accepted", "link"],
  ].map(([outcome, kind]) => outcomeLabel(outcome, kind).text);
  assert.deepEqual(words, ["Allowed", "Denied", "Timed out", "Opened"]);
});

const NO_KEYS = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };

test("a shortcut names modifiers in order and the physical key", () => {
  for (const [event, shortcut] of [
    [{ ctrlKey: true, altKey: true, code: "KeyD" }, "Ctrl+Alt+D"],
    [{ ctrlKey: true, shiftKey: true, metaKey: true, code: "Digit1" }, "Ctrl+Shift+Super+1"],
    [{ altKey: true, code: "Space" }, "Alt+Space"],
    [{ metaKey: true, code: "KeyboardX" }, "Super+KeyboardX"],
  ]) {
    assert.equal(shortcutOf({ ...NO_KEYS, ...event }), shortcut);
  }
});

test("a shortcut needs a modifier other than Shift", () => {
  assert.equal(shortcutOf({ ...NO_KEYS, code: "KeyD" }), null);
  assert.equal(shortcutOf({ ...NO_KEYS, shiftKey: true, code: "KeyD" }), null);
  assert.equal(shortcutOf({ ...NO_KEYS, ctrlKey: true, code: "" }), null);
});

test("an error without a message gets the fallback", () => {
  assert.equal(errorMessage({ code: "busy", message: "Too many." }), "Too many.");
  assert.equal(errorMessage(new Error("broken")), "broken");
  assert.equal(errorMessage("broken", "No answer."), "No answer.");
  assert.equal(errorMessage(null), "Doorbell didn’t respond. Nothing was sent.");
});
