// Home's calls to Rust. Those that need a person name the device of the current event.

import { invoke, subscribe } from "../backend.js";
import { currentDevice } from "../currentInput.js";

/** @import { AgentsView } from "../generated/AgentsView" */
/** @import { AskersView } from "../generated/AskersView" */
/** @import { HistoryView } from "../generated/HistoryView" */
/** @import { HistoryQuery } from "../generated/HistoryQuery" */
/** @import { HomePress } from "../generated/HomePress" */
/** @import { HomePush } from "../generated/HomePush" */
/** @import { MuteRequest } from "../generated/MuteRequest" */
/** @import { ServerKey } from "../generated/ServerKey" */
/** @import { SettingChange } from "../generated/SettingChange" */

/**
 * Subscribes to the current view and all later messages.
 *
 * @param {(push: HomePush) => void} listener
 * @returns {Promise<void>}
 */
export function ready(listener) {
  return subscribe("home_ready", listener);
}

/**
 * Reports that the page is painted. Rust then shows the window.
 *
 * @returns {Promise<void>}
 */
export async function painted() {
  await invoke("home_painted");
}

/**
 * Reports that another program moved the focus inside the page.
 *
 * @returns {Promise<void>}
 */
export async function focusMoved() {
  await invoke("home_focus_moved");
}

/**
 * @param {HomePress} request
 * @returns {Promise<void>}
 */
export async function press(request) {
  await invoke("home_press", { request, by: currentDevice() });
}

/**
 * @param {HistoryQuery} query
 * @returns {Promise<HistoryView>}
 */
export async function history(query) {
  return /** @type {HistoryView} */ (await invoke("history", { query }));
}

/** @returns {Promise<void>} */
export async function clearHistory() {
  await invoke("clear_history");
}

/** @returns {Promise<string>} path of the exported file */
export async function exportHistory() {
  return /** @type {string} */ (await invoke("export_history"));
}

/** @returns {Promise<AskersView>} */
export async function askers() {
  return /** @type {AskersView} */ (await invoke("askers"));
}

/**
 * @param {MuteRequest} request
 * @returns {Promise<void>}
 */
export async function mute(request) {
  await invoke("mute", { request });
}

/** @returns {Promise<AgentsView>} */
export async function agents() {
  return /** @type {AgentsView} */ (await invoke("agents"));
}

/**
 * @param {ServerKey} server
 * @returns {Promise<void>}
 */
export async function pair(server) {
  await invoke("pair", { server, by: currentDevice() });
}

/**
 * @param {ServerKey} server
 * @returns {Promise<void>}
 */
export async function unpair(server) {
  await invoke("unpair", { server, by: currentDevice() });
}

/**
 * @param {SettingChange} change
 * @returns {Promise<void>}
 */
export async function changeSetting(change) {
  await invoke("change_setting", { change, by: currentDevice() });
}

/**
 * @param {boolean} on
 * @returns {Promise<void>}
 */
export async function startAtLogin(on) {
  await invoke("start_at_login", { on });
}
