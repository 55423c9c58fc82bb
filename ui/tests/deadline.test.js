import assert from "node:assert/strict";
import test from "node:test";

import { fakeClock } from "./fakeClock.js";
import "./fakeDom.js";

const { Deadline } = await import("../src/deadline.js");

function setUp(context) {
  const tick = fakeClock(context);
  return { deadline: new Deadline(), tick };
}

test("is hidden without a deadline", (context) => {
  const { deadline } = setUp(context);
  deadline.show({ state: "open", deadline: null });
  assert.equal(deadline.root.hidden, true);
});

test("counts down by itself", (context) => {
  const { deadline, tick } = setUp(context);
  deadline.show({ state: "open", deadline: 62_000 });
  assert.equal(deadline.root.hidden, false);
  assert.equal(deadline.root.textContent, "Expires in about 1 min");
  tick(2000);
  tick(1000);
  assert.equal(deadline.root.textContent, "Expires in 59 s");
  for (let second = 0; second < 58; second += 1) tick(1000);
  assert.equal(deadline.root.textContent, "Expires in 1 s");
  tick(1000);
  assert.equal(deadline.root.textContent, "May have expired");
});

test("says when the asker cancelled", (context) => {
  const { deadline, tick } = setUp(context);
  deadline.show({ state: "open", deadline: 30_000 });
  const at = new Date(2026, 10, 16, 14, 3).getTime();
  deadline.show({ state: "withdrawn", at, reason: "" });
  tick(60_000);
  assert.equal(deadline.root.textContent, "Cancelled at 14:03");
});

test("a new deadline replaces the countdown", (context) => {
  const { deadline, tick } = setUp(context);
  deadline.show({ state: "open", deadline: 30_000 });
  deadline.show({ state: "open", deadline: 50_000 });
  tick(1000);
  assert.equal(deadline.root.textContent, "Expires in 49 s");
});

test("stops when it is removed", (context) => {
  const { deadline, tick } = setUp(context);
  deadline.show({ state: "open", deadline: 30_000 });
  deadline.unmounted();
  tick(5000);
  assert.equal(deadline.root.textContent, "Expires in 30 s");
});
