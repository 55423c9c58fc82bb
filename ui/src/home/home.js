// Home: the sidebar, the current page and the status bar.

import { errorMessage } from "../backend.js";
import { el } from "../dom.js";
import { Layers } from "../layers.js";
import { testBanner } from "../testBanner.js";
import { AgentsPage } from "./agentsPage.js";
import { AskersPage } from "./askersPage.js";
import { Confirmation } from "./confirmation.js";
import { HistoryPage } from "./historyPage.js";
import { SessionsPage } from "./sessionsPage.js";
import { SettingsPage } from "./settingsPage.js";
import { Sidebar } from "./sidebar.js";
import { StatusBar } from "./statusBar.js";
import { WaitingPage } from "./waitingPage.js";

/** @import { DialogText } from "../dialog.js" */
/** @import { HomePage } from "../generated/HomePage" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { Tone } from "../statusLine.js" */
/** @import { Keys } from "./keyGuard.js" */

/**
 * @typedef {object} Page
 * @property {HTMLElement} root
 * @property {HTMLElement} heading gets the focus when the page is shown
 * @property {(view: HomeView) => void} show
 * @property {() => void} mounted
 * @property {() => void} unmounted
 * @property {() => boolean} [escape] returns true if Esc did something
 */

const NOT_ANSWERED = "Doorbell didn’t respond. Nothing was changed.";

export class Home {
  layers = new Layers();
  #statusBar = new StatusBar();
  #banner = testBanner();
  #sidebar = new Sidebar((page) => this.showPage(page));
  #history = new HistoryPage(this);
  /** @type {Record<HomePage, Page>} */
  #pages = {
    waiting: new WaitingPage(this),
    sessions: new SessionsPage(this),
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
    this.#sidebar.root,
    el("div", { class: "home-content" }, this.#main, this.#statusBar.root),
  );
  #confirmation = new Confirmation(this.#frame, this.layers);
  /** @type {HomePage} */
  #currentPage = "waiting";
  /** @type {HomeView | null} */
  #view = null;
  /** Gets the focus back. @type {Element | null} */
  #sheetOpener = null;

  /** @param {HTMLElement} body */
  constructor(body) {
    body.append(this.#frame, this.#confirmation.root);
    this.#currentPage = pageFromHash(window.location.hash) ?? this.#currentPage;
    this.#main.append(this.#page.root);
    this.#sidebar.setCurrent(this.#currentPage);
  }

  /**
   * @param {HomeView} view
   * @returns {boolean} whether it is the first view
   */
  show(view) {
    const isFirst = this.#view === null;
    this.#view = view;
    this.#frame.hidden = false;
    this.#banner.hidden = !view.testBuild;
    this.#sidebar.show(view);
    for (const page of Object.values(this.#pages)) page.show(view);
    if (isFirst) {
      this.#page.mounted();
      this.#page.heading.focus({ preventScroll: true });
    }
    return isFirst;
  }

  /** @param {HomePage} page */
  showPage(page) {
    this.layers.closeAll();
    if (page !== this.#currentPage) {
      this.#statusBar.clear();
      this.#page.unmounted();
      this.#currentPage = page;
      // If the web view reloads, it returns to this page.
      window.history.replaceState(null, "", `#${page}`);
      this.#main.replaceChildren(this.#page.root);
      this.#main.scrollTop = 0;
      this.#sidebar.setCurrent(page);
      if (this.#view !== null) this.#page.mounted();
    }
    this.#page.heading.focus({ preventScroll: true });
  }

  /**
   * Shows whether keys press anything yet. Clicks do in any case.
   *
   * @param {Keys} keys
   */
  showKeys(keys) {
    for (const part of [this.#main, this.#confirmation.root]) {
      part.classList.toggle("guarded", keys === "refused");
      if (keys === "accepted") part.removeAttribute("aria-disabled");
      else part.setAttribute("aria-disabled", "true");
    }
  }

  /** For a control that had the focus and is gone. */
  focusHeading() {
    this.#page.heading.focus({ preventScroll: true });
  }

  search() {
    this.showPage("history");
    this.#history.focusSearch();
  }

  escape() {
    if (!this.layers.closeInnermost() && !this.#page.escape?.()) this.#statusBar.clear();
  }

  /**
   * @param {string} text
   * @param {Tone} [tone]
   */
  showStatus(text, tone) {
    this.#statusBar.show(text, tone);
  }

  /**
   * Announces text to screen readers without showing it.
   *
   * @param {string} text
   */
  announce(text) {
    this.#statusBar.announce(text);
  }

  /** @param {unknown} error */
  showError(error) {
    this.showStatus(errorMessage(error, NOT_ANSWERED), "problem");
  }

  /**
   * Awaits a request, then clears the status bar, or shows the error and returns null.
   *
   * @template T
   * @param {Promise<T>} request
   * @returns {Promise<{ value: T } | null>}
   */
  async attempt(request) {
    try {
      const value = await request;
      this.#statusBar.clear();
      return { value };
    } catch (error) {
      this.showError(error);
      return null;
    }
  }

  /**
   * Shows a modal sheet over the page.
   *
   * @param {HTMLElement} sheet
   * @param {() => void} cancel runs on Esc
   */
  openSheet(sheet, cancel) {
    this.#sheetOpener = document.activeElement;
    this.#frame.inert = true;
    this.#confirmation.root.append(sheet);
    this.layers.add(cancel);
  }

  /**
   * @param {HTMLElement} sheet
   * @param {() => void} cancel
   */
  closeSheet(sheet, cancel) {
    this.layers.remove(cancel);
    sheet.remove();
    this.#frame.inert = false;
    if (this.#sheetOpener instanceof HTMLElement) this.#sheetOpener.focus({ preventScroll: true });
  }

  /**
   * @param {DialogText} text
   * @returns {Promise<boolean>} whether the person confirmed
   */
  confirm(text) {
    return this.#confirmation.ask(text);
  }

  get #page() {
    return this.#pages[this.#currentPage];
  }
}

/**
 * @param {string} hash
 * @returns {HomePage | undefined}
 */
function pageFromHash(hash) {
  /** @type {HomePage[]} */
  const pages = ["waiting", "sessions", "history", "askers", "agents", "settings"];
  return pages.find((page) => hash === `#${page}`);
}
