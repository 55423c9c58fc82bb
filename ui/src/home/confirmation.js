// Asks before something is removed for good.

import { Dialog } from "../dialog.js";
import { el } from "../dom.js";

/** @import { DialogText } from "../dialog.js" */
/** @import { Layers } from "../layers.js" */

export class Confirmation {
  root = el("div", {});
  #inertElements;
  #layers;

  /**
   * @param {HTMLElement} inertElement made inert while the dialog is open
   * @param {Layers} layers
   */
  constructor(inertElement, layers) {
    this.#inertElements = [inertElement];
    this.#layers = layers;
  }

  /**
   * @param {DialogText} text
   * @returns {Promise<boolean>}
   */
  ask(text) {
    return new Promise((resolve) => {
      /** @param {boolean} isConfirmed */
      const finish = (isConfirmed) => {
        this.#layers.remove(cancel);
        dialog.close(this.#inertElements);
        dialog.root.remove();
        resolve(isConfirmed);
      };
      const cancel = () => finish(false);
      const dialog = new Dialog(text, { cancel, confirm: () => finish(true) });
      this.root.append(dialog.root);
      this.#layers.add(cancel);
      dialog.open(this.#inertElements);
    });
  }
}
