// Servers that asked too often, below the opened links. Cards appear only together with a new
// question, so they never move one that the person is reading.

import { el, showEach } from "./dom.js";
import { FloodCard } from "./floodCard.js";
import { Layers } from "./layers.js";
import { PressSender } from "./pressSender.js";

/** @import { FloodView } from "./generated/FloodView" */

export class FloodList {
  #list = el("ul", { class: "flood-list" });
  /** @type {Map<string, FloodCard>} */
  #cards = new Map();
  #layers = new Layers();

  constructor() {
    this.root = el(
      "section",
      { class: "floods", tabindex: -1, "aria-label": "Who asked too often", hidden: true },
      this.#list,
    );
  }

  /** @param {FloodView[]} floods */
  show(floods) {
    const hadFocus = this.#list.contains(document.activeElement);
    showEach(
      this.#list,
      this.#cards,
      floods,
      ({ id }) => id,
      (view) => this.#card(view),
    );
    this.root.hidden = floods.length === 0;
    if (hadFocus && !this.#list.contains(document.activeElement)) {
      this.root.focus({ preventScroll: true });
    }
  }

  /** @returns {boolean} whether Esc closed something */
  escape() {
    return this.#layers.closeInnermost();
  }

  /**
   * @param {FloodView} view
   * @returns {FloodCard}
   */
  #card(view) {
    /** @param {string} text */
    const showResult = (text) => card.showResult(text);
    const presses = new PressSender({ show: showResult, showBriefly: showResult });
    const card = new FloodCard(view, this.#layers, (id, press, by, button) => {
      presses.pressFlood({ id, press, by }, button);
    });
    return card;
  }
}
