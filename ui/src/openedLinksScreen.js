// The window's content when only opened links are left.

import { el } from "./dom.js";
import { PressSender } from "./pressSender.js";
import { StatusLine } from "./statusLine.js";

/** @import { OpenedLinkList } from "./openedLinkList.js" */

export class OpenedLinksScreen {
  #status = new StatusLine("Esc Hide");
  #presses = new PressSender(this.#status);
  #links;
  #generation;

  /**
   * @param {number} generation
   * @param {OpenedLinkList} links
   */
  constructor(generation, links) {
    this.#generation = generation;
    this.#links = links;
    this.root = el("footer", { class: "opened-links-footer" }, this.#status.root);
  }

  /** @param {number} generation */
  update(generation) {
    this.#generation = generation;
  }

  mounted() {
    this.#links.focus();
  }

  unmounted() {}

  send() {}

  escape() {
    const target = { id: "", generation: this.#generation };
    this.#presses.press(target, { press: "dismiss" }, "key", null);
  }
}
