// Who has asked, how often, and whether they may ask again.

import { el, showEach } from "../dom.js";
import { AskerRow } from "./askerRow.js";
import { askers } from "./backend.js";
import { emptyState, heading, pageHead } from "./pageHead.js";

/** @import { AskerLineView } from "../generated/AskerLineView" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */

/** The longest time a timer can be set for. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class AskersPage {
  heading = heading("Askers");
  #rows = el("ul", { class: "boxed", role: "list" });
  #empty = emptyState(
    "Nobody has asked yet",
    "Each agent and server that asks you something is listed here. One that asks too much can be muted.",
  );
  /** @type {Map<string, AskerRow>} */
  #askers = new Map();
  #request = 0;
  #turn = -1;
  /** Waits for the next mute to end. */
  #timer = 0;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#rows.hidden = true;
    this.#empty.hidden = true;
    this.root = el(
      "div",
      { class: "page" },
      pageHead(
        this.heading,
        el("p", { class: "page-about" }, "Agents and servers that asked, the last one first."),
      ),
      this.#rows,
      this.#empty,
    );
  }

  /** @param {HomeView} view */
  show({ historyTurn }) {
    const isOld = historyTurn !== this.#turn;
    this.#turn = historyTurn;
    if (isOld && this.root.isConnected) this.#ask();
  }

  entered() {
    this.#ask();
  }

  left() {
    this.#request += 1;
    clearTimeout(this.#timer);
  }

  async #ask() {
    this.#request += 1;
    const request = this.#request;
    try {
      const view = await askers();
      if (request === this.#request) this.#write(view.askers);
    } catch (error) {
      if (request === this.#request) this.#home.failed(error);
    }
  }

  /** @param {AskerLineView[]} lines */
  #write(lines) {
    showEach(
      this.#rows,
      this.#askers,
      lines,
      ({ agent, server }) => JSON.stringify([agent, server]),
      () => new AskerRow(this.#home, () => this.#ask()),
    );
    this.#rows.hidden = lines.length === 0;
    this.#empty.hidden = lines.length > 0;
    this.#awaitEnd(lines);
  }

  /** @param {AskerLineView[]} lines */
  #awaitEnd(lines) {
    clearTimeout(this.#timer);
    const ends = lines.flatMap(({ mute }) => (mute.mute === "until" ? [mute.at] : []));
    if (ends.length === 0) return;
    const left = Math.max(0, Math.min(...ends) - Date.now()) + 1000;
    this.#timer = setTimeout(() => this.#ask(), Math.min(left, LONGEST_TIMER_MS));
  }
}
