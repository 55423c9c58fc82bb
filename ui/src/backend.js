// Calls to Rust: the transport and the question window's commands. Only this file uses
// `window.__TAURI__`.

/** @import { AssistiveOfferPressRequest } from "./generated/AssistiveOfferPressRequest" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { EditRequest } from "./generated/EditRequest" */
/** @import { FloodPressRequest } from "./generated/FloodPressRequest" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { PressRequest } from "./generated/PressRequest" */
/** @import { OpenedLinkPressRequest } from "./generated/OpenedLinkPressRequest" */
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
 * @returns {Promise<unknown>} rejects with `{ code, message }`
 */
export function invoke(command, args = {}) {
  return tauri.invoke(command, args);
}

/**
 * Opens a channel for messages from Rust. The listener is attached first, so no message is lost.
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
 * Subscribes to the current view and all later ones.
 *
 * @param {(view: WindowView) => void} show
 * @returns {Promise<void>}
 */
export function ready(show) {
  return subscribe("ready", show);
}

/**
 * Reports that a view is painted. Rust then shows the window and starts to accept presses.
 *
 * @param {string} id
 * @param {number} generation
 * @param {number} height that the content needs without scrolling
 * @returns {Promise<void>}
 */
export async function painted(id, generation, height) {
  await invoke("painted", { id, generation, height });
}

/**
 * Reports that the last line of a permission's arguments was visible.
 *
 * @param {string} id
 * @param {number} generation
 * @returns {Promise<void>}
 */
export async function readToEnd(id, generation) {
  await invoke("read_to_end", { id, generation });
}

/**
 * Reports that another program moved the focus inside the page. Rust then drops keys for a while.
 *
 * @returns {Promise<void>}
 */
export async function focusMoved() {
  await invoke("focus_moved");
}

/**
 * Resolves when Rust has received and answered it.
 *
 * @returns {Promise<void>}
 */
export async function roundTrip() {
  await invoke("round_trip");
}

/**
 * @param {EditRequest} request
 * @returns {Promise<CheckView>}
 */
export async function edit(request) {
  return /** @type {CheckView} */ (await invoke("edit", { request }));
}

/**
 * @param {PressRequest} request
 * @returns {Promise<PressReply>}
 */
export async function press(request) {
  return /** @type {PressReply} */ (await invoke("press", { request }));
}

/**
 * Copies the valid answers to the clipboard as JSON.
 *
 * @param {string} id
 * @returns {Promise<void>}
 */
export async function copyAnswer(id) {
  await invoke("copy_answer", { id });
}

/**
 * Copies the link to the clipboard. The next view confirms it.
 *
 * @param {string} id
 * @returns {Promise<void>}
 */
export async function copyLink(id) {
  await invoke("copy_link", { id });
}

/**
 * Opens Home at the settings.
 *
 * @param {InputDevice} by
 * @returns {Promise<void>}
 */
export async function openSettings(by) {
  await invoke("open_settings", { by });
}

/**
 * Copies text that the page shows.
 *
 * @param {string} text
 * @returns {Promise<void>}
 */
export async function copyText(text) {
  await invoke("copy_text", { text });
}

/**
 * @param {OpenedLinkPressRequest} request
 * @returns {Promise<PressReply>}
 */
export async function pressOpenedLink(request) {
  return /** @type {PressReply} */ (await invoke("press_opened_link", { request }));
}

/**
 * @param {FloodPressRequest} request
 * @returns {Promise<PressReply>}
 */
export async function pressFlood(request) {
  return /** @type {PressReply} */ (await invoke("press_flood", { request }));
}

/**
 * @param {AssistiveOfferPressRequest} request
 * @returns {Promise<PressReply>}
 */
export async function pressAssistiveOffer(request) {
  return /** @type {PressReply} */ (await invoke("press_assistive_offer", { request }));
}

/**
 * @param {unknown} error
 * @param {string} [fallback] used if the error has no message
 * @returns {string}
 */
export function errorMessage(error, fallback = "Doorbell didn’t respond. Nothing was sent.") {
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return fallback;
}
