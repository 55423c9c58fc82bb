// The opened links, at the top of the window.

import { el, showEach } from "./dom.js";
import { OpenedLinkCard } from "./openedLinkCard.js";

/** @import { OpenedLinkView } from "./generated/OpenedLinkView" */

export class OpenedLinkList {
  #list = el("ul", { class: "opened-link-list" });
  /** @type {Map<string, OpenedLinkCard>} */
  #cards = new Map();

  constructor() {
    this.root = el(
      "section",
      {
        class: "opened-links",
        tabindex: -1,
        role: "region",
        "aria-label": "Links you opened",
        hidden: true,
      },
      el("h1", { class: "opened-links-title" }, "Links you opened"),
      this.#list,
    );
  }

  /** @param {OpenedLinkView[]} links */
  show(links) {
    const hadFocus = this.#list.contains(document.activeElement);
    showEach(
      this.#list,
      this.#cards,
      links,
      ({ id }) => id,
      (view) => new OpenedLinkCard(view),
    );
    this.root.hidden = links.length === 0;
    if (hadFocus && !this.#list.contains(document.activeElement)) this.focus();
  }

  focus() {
    this.root.focus({ preventScroll: true });
  }
}
