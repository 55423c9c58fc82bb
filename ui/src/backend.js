// The way to Rust and back, and the question window's commands. No other file touches
// `window.__TAURI__`.

/** @import { CheckView } from "./generated/CheckView" */
/** @import { EditSaid } from "./generated/EditSaid" */
/** @import { FloodPressSaid } from "./generated/FloodPressSaid" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { PressSaid } from "./generated/PressSaid" */
/** @import { WaitPressSaid } from "./generated/WaitPressSaid" */
/** @import { WindowView } from "./generated/WindowView" */

/**
 * @template T
 * @typedef {object} Channel
 * @property {(message: T) => void} onmessage
 */

/**
 * @typedef {object} Core
 * @property {(command: string, args: object) => Promise<unknown>} invoke
 * @property {new () => Channel<any>} Channel
 */

const tauri = /** @type {{ __TAURI__: { core: Core } }} */ (/** @type {unknown} */ (window))
  .__TAURI__.core;

/**
 * @param {string} command
 * @param {object} [args]
 * @returns {Promise<unknown>} fails with `{ code, message }`
 */
export function invoke(command, args = {}) {
  return tauri.invoke(command, args);
}

/**
 * Hands Rust a way to push to this page. The listener is attached before the call, so that nothing
 * is missed.
 *
 * @template T
 * @param {string} command
 * @param {(message: T) => void} listener
 * @returns {Promise<void>}
 */
export async function subscribe(command, listener) {
  /** @type {Channel<T>} */
  const channel = new tauri.Channel();
  channel.onmessage = listener;
  await invoke(command, { channel });
}

/**
 * Asks for the current view and for every later one.
 *
 * @param {(view: WindowView) => void} show
 * @returns {Promise<void>}
 */
export function ready(show) {
  return subscribe("ready", show);
}

/**
 * Says that this view is on the page: Rust shows the window, and presses count from then on.
 *
 * @param {string} id
 * @param {number} generation
 * @returns {Promise<void>}
 */
export async function painted(id, generation) {
  await invoke("painted", { id, generation });
}

/**
 * Says that the last line of what is to be allowed was on the screen.
 *
 * @param {string} id
 * @param {number} generation
 * @returns {Promise<void>}
 */
export async function readToEnd(id, generation) {
  await invoke("read_to_end", { id, generation });
}

/**
 * @param {EditSaid} request
 * @returns {Promise<CheckView>}
 */
export async function edit(request) {
  return /** @type {CheckView} */ (await invoke("edit", { said: request }));
}

/**
 * @param {PressSaid} request
 * @returns {Promise<PressReply>}
 */
export async function press(request) {
  return /** @type {PressReply} */ (await invoke("press", { said: request }));
}

/**
 * Puts what can be made of the answers on the clipboard, as JSON text.
 *
 * @param {string} id
 * @returns {Promise<void>}
 */
export async function copyAnswer(id) {
  await invoke("copy_answer", { id });
}

/**
 * Puts the link on the clipboard. The view that follows says so.
 *
 * @param {string} id
 * @returns {Promise<void>}
 */
export async function copyLink(id) {
  await invoke("copy_link", { id });
}

/**
 * Says a press on a link that was opened and is not finished.
 *
 * @param {WaitPressSaid} request
 * @returns {Promise<PressReply>}
 */
export async function pressOpenedLink(request) {
  return /** @type {PressReply} */ (await invoke("press_wait", { said: request }));
}

/**
 * Says a press on the card of someone that asked too often.
 *
 * @param {FloodPressSaid} request
 * @returns {Promise<PressReply>}
 */
export async function pressFlood(request) {
  return /** @type {PressReply} */ (await invoke("press_flood", { said: request }));
}

/**
 * What went wrong, for the status line.
 *
 * @param {unknown} error
 * @param {string} [fallback] said if the error has no words of its own
 * @returns {string}
 */
export function errorMessage(error, fallback = "Doorbell did not answer. Nothing was sent.") {
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return fallback;
}
