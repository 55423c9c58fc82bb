import assert from "node:assert/strict";
import test from "node:test";

import { calls, settle } from "./fakeTauri.js";

const listeners = {};
const listen = (type, listener) => {
  listeners[type] = listener;
};
globalThis.addEventListener = listen;
globalThis.document = { addEventListener: listen, activeElement: null };

const { earlierKeysArrived, watchEarlierKeys } = await import("../src/earlierKeys.js");
watchEarlierKeys();

/** Answers the last round trip after these events. */
async function reply(...events) {
  for (const event of events) listeners[event]();
  calls.at(-1).resolve();
  await settle();
}

test("asks again until no key arrives between", async () => {
  calls.length = 0;
  let hasArrived = false;
  earlierKeysArrived().then(() => {
    hasArrived = true;
  });
  await reply("keydown");
  await reply("keyup");
  assert.equal(hasArrived, false);
  await reply();
  assert.equal(hasArrived, true);
  assert.equal(calls.length, 3);
});

test("keys that never end do not hold a click for ever", async () => {
  calls.length = 0;
  let hasArrived = false;
  earlierKeysArrived().then(() => {
    hasArrived = true;
  });
  for (let event = 0; event < 127; event += 1) await reply("keydown");
  assert.equal(hasArrived, false);
  await reply("keydown");
  assert.equal(hasArrived, true);
});

test("a click on a button leaves the focus in a text field", () => {
  const press = (activeElement, isOnButton) => {
    document.activeElement = activeElement;
    let isPrevented = false;
    const target = { closest: () => (isOnButton ? {} : null) };
    listeners.mousedown({
      target,
      preventDefault: () => {
        isPrevented = true;
      },
    });
    return isPrevented;
  };
  const field = { matches: () => true };
  assert.equal(press(field, true), true);
  assert.equal(press(field, false), false);
  assert.equal(press({ matches: () => false }, true), false);
  assert.equal(press(null, true), false);
});
