import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";

const windowEvents = new EventTarget();
globalThis.addEventListener = windowEvents.addEventListener.bind(windowEvents);
// A real channel would keep the test running.
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage() {} };
};
globalThis.KeyboardEvent ??= class extends Event {};

const { movesFocus, watchInput } = await import("../src/currentInput.js");
watchInput();

function keydown(key, code) {
  const event = Object.assign(new KeyboardEvent("keydown"), { key, code });
  Object.defineProperty(event, "isTrusted", { value: true });
  windowEvents.dispatchEvent(event);
}

test("keys that move the focus are known by name, and Tab also by its place", () => {
  for (const [key, code, expected] of [
    ["Tab", "Tab", true],
    ["Unidentified", "Tab", true],
    ["Tab", "CapsLock", true],
    ["ArrowLeft", "Numpad4", true],
    ["Enter", "Enter", false],
  ]) {
    keydown(key, code);
    assert.equal(movesFocus(), expected, `${key} ${code}`);
  }
});
