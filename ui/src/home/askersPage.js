// The page of agents and servers that asked.

import { el, showEach } from "../dom.js";
import { AskerRow } from "./askerRow.js";
import { askers } from "./backend.js";
import { emptyState, pageHeader, pageHeading } from "./pageHeader.js";

/** @import { AskerRowView } from "../generated/AskerRowView" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */

/** The longest delay that setTimeout accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export class AskersPage {
  heading = pageHeading("Sources");
  #rows = el("ul", { class: "boxed", role: "list" });
  #empty = emptyState(
    "No sources yet",
    "Agents, servers and programs that ask you a question appear here. You can mute those that ask too often.",
  );
  /** @type {Map<string, AskerRow>} */
  #rowsByKey = new Map();
  #request = 0;
  #historyVersion = -1;
  #muteTimer = 0;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#rows.hidden = true;
    this.#empty.hidden = true;
    this.root = el(
      "div",
      { class: "page" },
      pageHeader(
        this.heading,
        el(
          "p",
          { class: "page-description" },
          "Everything that has asked you a question, most recent first.",
        ),
      ),
      this.#rows,
      this.#empty,
    );
  }

  /** @param {HomeView} view */
  show({ historyVersion }) {
    const hasChanged = historyVersion !== this.#historyVersion;
    this.#historyVersion = historyVersion;
    if (hasChanged && this.root.isConnected) this.#load();
  }

  mounted() {
    this.#load();
  }

  unmounted() {
    this.#request += 1;
    clearTimeout(this.#muteTimer);
  }

  async #load() {
    this.#request += 1;
    const request = this.#request;
    try {
      const view = await askers();
      if (request === this.#request) this.#render(view.askers);
    } catch (error) {
      if (request === this.#request) this.#home.showError(error);
    }
  }

  /** @param {AskerRowView[]} entries */
  #render(entries) {
    showEach(
      this.#rows,
      this.#rowsByKey,
      entries,
      ({ agent, server }) => JSON.stringify([agent, server]),
      () => new AskerRow(this.#home, () => this.#load()),
    );
    this.#rows.hidden = entries.length === 0;
    this.#empty.hidden = entries.length > 0;
    this.#reloadWhenMuteEnds(entries);
  }

  /** @param {AskerRowView[]} entries */
  #reloadWhenMuteEnds(entries) {
    clearTimeout(this.#muteTimer);
    const muteEnds = entries.flatMap(({ mute }) => (mute.mute === "until" ? [mute.at] : []));
    if (muteEnds.length === 0) return;
    const delay = Math.max(0, Math.min(...muteEnds) - Date.now()) + 1000;
    this.#muteTimer = setTimeout(() => this.#load(), Math.min(delay, MAX_TIMER_MS));
  }
}
