// Shown when nothing but the strip is left: the links that are not finished, until the person hides
// them.

import { el } from "./dom.js";
import { Presses } from "./presses.js";
import { Status } from "./status.js";

/** @import { Strip } from "./strip.js" */

export class Waiting {
  #status = new Status("Esc hides this window");
  #presses = new Presses(this.#status);
  #strip;
  #generation;

  /**
   * @param {number} generation
   * @param {Strip} strip
   */
  constructor(generation, strip) {
    this.#generation = generation;
    this.#strip = strip;
    this.root = el("footer", { class: "waiting-foot" }, this.#status.root);
  }

  /** @param {number} generation */
  update(generation) {
    this.#generation = generation;
  }

  entered() {
    this.#strip.focus();
  }

  left() {}

  send() {}

  escape() {
    const subject = { id: "", generation: this.#generation };
    this.#presses.press(subject, { press: "dismiss" }, "key", null);
  }
}
