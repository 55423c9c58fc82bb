// Holding questions back: Pause, Private now, and what the desktop itself says.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { icon } from "../icon.js";
import { formatTimeOrDate } from "../timeFormat.js";
import { press } from "./backend.js";

/** @import { CalmView } from "../generated/CalmView" */
/** @import { PauseFor } from "../generated/PauseFor" */
/** @import { QuietView } from "../generated/QuietView" */
/** @import { Home } from "./home.js" */

/** @type {{ label: string, length: PauseFor }[]} */
const PAUSES = [
  { label: "30 min", length: "halfHour" },
  { label: "2 h", length: "twoHours" },
  { label: "Until tomorrow", length: "tomorrow" },
];

/** @type {Record<QuietView, { short: string, long: string }>} */
const QUIET = {
  locked: { short: "Screen locked", long: "The screen is locked." },
  shared: { short: "Screen shared", long: "Your screen is shared with others." },
  doNotDisturb: { short: "Do not disturb", long: "Do not disturb is on in your desktop." },
};

const ONLY = "Until that ends, a new question says no more than “An agent needs you”.";

/**
 * What holds questions back, in a few words.
 *
 * @param {CalmView} calm
 * @returns {Node[]}
 */
export function held({ pausedUntil, private: isPrivate, quiet }) {
  if (pausedUntil !== null)
    return [icon("pause"), el("span", {}, `Paused until ${formatTimeOrDate(pausedUntil)}`)];
  if (isPrivate) return [icon("eyeCrossed"), el("span", {}, "Private now")];
  if (quiet !== null) return [icon("muted"), el("span", {}, QUIET[quiet].short)];
  return [];
}

export class Calm {
  #banner = el("p", { class: "banner", role: "status" });
  #pauseTitle = el("h2", { class: "setting-title" });
  #lengths = el("div", { class: "calm-buttons", role: "group", "aria-label": "Pause for" });
  #resume = new Button("Resume", "primary", () => this.#resumes());
  #private = el("input", {
    id: "private-now",
    type: "checkbox",
    role: "switch",
    class: "switch",
    "aria-describedby": "private-now-about",
  });
  #home;
  #isPaused = false;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    for (const { label, length } of PAUSES) {
      const button = new Button(label, "plain", () => this.#pauses(length));
      button.root.classList.add("small");
      this.#lengths.append(button.root);
    }
    this.#resume.root.classList.add("small");
    this.#private.addEventListener("change", () => this.#privates());
    this.root = el("div", { class: "calm" }, this.#banner, this.#rows());
  }

  /** @param {CalmView} calm */
  show({ pausedUntil, private: isPrivate, quiet }) {
    this.#banner.hidden = quiet === null;
    const words = quiet === null ? "" : `${QUIET[quiet].long} ${ONLY}`;
    if (this.#banner.textContent !== words) {
      this.#banner.replaceChildren(icon("muted"), el("span", {}, words));
    }
    this.#private.checked = isPrivate;
    this.#pauseTitle.replaceChildren(
      pausedUntil === null ? "Pause" : `Paused until ${formatTimeOrDate(pausedUntil)}`,
    );
    this.#turn(pausedUntil !== null);
  }

  /** @returns {HTMLElement} */
  #rows() {
    return el(
      "div",
      { class: "boxed" },
      el(
        "section",
        { class: "setting" },
        el(
          "div",
          { class: "setting-words" },
          this.#pauseTitle,
          el("p", { class: "setting-about" }, "Questions wait in silence; askers may give up."),
        ),
        el("div", { class: "setting-control" }, this.#lengths, this.#resume.root),
      ),
      el(
        "section",
        { class: "setting" },
        el(
          "div",
          { class: "setting-words" },
          el("label", { class: "setting-title", for: "private-now" }, "Private now"),
          el(
            "p",
            { class: "setting-about", id: "private-now-about" },
            "A new question says no more than “An agent needs you”.",
          ),
        ),
        el("div", { class: "setting-control" }, this.#private),
      ),
    );
  }

  /** @param {boolean} isPaused */
  #turn(isPaused) {
    const hadFocus =
      this.#lengths.contains(document.activeElement) ||
      this.#resume.root === document.activeElement;
    const changes = isPaused !== this.#isPaused;
    this.#isPaused = isPaused;
    this.#lengths.hidden = isPaused;
    this.#resume.root.hidden = !isPaused;
    // The button that was pressed is gone: its counterpart takes the focus.
    if (!hadFocus || !changes) return;
    const next = isPaused ? this.#resume.root : this.#lengths.querySelector("button");
    next?.focus({ preventScroll: true });
  }

  /** @param {PauseFor} length */
  #pauses(length) {
    this.#home.hear(press({ press: "pause", length }));
  }

  #resumes() {
    this.#home.hear(press({ press: "resume" }));
  }

  async #privates() {
    const on = this.#private.checked;
    const heard = await this.#home.hear(press({ press: "private", on }));
    if (heard === null) this.#private.checked = !on;
  }
}
