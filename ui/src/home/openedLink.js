// A link the person agreed to open. It is finished in the question window, not here.

import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { elapsedValidFor, formatElapsed, formatTime } from "../timeFormat.js";

/** @import { WaitView } from "../generated/WaitView" */

const STATES = {
  waiting: "not finished yet",
  done: "done",
  over: "nobody waits for it any more",
};

export class OpenedLink {
  #since = el("time", { class: "age" });
  #domain = el("p", { class: "opened-domain" });
  #about = el("p", { class: "opened-about" });
  #at = 0;

  constructor() {
    this.root = el(
      "li",
      { class: "opened-row" },
      icon("globe"),
      el("div", { class: "row-text" }, this.#domain, this.#about),
      this.#since,
    );
  }

  /** @param {WaitView} view */
  show({ domain, asker, since, state, trouble }) {
    this.#at = since;
    this.#since.title = `Opened at ${formatTime(since)}`;
    this.#since.dateTime = new Date(since).toISOString();
    this.#domain.replaceChildren(isolate(domain));
    const words = state === "waiting" && trouble !== null ? trouble : STATES[state];
    this.#about.replaceChildren(isolate(asker), " · ", isolate(words));
    this.tick(Date.now());
  }

  /**
   * @param {number} now
   * @returns {number}
   */
  tick(now) {
    this.#since.replaceChildren(formatElapsed(now - this.#at));
    return elapsedValidFor(now - this.#at);
  }
}
