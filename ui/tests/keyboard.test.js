import assert from "node:assert/strict";
import test from "node:test";

import { fakeClock } from "./fakeClock.js";
import { resetDocument } from "./fakeDom.js";

const { isComposing, listenToKeys } = await import("../src/keyboard.js");
const { keyName } = await import("../src/shortcuts.js");

/** The keys that have a meaning. */
const KEYS = ["Y", "Alt+A"];

/** Starts to listen on a new page with fake timers. */
function setUp(context) {
  const tick = fakeClock(context, 10_000);
  const windowEvents = new EventTarget();
  globalThis.addEventListener = windowEvents.addEventListener.bind(windowEvents);
  resetDocument();
  const log = [];
  listenToKeys({
    send: () => log.push("send"),
    escape: () => log.push("escape"),
    moveRegion: (backwards) => log.push(backwards ? "previous" : "next"),
    pressKey: (key) => {
      log.push(key);
      return KEYS.includes(key);
    },
    setKeyHeld: (held) => log.push(held ? "held" : "released"),
  });
  /** @returns whether the key's default action was prevented */
  const keydown = (key, { target = document, ...options } = {}) => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), {
      key,
      code: key,
      ...options,
    });
    Object.defineProperty(event, "target", { value: target });
    document.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const keyup = (code) => document.dispatchEvent(Object.assign(new Event("keyup"), { code }));
  const focus = () => windowEvents.dispatchEvent(new Event("focus"));
  return { log, keydown, keyup, focus, tick };
}

test("Ctrl+Enter and Meta+Enter send, Esc escapes", (context) => {
  const { log, keydown } = setUp(context);
  assert.equal(keydown("Enter", { ctrlKey: true }), true);
  assert.equal(keydown("Enter", { metaKey: true }), true);
  assert.equal(keydown("Escape"), true);
  assert.deepEqual(log, ["send", "send", "escape"]);
});

test("keys with Ctrl do nothing here", (context) => {
  const { log, keydown } = setUp(context);
  assert.equal(keydown("y", { ctrlKey: true }), false);
  assert.equal(keydown("y", { metaKey: true }), false);
  assert.deepEqual(log, []);
});

test("a key is handed on, and stops only where it has a meaning", (context) => {
  const { log, keydown } = setUp(context);
  assert.equal(keydown("y"), true);
  assert.equal(keydown("a", { altKey: true }), true);
  assert.equal(keydown("Enter"), false);
  assert.equal(keydown("3"), false);
  assert.equal(keydown("Tab"), false);
  assert.deepEqual(log, ["Y", "Alt+A", "Enter", "3"]);
});

test("a held key presses once", (context) => {
  const { log, keydown, tick } = setUp(context);
  keydown("y");
  tick(100);
  assert.equal(keydown("y", { repeat: true }), false);
  assert.deepEqual(log, ["Y"]);
});

test("keys are known by their letter, or by their place in other scripts", () => {
  const name = (key, code, more = {}) => keyName({ key, code, ...more });
  assert.equal(name("y", "KeyZ"), "Y");
  assert.equal(name("Y", "KeyY"), "Y");
  assert.equal(name("н", "KeyY"), "Y");
  assert.equal(name("ф", "KeyA", { altKey: true, metaKey: true }), "Alt+A");
  assert.equal(name("Enter", "Enter", { altKey: true }), null);
  assert.equal(name("ArrowDown", "ArrowDown"), null);
  assert.equal(name("ö", "Semicolon"), null);
});

test("F6 moves between the parts of the question", (context) => {
  const { log, keydown } = setUp(context);
  assert.equal(keydown("F6"), true);
  assert.equal(keydown("F6", { shiftKey: true }), true);
  assert.deepEqual(log, ["next", "previous"]);
});

test("keys of an input method are left alone", (context) => {
  const { log, keydown } = setUp(context);
  keydown("Enter", { ctrlKey: true, isComposing: true });
  keydown("Escape", { keyCode: 229 });
  assert.deepEqual(log, []);
  assert.equal(isComposing({ isComposing: false, keyCode: 13 }), false);
});

test("a held key acts once", (context) => {
  const { log, keydown, tick } = setUp(context);
  keydown("Escape");
  for (let repeat = 0; repeat < 5; repeat += 1) {
    tick(100);
    assert.equal(keydown("Escape", { repeat: true }), true);
  }
  assert.deepEqual(log, ["escape"]);
});

test("a held Enter presses a button once", (context) => {
  const { keydown, tick } = setUp(context);
  const target = document.createElement("button");
  assert.equal(keydown("Enter", { target }), false);
  tick(100);
  assert.equal(keydown("Enter", { target, repeat: true }), true);
});

test("a held Enter repeats in a text field", (context) => {
  const { keydown, tick } = setUp(context);
  const target = document.createElement("textarea");
  keydown("Enter", { target });
  tick(100);
  assert.equal(keydown("Enter", { target, repeat: true }), false);
});

test("a repeat after a long pause is a new press", (context) => {
  const { log, keydown, tick } = setUp(context);
  keydown("Escape");
  tick(800);
  keydown("Escape", { repeat: true });
  assert.deepEqual(log, ["escape", "escape"]);
});

test("a repeat right after the focus is ignored", (context) => {
  const { log, keydown, focus, tick } = setUp(context);
  tick(5000);
  focus();
  tick(100);
  keydown("Escape", { repeat: true });
  assert.deepEqual(log, []);
});

test("a key that was not released before the focus is held for a while", (context) => {
  const { log, keydown, focus, tick } = setUp(context);
  keydown("-");
  focus();
  assert.deepEqual(log, ["held"]);
  tick(799);
  assert.deepEqual(log, ["held"]);
  tick(1);
  assert.deepEqual(log, ["held", "released"]);
  focus();
  assert.deepEqual(log, ["held", "released"]);
});

test("a released key is not held", (context) => {
  const { log, keydown, keyup, focus } = setUp(context);
  keydown("-");
  keyup("-");
  focus();
  assert.deepEqual(log, []);
});
