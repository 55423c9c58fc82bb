// The bar at the bottom of Home that shows results and errors until the person closes it.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { StatusLine } from "../statusLine.js";

/** @import { Tone } from "../statusLine.js" */

export class StatusBar {
  #status = new StatusLine(null);
  #close = el(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Dismiss this message" },
    icon("remove"),
  );

  constructor() {
    this.root = el("div", { class: "status-bar quiet" }, this.#status.root, this.#close);
    this.#close.addEventListener("click", () => this.clear());
  }

  /**
   * @param {string} text
   * @param {Tone} [tone]
   */
  show(text, tone = "plain") {
    this.#status.show(text, tone);
    this.root.classList.remove("quiet");
  }

  /** @param {string} text */
  announce(text) {
    this.#status.announce(text);
  }

  clear() {
    if (this.root.classList.contains("quiet")) return;
    this.#status.clear();
    this.root.classList.add("quiet");
  }
}
