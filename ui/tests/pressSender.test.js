import assert from "node:assert/strict";
import test from "node:test";

import { calls, settle } from "./fakeTauri.js";

const { PressSender } = await import("../src/pressSender.js");

const TARGET = { id: "q1", generation: 7 };
const DECLINE = { press: "decline" };

function setUp() {
  calls.length = 0;
  const shown = [];
  const sender = new PressSender({
    show: (text, tone) => shown.push([tone, text]),
    showBriefly: (text) => shown.push(["brief", text]),
  });
  let tooSoon = 0;
  const button = {
    showTooSoon: () => {
      tooSoon += 1;
    },
  };
  return { sender, shown, button, tooSoonCount: () => tooSoon };
}

/** Sends a press that Rust answers with `reply`. */
async function pressWith({ sender, button }, reply) {
  const result = sender.press(TARGET, DECLINE, "key", button);
  await settle();
  calls.at(-1).resolve(reply);
  return result;
}

test("sends what was on the screen with the press", async () => {
  const parts = setUp();
  const reply = await pressWith(parts, { reply: "done" });
  assert.deepEqual(reply, { reply: "done" });
  assert.equal(calls[0].command, "press");
  assert.deepEqual(calls[0].args, {
    request: { id: "q1", generation: 7, press: DECLINE, by: "key" },
  });
  assert.deepEqual(parts.shown, []);
});

test("opened links, floods and the offer have their own commands", async () => {
  const { sender, button } = setUp();
  const done = { id: "q1", press: "done", by: "key" };
  const sent = sender.pressOpenedLink(done, button);
  calls[0].resolve({ reply: "done" });
  await sent;
  const dismiss = { id: "f1", press: { press: "dismiss" }, by: "pointer" };
  const flood = sender.pressFlood(dismiss, button);
  calls[1].resolve({ reply: "done" });
  await flood;
  const no = { answer: "no", by: "key" };
  sender.pressAssistiveOffer(no, button);
  assert.deepEqual(
    calls.map(({ command, args }) => [command, args.request]),
    [
      ["press_opened_link", done],
      ["press_flood", dismiss],
      ["press_assistive_offer", no],
    ],
  );
});

test("waits for what must come first", async () => {
  const { sender } = setUp();
  let finish;
  const before = new Promise((resolve) => {
    finish = resolve;
  });
  sender.press(TARGET, DECLINE, "key", null, () => before);
  await settle();
  assert.equal(calls.length, 0);
  finish();
  await settle();
  assert.equal(calls.length, 1);
});

test("sends nothing if what must come first fails", async () => {
  const { sender, shown } = setUp();
  const before = () => Promise.reject(new Error("not saved"));
  assert.equal(await sender.press(TARGET, DECLINE, "key", null, before), null);
  assert.equal(calls.length, 0);
  assert.deepEqual(shown, [["problem", "not saved"]]);
});

test("ignores a press while another is being sent", async () => {
  const parts = setUp();
  const first = parts.sender.press(TARGET, DECLINE, "key", null);
  assert.equal(await parts.sender.press(TARGET, DECLINE, "key", null), null);
  assert.equal(calls.length, 1);
  calls[0].resolve({ reply: "done" });
  await first;
  await pressWith(parts, { reply: "done" });
  assert.equal(calls.length, 2);
});

test("a press that came too soon is shown on the button", async () => {
  const parts = setUp();
  await pressWith(parts, { reply: "tooSoon" });
  assert.equal(parts.tooSoonCount(), 1);
  assert.deepEqual(parts.shown, [["brief", "Too soon: this just changed. Press again."]]);
});

test("stale and foreign presses are problems", async () => {
  for (const [reply, text] of [
    ["stale", /^This question changed/],
    ["foreign", /^This press came from another program/],
  ]) {
    const parts = setUp();
    await pressWith(parts, { reply });
    assert.equal(parts.shown[0][0], "problem");
    assert.match(parts.shown[0][1], text);
  }
});

test("accepts presses again after a failure", async () => {
  const parts = setUp();
  const failed = parts.sender.press(TARGET, DECLINE, "key", null);
  await settle();
  calls[0].reject({ code: "x", message: "Doorbell is quitting." });
  assert.equal(await failed, null);
  assert.deepEqual(parts.shown, [["problem", "Doorbell is quitting."]]);
  assert.deepEqual(await pressWith(parts, { reply: "done" }), { reply: "done" });
});
