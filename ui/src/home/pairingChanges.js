// Pairs and unpairs. Before Doorbell first writes a file, a sheet shows the change and asks.

import { currentDevice } from "../currentInput.js";
import { applyPairing, planPairing } from "./backend.js";
import { ChangeSheet } from "./changeSheet.js";

/** @import { InputDevice } from "../generated/InputDevice" */
/** @import { PairableView } from "../generated/PairableView" */
/** @import { PairingChange } from "../generated/PairingChange" */
/** @import { Home } from "./home.js" */

/**
 * @typedef {object} PairingTarget
 * @property {PairableView} server
 * @property {string} file the configuration it is in
 */

export class PairingChanges {
  /** The files whose change the person has seen and approved. @type {Set<string>} */
  #approvedFiles = new Set();
  #home;
  #sheet;
  #onChange;

  /**
   * @param {Home} home
   * @param {(needsRestart: boolean) => void} onChange hooks take effect in running sessions
   */
  constructor(home, onChange) {
    this.#home = home;
    this.#sheet = new ChangeSheet(home);
    this.#onChange = onChange;
  }

  /**
   * @param {string} name for screen readers
   * @param {PairingTarget[]} targets
   * @param {boolean} on
   * @returns {Promise<boolean>} false if the person cancelled
   */
  async change(name, targets, on) {
    const by = currentDevice();
    const change = { servers: targets.map(({ server }) => server.key), on };
    if (!on || targets.every((target) => this.#approvedFiles.has(changedFile(target)))) {
      await applyPairing(change, null, by);
    } else if (!(await this.#changeAfterAsking(change, by))) {
      return false;
    }
    this.#home.announce(`${name} is ${on ? "on" : "off"}`);
    this.#onChange(targets.some((target) => !isHook(target)));
    return true;
  }

  /**
   * @param {PairingChange} change
   * @param {InputDevice} by
   * @returns {Promise<boolean>} whether the person agreed
   */
  async #changeAfterAsking(change, by) {
    const plan = await planPairing(change, by);
    const pressedBy = await this.#sheet.ask(plan);
    if (pressedBy === null) return false;
    await applyPairing(change, plan, pressedBy);
    for (const { file } of plan.changes) this.#approvedFiles.add(file);
    return true;
  }
}

/**
 * @param {PairingTarget} target
 * @returns {string} the file that pairing it changes
 */
export function changedFile({ server: { state }, file }) {
  return (state.is !== "cannotBePaired" && state.hook) || file;
}

/**
 * @param {PairingTarget} target
 * @returns {boolean}
 */
function isHook({ server: { state } }) {
  return state.is !== "cannotBePaired" && state.hook !== null;
}
