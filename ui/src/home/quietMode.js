// Quiet mode: Pause, Hide details, and the desktop's own reasons to hold questions back.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { icon } from "../icon.js";
import { formatTimeOrDate } from "../timeFormat.js";
import { press } from "./backend.js";

/** @import { QuietModeView } from "../generated/QuietModeView" */
/** @import { PauseFor } from "../generated/PauseFor" */
/** @import { QuietReasonView } from "../generated/QuietReasonView" */
/** @import { Home } from "./home.js" */

/** @type {{ label: string, length: PauseFor }[]} */
const PAUSES = [
  { label: "30 min", length: "halfHour" },
  { label: "2 h", length: "twoHours" },
  { label: "Until tomorrow", length: "tomorrow" },
];

/** @type {Record<QuietReasonView, { short: string, long: string }>} */
const QUIET_REASONS = {
  locked: { short: "Screen locked", long: "Your screen is locked." },
  shared: { short: "Screen shared", long: "Your screen is being shared." },
  doNotDisturb: { short: "Do Not Disturb", long: "Do Not Disturb is on." },
};

const QUIET_EFFECT = "Until that ends, notifications only say “An agent needs you”.";

/**
 * The active reason to hold questions back.
 *
 * @param {QuietModeView} view
 * @returns {Node[]}
 */
export function quietStatus({ pausedUntil, private: isPrivate, quiet }) {
  if (pausedUntil !== null)
    return [icon("pause"), el("span", {}, `Paused until ${formatTimeOrDate(pausedUntil)}`)];
  if (isPrivate) return [icon("eyeCrossed"), el("span", {}, "Details hidden")];
  if (quiet !== null) return [icon("muted"), el("span", {}, QUIET_REASONS[quiet].short)];
  return [];
}

export class QuietMode {
  #banner = el("p", { class: "banner", role: "status" });
  #pauseTitle = el("h2", { class: "setting-title" });
  #pauseButtons = el("div", { class: "pause-buttons", role: "group", "aria-label": "Pause for" });
  #resumeButton = new Button("Resume", "primary", () => this.#resume());
  #privateSwitch = el("input", {
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
      const button = new Button(label, "plain", () => this.#pause(length));
      button.root.classList.add("small");
      this.#pauseButtons.append(button.root);
    }
    this.#resumeButton.root.classList.add("small");
    this.#privateSwitch.addEventListener("change", () => this.#updatePrivate());
    this.root = el("div", { class: "quiet-mode" }, this.#banner, this.#rows());
  }

  /** @param {QuietModeView} view */
  show({ pausedUntil, private: isPrivate, quiet }) {
    this.#banner.hidden = quiet === null;
    const text = quiet === null ? "" : `${QUIET_REASONS[quiet].long} ${QUIET_EFFECT}`;
    if (this.#banner.textContent !== text) {
      this.#banner.replaceChildren(icon("muted"), el("span", {}, text));
    }
    this.#privateSwitch.checked = isPrivate;
    this.#pauseTitle.replaceChildren(
      pausedUntil === null ? "Pause" : `Paused until ${formatTimeOrDate(pausedUntil)}`,
    );
    this.#setPaused(pausedUntil !== null);
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
          { class: "setting-text" },
          this.#pauseTitle,
          el(
            "p",
            { class: "setting-description" },
            "No notifications or windows. Agents may time out meanwhile.",
          ),
        ),
        el("div", { class: "setting-control" }, this.#pauseButtons, this.#resumeButton.root),
      ),
      el(
        "section",
        { class: "setting" },
        el(
          "div",
          { class: "setting-text" },
          el("label", { class: "setting-title", for: "private-now" }, "Hide details"),
          el(
            "p",
            { class: "setting-description", id: "private-now-about" },
            "Notifications only say “An agent needs you”.",
          ),
        ),
        el("div", { class: "setting-control" }, this.#privateSwitch),
      ),
    );
  }

  /** @param {boolean} isPaused */
  #setPaused(isPaused) {
    const hadFocus =
      this.#pauseButtons.contains(document.activeElement) ||
      this.#resumeButton.root === document.activeElement;
    const hasChanged = isPaused !== this.#isPaused;
    this.#isPaused = isPaused;
    this.#pauseButtons.hidden = isPaused;
    this.#resumeButton.root.hidden = !isPaused;
    // The pressed button is hidden now: focus its counterpart.
    if (!hadFocus || !hasChanged) return;
    const next = isPaused ? this.#resumeButton.root : this.#pauseButtons.querySelector("button");
    next?.focus({ preventScroll: true });
  }

  /** @param {PauseFor} length */
  #pause(length) {
    this.#home.attempt(press({ press: "pause", length }));
  }

  #resume() {
    this.#home.attempt(press({ press: "resume" }));
  }

  async #updatePrivate() {
    const on = this.#privateSwitch.checked;
    const result = await this.#home.attempt(press({ press: "private", on }));
    if (result === null) this.#privateSwitch.checked = !on;
  }
}
