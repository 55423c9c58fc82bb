// The page of agent sessions: what each one does now.

import { el, showEach } from "../dom.js";
import { emptyState, pageHeader, pageHeading } from "./pageHeader.js";
import { SessionRow } from "./sessionRow.js";
import { Ticker } from "./ticker.js";

/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */

export class SessionsPage {
  heading = pageHeading("Sessions");
  #rows = el("ul", { class: "boxed", role: "list", "aria-label": "Agent sessions" });
  #empty = emptyState(
    "No agent is running",
    "Agents that ask you something appear here while they run. Claude Code also reports when it works, has finished or waits in its terminal, once it is turned on under Agents.",
  );
  /** @type {Map<string, SessionRow>} */
  #rowsById = new Map();
  #ticker = new Ticker(() => [...this.#rowsById.values()]);
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#rows.hidden = true;
    this.root = el(
      "div",
      { class: "page" },
      pageHeader(
        this.heading,
        el("p", { class: "page-description" }, "What your agents are doing now."),
      ),
      this.#rows,
      this.#empty,
    );
  }

  /** @param {HomeView} view */
  show({ sessions }) {
    const hadFocus = this.#rows.contains(document.activeElement);
    showEach(
      this.#rows,
      this.#rowsById,
      sessions,
      ({ id }) => id,
      () => new SessionRow(this.#home),
    );
    this.#rows.hidden = sessions.length === 0;
    this.#empty.hidden = sessions.length > 0;
    if (hadFocus && !this.#rows.contains(document.activeElement)) this.#home.focusHeading();
    this.#ticker.update();
  }

  mounted() {
    this.#ticker.start();
  }

  unmounted() {
    this.#ticker.stop();
  }
}
