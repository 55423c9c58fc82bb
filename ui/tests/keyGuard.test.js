import assert from "node:assert/strict";
import test from "node:test";

import { calls, settle } from "./fakeTauri.js";

let isFocused = false;
globalThis.document = { hasFocus: () => isFocused };

const { KeyGuard } = await import("../src/home/keyGuard.js");

test("keys are shown as refused until the last wait has ended", async () => {
  isFocused = true;
  const shown = [];
  const guard = new KeyGuard((keys) => shown.push(keys));
  assert.deepEqual(shown.splice(0), ["unfocused", "refused"]);
  guard.wait();
  const [first, second] = calls.splice(0);
  assert.equal(first.command, "home_keys_accepted");
  first.resolve();
  await settle();
  assert.deepEqual(shown.splice(0), ["refused"]);
  second.resolve();
  await settle();
  assert.deepEqual(shown, ["accepted"]);
});

test("a wait that fails ends the guard", async () => {
  isFocused = true;
  const shown = [];
  new KeyGuard((keys) => shown.push(keys));
  calls.splice(0)[0].reject(new Error("gone"));
  await settle();
  assert.deepEqual(shown, ["unfocused", "refused", "accepted"]);
});

test("a window that lost the focus meanwhile stays unfocused", async () => {
  isFocused = false;
  const shown = [];
  const guard = new KeyGuard((keys) => shown.push(keys));
  guard.wait();
  guard.left();
  calls.splice(0)[0].resolve();
  await settle();
  assert.deepEqual(shown, ["unfocused", "refused", "unfocused", "unfocused"]);
});
