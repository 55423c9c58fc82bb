import assert from "node:assert/strict";
import test from "node:test";

import { fakeClock } from "./fakeClock.js";
import { calls, settle } from "./fakeTauri.js";

const { EditQueue } = await import("../src/editQueue.js");

const CHECK = { fields: [], problems: 0, preview: "{}" };
const text = (value) => ({ kind: "text", text: value });

/** A queue with fake timers, and what it reported. */
function setUp(context) {
  calls.length = 0;
  const tick = fakeClock(context);
  const checks = [];
  const errors = [];
  const queue = new EditQueue(
    "q1",
    (check) => checks.push(check),
    (error) => errors.push(error),
  );
  return { queue, checks, errors, tick };
}

/** What Rust received: field and text of each edit. */
const received = () => calls.map(({ args: { request } }) => [request.field, request.input.text]);

async function answer(index, check = CHECK) {
  calls[index].resolve(check);
  await settle();
}

test("sends the first edit at once", async (context) => {
  const { queue, checks } = setUp(context);
  queue.add(2, text("a"), "typing");
  assert.equal(calls.length, 1);
  assert.equal(calls[0].command, "edit");
  assert.deepEqual(calls[0].args, { request: { id: "q1", field: 2, input: text("a") } });
  await answer(0);
  assert.deepEqual(checks, [CHECK]);
});

test("waits for a pause in typing after the first edit", async (context) => {
  const { queue, tick } = setUp(context);
  queue.add(0, text("a"), "typing");
  await answer(0);
  queue.add(0, text("ab"), "typing");
  tick(149);
  queue.add(0, text("abc"), "typing");
  tick(149);
  assert.equal(calls.length, 1);
  tick(1);
  assert.deepEqual(received(), [
    [0, "a"],
    [0, "abc"],
  ]);
});

test("sends at the latest after half a second of typing", async (context) => {
  const { queue, tick } = setUp(context);
  queue.add(0, text("first"), "typing");
  await answer(0);
  for (let typed = 0; typed < 6; typed += 1) {
    queue.add(0, text(`typed ${typed}`), "typing");
    if (typed < 5) tick(100);
  }
  assert.deepEqual(received(), [
    [0, "first"],
    [0, "typed 4"],
  ]);
});

test("sends a choice without a pause", async (context) => {
  const { queue } = setUp(context);
  queue.add(0, text("a"), "typing");
  await answer(0);
  queue.add(1, { kind: "flag", on: true }, "chosen");
  assert.equal(calls.length, 2);
});

test("sends one edit at a time, in order", async (context) => {
  const { queue, checks } = setUp(context);
  queue.add(0, text("a"), "chosen");
  queue.add(1, text("b"), "chosen");
  queue.add(0, text("c"), "chosen");
  assert.deepEqual(received(), [[0, "a"]]);
  await answer(0);
  assert.deepEqual(received(), [
    [0, "a"],
    [1, "b"],
  ]);
  assert.deepEqual(checks, [], "an outdated check is dropped");
  await answer(1);
  await answer(2);
  assert.deepEqual(received().at(-1), [0, "c"]);
  assert.equal(checks.length, 1);
});

test("a field that is edited again moves to the end", async (context) => {
  const { queue } = setUp(context);
  queue.add(0, text("a"), "chosen");
  queue.add(1, text("b"), "chosen");
  queue.add(2, text("c"), "chosen");
  queue.add(1, text("d"), "chosen");
  for (let index = 0; index < 3; index += 1) await answer(index);
  assert.deepEqual(received(), [
    [0, "a"],
    [2, "c"],
    [1, "d"],
  ]);
});

test("flush sends what is pending and resolves when Rust has it", async (context) => {
  const { queue } = setUp(context);
  queue.add(0, text("a"), "typing");
  await answer(0);
  queue.add(0, text("ab"), "typing");
  let isFlushed = false;
  queue.flush().then(() => {
    isFlushed = true;
  });
  assert.equal(calls.length, 2);
  await settle();
  assert.equal(isFlushed, false);
  await answer(1);
  assert.equal(isFlushed, true);
});

test("flush without edits resolves at once", async (context) => {
  const { queue } = setUp(context);
  await queue.flush();
  assert.equal(calls.length, 0);
});

test("keeps an edit that failed for the next attempt", async (context) => {
  const { queue, errors } = setUp(context);
  queue.add(0, text("a"), "typing");
  calls[0].reject(new Error("no answer"));
  await settle();
  assert.equal(errors.length, 1);
  const flushed = queue.flush();
  assert.deepEqual(received(), [
    [0, "a"],
    [0, "a"],
  ]);
  calls[1].reject(new Error("still no answer"));
  await assert.rejects(flushed, /still no answer/);
});

test("a failed edit does not replace a newer one", async (context) => {
  const { queue } = setUp(context);
  queue.add(0, text("old"), "typing");
  queue.add(0, text("new"), "typing");
  calls[0].reject(new Error("no answer"));
  await settle();
  queue.flush();
  assert.deepEqual(received().at(-1), [0, "new"]);
  await answer(1);
  assert.equal(calls.length, 2);
});

test("clear drops what was not sent", async (context) => {
  const { queue, tick } = setUp(context);
  queue.add(0, text("a"), "typing");
  await answer(0);
  queue.add(0, text("ab"), "typing");
  queue.clear();
  tick(1000);
  await queue.flush();
  assert.equal(calls.length, 1);
});
