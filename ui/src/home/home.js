// The whole of Home: the rail, one page beside it, and the line that says what came of a press.

import { errorMessage } from "../backend.js";
import { el } from "../dom.js";
import { Layers } from "../layers.js";
import { testBanner } from "../testBanner.js";
import { AgentsPage } from "./agentsPage.js";
import { AskersPage } from "./askersPage.js";
import { Confirmation } from "./confirmation.js";
import { HistoryPage } from "./historyPage.js";
import { Rail } from "./rail.js";
import { Remark } from "./remark.js";
import { SettingsPage } from "./settingsPage.js";
import { WaitingPage } from "./waitingPage.js";

/** @import { DialogText } from "../dialog.js" */
/** @import { HomePage } from "../generated/HomePage" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { Tone } from "../statusLine.js" */

/**
 * @typedef {object} Page
 * @property {HTMLElement} root
 * @property {HTMLElement} heading takes the focus when the page is turned to
 * @property {(view: HomeView) => void} show
 * @property {() => void} entered
 * @property {() => void} left
 * @property {() => boolean} [escape] whether Esc had something to do here
 */

const DID_NOT_ANSWER = "Doorbell did not answer. Nothing was changed.";

export class Home {
  /** What lies open over a page. */
  layers = new Layers();
  #remark = new Remark();
  #banner = testBanner();
  #rail = new Rail((page) => this.go(page));
  #history = new HistoryPage(this);
  /** @type {Record<HomePage, Page>} */
  #pages = {
    waiting: new WaitingPage(this),
    history: this.#history,
    askers: new AskersPage(this),
    agents: new AgentsPage(this),
    settings: new SettingsPage(this),
  };
  #main = el("main", { class: "home-main" });
  #frame = el(
    "div",
    { class: "home", hidden: true },
    this.#banner,
    this.#rail.root,
    el("div", { class: "home-side" }, this.#main, this.#remark.root),
  );
  #confirmation = new Confirmation(this.#frame, this.layers);
  /** @type {HomePage} */
  #current = "waiting";
  /** @type {HomeView | null} */
  #view = null;

  /** @param {HTMLElement} body */
  constructor(body) {
    body.append(this.#frame, this.#confirmation.root);
    this.#current = pageOf(window.location.hash) ?? this.#current;
    this.#main.append(this.#page.root);
    this.#rail.turn(this.#current);
  }

  /**
   * @param {HomeView} view
   * @returns {boolean} whether it is the first one
   */
  show(view) {
    const isFirst = this.#view === null;
    this.#view = view;
    this.#frame.hidden = false;
    this.#banner.hidden = !view.testBuild;
    this.#rail.show(view);
    for (const page of Object.values(this.#pages)) page.show(view);
    if (isFirst) {
      this.#page.entered();
      this.#page.heading.focus({ preventScroll: true });
    }
    return isFirst;
  }

  /** @param {HomePage} page */
  go(page) {
    this.layers.closeAll();
    if (page !== this.#current) {
      this.#remark.clear();
      this.#page.left();
      this.#current = page;
      // A page that is lost and loaded again comes back here.
      window.history.replaceState(null, "", `#${page}`);
      this.#main.replaceChildren(this.#page.root);
      this.#main.scrollTop = 0;
      this.#rail.turn(page);
      if (this.#view !== null) this.#page.entered();
    }
    this.#page.heading.focus({ preventScroll: true });
  }

  search() {
    this.go("history");
    this.#history.focusSearch();
  }

  escape() {
    if (!this.layers.closeInnermost() && !this.#page.escape?.()) this.#remark.clear();
  }

  /**
   * @param {string} text
   * @param {Tone} [tone]
   */
  say(text, tone) {
    this.#remark.say(text, tone);
  }

  /**
   * Says something to screen readers alone.
   *
   * @param {string} text
   */
  announce(text) {
    this.#remark.announce(text);
  }

  /** @param {unknown} error */
  failed(error) {
    this.say(errorMessage(error, DID_NOT_ANSWER), "problem");
  }

  /**
   * Waits for what came of a press. What was said before is old then; a failure is said.
   *
   * @template T
   * @param {Promise<T>} reply
   * @returns {Promise<{ value: T } | null>}
   */
  async hear(reply) {
    try {
      const value = await reply;
      this.#remark.clear();
      return { value };
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  /**
   * @param {DialogText} words
   * @returns {Promise<boolean>} whether the person wants to go on
   */
  ask(words) {
    return this.#confirmation.ask(words);
  }

  get #page() {
    return this.#pages[this.#current];
  }
}

/**
 * @param {string} hash
 * @returns {HomePage | undefined}
 */
function pageOf(hash) {
  /** @type {HomePage[]} */
  const pages = ["waiting", "history", "askers", "agents", "settings"];
  return pages.find((page) => hash === `#${page}`);
}
