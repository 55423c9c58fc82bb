// Servers that asked too often, on the Waiting page.

import { el, showEach } from "../dom.js";
import { FloodCard } from "../floodCard.js";
import { press } from "./backend.js";

/** @import { FloodPress } from "../generated/FloodPress" */
/** @import { FloodView } from "../generated/FloodView" */
/** @import { Home } from "./home.js" */

export class FloodSection {
  #list = el("ul", { class: "boxed" });
  #title = el("h2", { class: "section-title", tabindex: -1 }, "Asked too often");
  /** @type {Map<string, FloodCard>} */
  #cards = new Map();
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.root = el("section", { class: "flood-section", hidden: true }, this.#title, this.#list);
  }

  /**
   * @param {FloodView[]} floods
   * @returns {boolean} true if the focused card was the last one and is gone
   */
  show(floods) {
    const hadFocus = this.#list.contains(document.activeElement);
    showEach(
      this.#list,
      this.#cards,
      floods,
      ({ id }) => id,
      (view) => new FloodCard(view, this.#home.layers, (id, on) => this.#press(id, on)),
    );
    this.root.hidden = floods.length === 0;
    const lostFocus = hadFocus && !this.#list.contains(document.activeElement);
    if (lostFocus && floods.length > 0) this.#title.focus({ preventScroll: true });
    return lostFocus && floods.length === 0;
  }

  /**
   * @param {string} id
   * @param {FloodPress} on
   */
  async #press(id, on) {
    const result = await this.#home.attempt(press({ press: "flood", id, on }));
    if (result !== null) this.#home.announce(on.press === "mute" ? "Muted" : "Dismissed");
  }
}
