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
/** @import { InputDevice } from "../generated/InputDevice" */
/** @import { PairingChange } from "../generated/PairingChange" */
/** @import { PlanView } from "../generated/PlanView" */
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
 * Resolves once keys are accepted: at once, or some time after a focus that no click gave.
 *
 * @returns {Promise<void>}
 */
export async function keysAccepted() {
  await invoke("home_keys_accepted");
}

/**
 * @param {HomePress} request
 * @returns {Promise<void>}
 */
export async function press(request) {
  await invoke("home_press", { request, by: currentDevice() });
}

/** @returns {Promise<void>} */
export async function showExample() {
  await invoke("show_example", { by: currentDevice() });
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
 * @param {PairingChange} change
 * @param {InputDevice} by
 * @returns {Promise<PlanView>}
 */
export async function planPairing(change, by) {
  return /** @type {PlanView} */ (await invoke("plan_pairing", { change, by }));
}

/**
 * @param {PairingChange} change
 * @param {PlanView | null} seen the plan that the person saw
 * @param {InputDevice} by
 * @returns {Promise<void>}
 */
export async function applyPairing(change, seen, by) {
  await invoke("apply_pairing", { change, seen, by });
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
