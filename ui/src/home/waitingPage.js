// What waits for the person, and how Doorbell is held back.

import { el, showEach } from "../dom.js";
import { Calm } from "./calm.js";
import { FloodRows } from "./floodRows.js";
import { OpenedLink } from "./openedLink.js";
import { heading, pageHead } from "./pageHead.js";
import { Ticks } from "./ticks.js";
import { WaitingRow } from "./waitingRow.js";
import { welcome } from "./welcome.js";

/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */

export class WaitingPage {
  heading = heading("Waiting");
  #sentence = el("p", { class: "page-about" });
  #rows = el("ol", { class: "boxed", role: "list", "aria-label": "Questions" });
  #links = el("ul", { class: "boxed", role: "list" });
  #linksPart = el("section", {}, el("h2", { class: "part-name" }, "Links you opened"), this.#links);
  #welcome = welcome();
  /** @type {Map<string, WaitingRow>} */
  #waiting = new Map();
  /** @type {Map<string, OpenedLink>} */
  #opened = new Map();
  #ticks = new Ticks(() => [...this.#waiting.values(), ...this.#opened.values()]);
  #count = 0;
  #home;
  #calm;
  #floods;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#calm = new Calm(home);
    this.#floods = new FloodRows(home);
    this.root = el(
      "div",
      { class: "page" },
      pageHead(this.heading, this.#sentence),
      this.#calm.root,
      this.#floods.root,
      this.#rows,
      this.#welcome,
      this.#linksPart,
    );
  }

  /** @param {HomeView} view */
  show({ waiting, links, floods, calm }) {
    this.#calm.show(calm);
    const focused = this.#focused();
    showEach(
      this.#rows,
      this.#waiting,
      waiting,
      ({ id }) => id,
      () => new WaitingRow(this.#home),
    );
    showEach(
      this.#links,
      this.#opened,
      links,
      ({ id }) => id,
      () => new OpenedLink(),
    );
    this.#rows.hidden = waiting.length === 0;
    this.#linksPart.hidden = links.length === 0;
    this.#welcome.hidden = waiting.length > 0;
    this.#refocus(focused);
    if (this.#floods.show(floods)) this.heading.focus({ preventScroll: true });
    this.#say(waiting.length);
    this.#ticks.renew();
  }

  entered() {
    this.#ticks.start();
  }

  left() {
    this.#ticks.stop();
  }

  /** @param {number} count */
  #say(count) {
    const words = sentence(count);
    this.#sentence.replaceChildren(words);
    if (this.#count !== count && this.root.isConnected) this.#home.announce(words);
    this.#count = count;
  }

  /** @returns {number} the place of the row that has the focus, -1 if none has */
  #focused() {
    return [...this.#rows.children].findIndex((row) => row.contains(document.activeElement));
  }

  /**
   * Gives the focus of a row that has gone to the one in its place.
   *
   * @param {number} place
   */
  #refocus(place) {
    if (place < 0 || this.#focused() >= 0) return;
    const { children } = this.#rows;
    const next = children[Math.min(place, children.length - 1)];
    (next?.querySelector("button") ?? this.heading).focus({ preventScroll: true });
  }
}

/**
 * @param {number} count
 * @returns {string}
 */
function sentence(count) {
  if (count === 0) return "No question waits for you.";
  return count === 1 ? "One question waits for you." : `${count} questions wait for you.`;
}
