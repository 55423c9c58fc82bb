// Asks before something is removed that cannot be brought back.

import { Dialog } from "../dialog.js";
import { el } from "../dom.js";

/** @import { DialogText } from "../dialog.js" */
/** @import { Layers } from "../layers.js" */

export class Confirmation {
  root = el("div", {});
  #below;
  #layers;

  /**
   * @param {HTMLElement} below what cannot be reached meanwhile
   * @param {Layers} layers
   */
  constructor(below, layers) {
    this.#below = [below];
    this.#layers = layers;
  }

  /**
   * @param {DialogText} words
   * @returns {Promise<boolean>}
   */
  ask(words) {
    return new Promise((resolve) => {
      /** @param {boolean} goes */
      const end = (goes) => {
        this.#layers.remove(stay);
        dialog.close(this.#below);
        dialog.root.remove();
        resolve(goes);
      };
      const stay = () => end(false);
      const dialog = new Dialog(words, { cancel: stay, confirm: () => end(true) });
      this.root.append(dialog.root);
      this.#layers.add(stay);
      dialog.open(this.#below);
    });
  }
}
