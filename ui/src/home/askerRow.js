// One pair of agent and server: how often it asked, and its mute.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { icon } from "../icon.js";
import { MuteChoices } from "../muteChoices.js";
import { formatAtOrOn, formatTimeOrDate } from "../timeFormat.js";
import { askerAndServer } from "./askerAndServer.js";
import { mute } from "./backend.js";

/** @import { AskerRowView } from "../generated/AskerRowView" */
/** @import { MuteFor } from "../generated/MuteFor" */
/** @import { MuteView } from "../generated/MuteView" */
/** @import { Home } from "./home.js" */

let rowCount = 0;

export class AskerRow {
  #asker = el("p", { class: "row-asker" });
  #stats = el("p", { class: "asker-stats" });
  #muted = el("p", { class: "asker-muted" });
  #muteButton = new Button("Mute…", "plain", () => this.#muteChoices.toggle(this.#muteButton.root));
  #unmuteButton = new Button("Unmute", "plain", () => this.#setMute(null));
  /** @type {AskerRowView | null} */
  #entry = null;
  #muteChoices;
  #home;
  #onChange;

  /**
   * @param {Home} home
   * @param {() => void} onChange
   */
  constructor(home, onChange) {
    this.#home = home;
    this.#onChange = onChange;
    rowCount += 1;
    const [askerId, choicesId] = [`asker-${rowCount}`, `asker-${rowCount}-mute`];
    this.#asker.id = askerId;
    this.#muteChoices = new MuteChoices(home.layers, (length) => this.#setMute(length), askerId);
    this.#muteChoices.root.id = choicesId;
    for (const { root } of [this.#muteButton, this.#unmuteButton]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", askerId);
    }
    this.#muteButton.root.setAttribute("aria-controls", choicesId);
    this.#muteButton.root.setAttribute("aria-expanded", "false");
    this.root = el(
      "li",
      { class: "asker-row" },
      el("div", { class: "row-text" }, this.#asker, this.#stats, this.#muted),
      el("div", { class: "row-end" }, this.#muteButton.root, this.#unmuteButton.root),
      this.#muteChoices.root,
    );
  }

  /** @param {AskerRowView} entry */
  show(entry) {
    this.#entry = entry;
    this.#asker.replaceChildren(...askerAndServer(entry.agent, entry.server));
    this.#stats.replaceChildren(statsText(entry));
    this.#showMute(entry.mute);
  }

  /** @param {MuteView} mute */
  #showMute(mute) {
    const hadFocus = this.root.contains(document.activeElement);
    const isMuted = mute.mute !== "off";
    this.#muted.hidden = !isMuted;
    this.#muted.replaceChildren(icon("muted"), el("span", {}, muteText(mute)));
    this.#muteButton.root.hidden = isMuted;
    this.#unmuteButton.root.hidden = !isMuted;
    if (isMuted) this.#muteChoices.close();
    // The pressed button is hidden now: focus its counterpart.
    const { activeElement } = document;
    const lostFocus = hadFocus && (activeElement === null || !isVisible(activeElement));
    if (lostFocus || (hadFocus && activeElement === document.body)) {
      (isMuted ? this.#unmuteButton : this.#muteButton).root.focus({ preventScroll: true });
    }
  }

  /** @param {MuteFor | null} length */
  async #setMute(length) {
    if (this.#entry === null) return;
    const { agent, server } = this.#entry;
    const result = await this.#home.attempt(mute({ agent, server, length }));
    if (result === null) return;
    this.#home.announce(length === null ? "Unmuted" : "Muted");
    this.#onChange();
  }
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function isVisible(element) {
  return element.closest("[hidden]") === null;
}

/**
 * @param {MuteView} mute
 * @returns {string}
 */
function muteText(mute) {
  switch (mute.mute) {
    case "off":
      return "";
    case "until":
      return `Muted until ${formatTimeOrDate(mute.at)}`;
    case "always":
      return "Muted until you unmute it";
  }
}

/**
 * "Asked 12 times · 9 answered, 2 declined · last on 16 Nov, 14:03".
 *
 * @param {AskerRowView} entry
 * @returns {string}
 */
function statsText({ asked, accepted, declined, last }) {
  if (asked === 0) return "Not in history";
  const timesAsked = asked === 1 ? "Asked once" : `Asked ${asked} times`;
  const answers = [
    ...(accepted > 0 ? [`${accepted} answered`] : []),
    ...(declined > 0 ? [`${declined} declined`] : []),
  ];
  const parts = [timesAsked, answers.join(", "), last === null ? "" : `last ${formatAtOrOn(last)}`];
  return parts.filter((part) => part !== "").join(" · ");
}
