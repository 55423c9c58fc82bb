// An opened link. The person finishes it in the question window, not here.

import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { elapsedValidFor, formatElapsed, formatTime } from "../timeFormat.js";

/** @import { OpenedLinkView } from "../generated/OpenedLinkView" */

const STATE_TEXT = {
  waiting: "not finished yet",
  done: "done",
  over: "the agent is no longer waiting for it",
};

export class OpenedLinkRow {
  #elapsed = el("time", { class: "age" });
  #domain = el("p", { class: "opened-domain" });
  #details = el("p", { class: "opened-details" });
  #openedAt = 0;

  constructor() {
    this.root = el(
      "li",
      { class: "opened-row" },
      icon("globe"),
      el("div", { class: "row-text" }, this.#domain, this.#details),
      this.#elapsed,
    );
  }

  /** @param {OpenedLinkView} view */
  show({ domain, asker, since, state, trouble }) {
    this.#openedAt = since;
    this.#elapsed.title = `Opened at ${formatTime(since)}`;
    this.#elapsed.dateTime = new Date(since).toISOString();
    this.#domain.replaceChildren(isolate(domain));
    const text = state === "waiting" && trouble !== null ? trouble : STATE_TEXT[state];
    this.#details.replaceChildren(isolate(asker), " · ", isolate(text));
    this.tick(Date.now());
  }

  /**
   * @param {number} now
   * @returns {number}
   */
  tick(now) {
    this.#elapsed.replaceChildren(formatElapsed(now - this.#openedAt));
    return elapsedValidFor(now - this.#openedAt);
  }
}
