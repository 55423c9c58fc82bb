import assert from "node:assert/strict";
import test from "node:test";
import { Ticker } from "../src/home/ticker.js";
import { fakeClock } from "./fakeClock.js";

/** A ticker of items that stay valid for the given milliseconds. */
function setUp(context, ...validFor) {
  const tick = fakeClock(context);
  const ticks = [];
  const ticker = new Ticker(() =>
    validFor.map((milliseconds) => ({
      tick: (now) => {
        ticks.push(now);
        return milliseconds;
      },
    })),
  );
  return { ticker, ticks, tick };
}

test("ticks again when the first text becomes outdated", (context) => {
  const { ticker, ticks, tick } = setUp(context, 5000, 1000);
  ticker.start();
  assert.deepEqual(ticks, [0, 0]);
  tick(999);
  assert.equal(ticks.length, 2);
  tick(1);
  assert.deepEqual(ticks, [0, 0, 1000, 1000]);
});

test("never ticks more than four times a second", (context) => {
  const { ticker, ticks, tick } = setUp(context, 1);
  ticker.start();
  tick(249);
  assert.equal(ticks.length, 1);
  tick(1);
  assert.equal(ticks.length, 2);
});

test("does not tick before it is started or after it is stopped", (context) => {
  const { ticker, ticks, tick } = setUp(context, 1000);
  ticker.update();
  assert.equal(ticks.length, 0);
  ticker.start();
  ticker.stop();
  tick(10_000);
  ticker.update();
  assert.equal(ticks.length, 1);
});

test("an update replaces the timer", (context) => {
  const { ticker, ticks, tick } = setUp(context, 1000);
  ticker.start();
  tick(500);
  ticker.update();
  tick(999);
  assert.deepEqual(ticks, [0, 500]);
  tick(1);
  assert.deepEqual(ticks, [0, 500, 1500]);
});

test("without items it waits for an update", (context) => {
  const { ticker, ticks, tick } = setUp(context);
  ticker.start();
  tick(10_000);
  assert.equal(ticks.length, 0);
});
