// The links the person agreed to open, at the top of the window, whatever else it shows.

import { el } from "./dom.js";
import { WaitCard } from "./wait.js";

/** @import { WaitView } from "./generated/WaitView" */

export class Strip {
  #list = el("ul", { class: "waits" });
  /** @type {Map<string, WaitCard>} */
  #cards = new Map();

  constructor() {
    this.root = el(
      "section",
      {
        class: "strip",
        tabindex: -1,
        role: "region",
        "aria-label": "Links you opened",
        hidden: true,
      },
      el("h1", { class: "strip-title" }, "Links you opened"),
      this.#list,
    );
  }

  /** @param {WaitView[]} waits */
  show(waits) {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#drop(waits);
    for (const view of waits) {
      const card = this.#cards.get(view.id);
      if (card) card.show(view);
      else this.#add(view);
    }
    this.root.hidden = waits.length === 0;
    if (hadFocus && !this.#list.contains(document.activeElement)) this.focus();
  }

  focus() {
    this.root.focus({ preventScroll: true });
  }

  /** @param {WaitView[]} waits those that stay */
  #drop(waits) {
    const ids = new Set(waits.map((view) => view.id));
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      card.stop();
      card.root.remove();
      this.#cards.delete(id);
    }
  }

  /** @param {WaitView} view */
  #add(view) {
    const card = new WaitCard(view);
    this.#cards.set(view.id, card);
    this.#list.append(card.root);
  }
}
