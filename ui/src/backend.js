// The way to Rust and back. No other file touches `window.__TAURI__`.

/** @import { CheckView } from "./generated/CheckView" */
/** @import { EditSaid } from "./generated/EditSaid" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { PressSaid } from "./generated/PressSaid" */
/** @import { WaitPressSaid } from "./generated/WaitPressSaid" */
/** @import { WindowView } from "./generated/WindowView" */

/**
 * @typedef {object} Channel
 * @property {(view: WindowView) => void} onmessage
 */

/**
 * @typedef {object} Core
 * @property {(command: string, args: object) => Promise<unknown>} invoke
 * @property {new () => Channel} Channel
 */

const core = /** @type {{ __TAURI__: { core: Core } }} */ (/** @type {unknown} */ (window))
  .__TAURI__.core;

/**
 * Asks for the current view and for every later one. The listener is attached before the call, so
 * that none is missed.
 *
 * @param {(view: WindowView) => void} show
 * @returns {Promise<void>}
 */
export async function ready(show) {
  const channel = new core.Channel();
  channel.onmessage = show;
  await core.invoke("ready", { channel });
}

/**
 * Says that this view is on the page: Rust shows the window, and presses count from then on.
 *
 * @param {string} id
 * @param {number} generation
 * @returns {Promise<void>}
 */
export async function painted(id, generation) {
  await core.invoke("painted", { id, generation });
}

/**
 * @param {EditSaid} said
 * @returns {Promise<CheckView>}
 */
export async function edit(said) {
  return /** @type {CheckView} */ (await core.invoke("edit", { said }));
}

/**
 * @param {PressSaid} said
 * @returns {Promise<PressReply>}
 */
export async function press(said) {
  return /** @type {PressReply} */ (await core.invoke("press", { said }));
}

/**
 * Puts what can be made of the answers on the clipboard, as JSON text.
 *
 * @param {string} id
 * @returns {Promise<void>}
 */
export async function copyAnswer(id) {
  await core.invoke("copy_answer", { id });
}

/**
 * Puts the link on the clipboard. The view that follows says so.
 *
 * @param {string} id
 * @returns {Promise<void>}
 */
export async function copyLink(id) {
  await core.invoke("copy_link", { id });
}

/**
 * Says a press on a link that was opened and is not finished.
 *
 * @param {WaitPressSaid} said
 * @returns {Promise<PressReply>}
 */
export async function pressWait(said) {
  return /** @type {PressReply} */ (await core.invoke("press_wait", { said }));
}

/**
 * What went wrong, for the status line. Commands fail with `{ code, message }`.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function wentWrong(error) {
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return "Doorbell did not answer. Nothing was sent.";
}
