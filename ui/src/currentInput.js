// The key or pointer event that the page is handling now. Programs that use the accessibility bus
// cause none.

/** @import { InputDevice } from "./generated/InputDevice" */

const EVENTS = ["keydown", "keyup", "pointerdown", "pointerup", "drop"];
/** The keys that move the focus, also inside a group of radio buttons. */
const FOCUS_KEYS = ["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** @type {Event | null} */
let current = null;

/** Call once, before other listeners. */
export function watchInput() {
  const { port1, port2 } = new MessageChannel();
  // Comes right after the event and its default action, earlier than a timer.
  port1.onmessage = () => {
    current = null;
  };
  for (const type of EVENTS) {
    addEventListener(
      type,
      (event) => {
        if (!event.isTrusted) return;
        current = event;
        port2.postMessage(null);
      },
      { capture: true },
    );
  }
}

/**
 * Resolves after the click that the person is making now, so that what they click does not move
 * away.
 *
 * @returns {Promise<void>}
 */
export function pointerReleased() {
  if (current?.type !== "pointerdown") return Promise.resolve();
  return new Promise((resolve) => {
    // The click follows the release at once.
    const release = () => setTimeout(resolve, 0);
    addEventListener("pointerup", release, { capture: true, once: true });
    addEventListener("pointercancel", release, { capture: true, once: true });
  });
}

/** @returns {InputDevice} */
export function currentDevice() {
  if (current === null) return "program";
  return current instanceof KeyboardEvent ? "key" : "pointer";
}

/** @returns {boolean} whether the current event can move the focus by itself */
export function movesFocus() {
  if (!(current instanceof KeyboardEvent)) return current !== null;
  // X11 names Shift+Tab differently.
  return FOCUS_KEYS.includes(current.key) || current.code === "Tab";
}
