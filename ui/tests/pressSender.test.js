import assert from "node:assert/strict";
import test from "node:test";

import { calls, settle } from "./fakeTauri.js";
import "./fakeDom.js";

const { PressSender } = await import("../src/pressSender.js");

const TARGET = { id: "q1", generation: 7 };
const DECLINE = { press: "decline" };

function setUp() {
  calls.length = 0;
  const shown = [];
  const sender = new PressSender({
    show: (text, tone, action) => shown.push([tone, text, action]),
    showBriefly: (text) => shown.push(["brief", text]),
  });
  const refusals = [];
  const button = { showRefused: (text) => refusals.push(text) };
  return { sender, shown, button, refusals };
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
  assert.deepEqual(shown, [["problem", "not saved", undefined]]);
});

test("ignores a press while another is being sent", async () => {
  const parts = setUp();
  const first = parts.sender.press(TARGET, DECLINE, "key", null);
  const second = parts.sender.press(TARGET, DECLINE, "key", null);
  await settle();
  calls[0].resolve({ reply: "done" });
  await first;
  assert.equal(await second, null);
  assert.equal(calls.length, 1);
  await pressWith(parts, { reply: "done" });
  assert.equal(calls.length, 2);
});

test("a press that came too soon is shown on the button", async () => {
  const parts = setUp();
  await pressWith(parts, { reply: "tooSoon" });
  assert.deepEqual(parts.refusals, ["Wait…"]);
  assert.deepEqual(parts.shown, [["brief", "The window just changed. Check it and press again."]]);
});

test("a stale press is a problem", async () => {
  const parts = setUp();
  await pressWith(parts, { reply: "stale" });
  assert.deepEqual(parts.shown, [
    ["problem", "The question changed. Nothing was sent.", undefined],
  ]);
});

test("a foreign press is blocked, and Settings can be opened", async () => {
  const parts = setUp();
  await pressWith(parts, { reply: "foreign" });
  assert.deepEqual(parts.refusals, ["Blocked"]);
  const [tone, text, settings] = parts.shown[0];
  assert.equal(tone, "problem");
  assert.match(text, /^Blocked: this click didn’t come from your keyboard or mouse/);
  settings.dispatchEvent(Object.assign(new Event("click"), { detail: 1 }));
  assert.deepEqual(calls.at(-1).command, "open_settings");
  assert.deepEqual(calls.at(-1).args, { by: "pointer" });
});

test("accepts presses again after a failure", async () => {
  const parts = setUp();
  const failed = parts.sender.press(TARGET, DECLINE, "key", null);
  await settle();
  calls[0].reject({ code: "x", message: "Doorbell is quitting." });
  assert.equal(await failed, null);
  assert.deepEqual(parts.shown, [["problem", "Doorbell is quitting.", undefined]]);
  assert.deepEqual(await pressWith(parts, { reply: "done" }), { reply: "done" });
});

test("a press of a program does not swallow the next one", async () => {
  const { sender, button } = setUp();
  sender.press(TARGET, DECLINE, "program", button);
  const own = sender.press(TARGET, DECLINE, "key", button);
  await settle();
  assert.equal(calls.length, 1);
  calls[0].resolve({ reply: "foreign" });
  await settle();
  assert.equal(calls.length, 2);
  assert.equal(calls[1].args.request.by, "key");
  calls[1].resolve({ reply: "done" });
  assert.deepEqual(await own, { reply: "done" });
});

test("a click waits for keys that were pressed before it", async () => {
  const { sender, button } = setUp();
  sender.press(TARGET, DECLINE, "pointer", button);
  await settle();
  assert.deepEqual(
    calls.map(({ command }) => command),
    ["round_trip"],
  );
  calls[0].resolve();
  await settle();
  assert.equal(calls[1].command, "press");
});
