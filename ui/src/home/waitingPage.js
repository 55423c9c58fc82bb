// The Waiting page: open questions, opened links and floods; the first run or the last answers while
// no question is open; and quiet mode.

import { el, showEach } from "../dom.js";
import { FloodSection } from "./floodSection.js";
import { OpenedLinkRow } from "./openedLinkRow.js";
import { pageHeader, pageHeading } from "./pageHeader.js";
import { QuietMode } from "./quietMode.js";
import { RecentAnswers } from "./recentAnswers.js";
import { Ticker } from "./ticker.js";
import { WaitingRow } from "./waitingRow.js";
import { Welcome } from "./welcome.js";

/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */

export class WaitingPage {
  heading = pageHeading("Waiting");
  #countText = el("p", { class: "page-description" });
  #rows = el("ol", { class: "boxed", role: "list", "aria-label": "Questions" });
  #links = el("ul", { class: "boxed", role: "list" });
  #linksSection = el(
    "section",
    {},
    el("h2", { class: "section-title" }, "Links you opened"),
    this.#links,
  );
  /** @type {Map<string, WaitingRow>} */
  #waitingRows = new Map();
  /** @type {Map<string, OpenedLinkRow>} */
  #linkRows = new Map();
  #ticker = new Ticker(() => [...this.#waitingRows.values(), ...this.#linkRows.values()]);
  #count = 0;
  #historyVersion = -1;
  #home;
  #welcome;
  #recent;
  #quietMode;
  #floods;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#quietMode = new QuietMode(home);
    this.#floods = new FloodSection(home);
    this.#welcome = new Welcome(home);
    this.#recent = new RecentAnswers(home);
    this.root = el(
      "div",
      { class: "page" },
      pageHeader(this.heading, this.#countText),
      this.#floods.root,
      this.#rows,
      this.#linksSection,
      this.#welcome.root,
      this.#recent.root,
      this.#quietMode.root,
    );
  }

  /** @param {HomeView} view */
  show({ waiting, links, floods, quietMode, hasAnswered, historyVersion }) {
    this.#quietMode.show(quietMode);
    const focusedIndex = this.#focusedIndex();
    showEach(
      this.#rows,
      this.#waitingRows,
      waiting,
      ({ id }) => id,
      () => new WaitingRow(this.#home),
    );
    showEach(
      this.#links,
      this.#linkRows,
      links,
      ({ id }) => id,
      () => new OpenedLinkRow(),
    );
    this.#rows.hidden = waiting.length === 0;
    this.#linksSection.hidden = links.length === 0;
    const hadFocus = this.#welcome.root.contains(document.activeElement);
    this.#welcome.root.hidden = waiting.length > 0 || hasAnswered;
    if (hadFocus && this.#welcome.root.hidden) this.heading.focus({ preventScroll: true });
    if (historyVersion !== this.#historyVersion && this.root.isConnected) this.#recent.load();
    this.#historyVersion = historyVersion;
    this.#restoreFocus(focusedIndex);
    if (this.#floods.show(floods)) this.heading.focus({ preventScroll: true });
    this.#showCount(waiting.filter(({ kind }) => kind !== "notice").length);
    this.#ticker.update();
  }

  mounted() {
    this.#ticker.start();
    this.#recent.load();
    if (!this.#welcome.root.hidden) this.#welcome.load();
  }

  unmounted() {
    this.#ticker.stop();
  }

  /** @param {number} count */
  #showCount(count) {
    const text = waitingText(count);
    this.#countText.replaceChildren(text);
    if (this.#count !== count && this.root.isConnected) this.#home.announce(text);
    this.#count = count;
  }

  /** @returns {number} index of the focused row, or -1 */
  #focusedIndex() {
    return [...this.#rows.children].findIndex((row) => row.contains(document.activeElement));
  }

  /**
   * If the focused row is gone, focuses the one that took its place.
   *
   * @param {number} index
   */
  #restoreFocus(index) {
    if (index < 0 || this.#focusedIndex() >= 0) return;
    const { children } = this.#rows;
    const next = children[Math.min(index, children.length - 1)];
    (next?.querySelector("button") ?? this.heading).focus({ preventScroll: true });
  }
}

/**
 * @param {number} count
 * @returns {string}
 */
function waitingText(count) {
  if (count === 0) return "You’re all caught up.";
  return count === 1 ? "1 question waiting." : `${count} questions waiting.`;
}
