// One agent and server: how often it asked, and for how long it is not to be heard.

import { Button } from "../button.js";
import { el } from "../dom.js";
import { icon } from "../icon.js";
import { MuteChoices } from "../muteChoices.js";
import { formatAtOrOn, formatTimeOrDate } from "../timeFormat.js";
import { mute } from "./backend.js";
import { who } from "./who.js";

/** @import { AskerLineView } from "../generated/AskerLineView" */
/** @import { MuteFor } from "../generated/MuteFor" */
/** @import { MuteView } from "../generated/MuteView" */
/** @import { Home } from "./home.js" */

let count = 0;

export class AskerRow {
  #who = el("p", { class: "row-who" });
  #numbers = el("p", { class: "asker-numbers" });
  #muted = el("p", { class: "asker-muted" });
  #mute = new Button("Mute…", "plain", () => this.#choices.toggle(this.#mute.root));
  #unmute = new Button("Unmute", "plain", () => this.#say(null));
  /** @type {AskerLineView | null} */
  #line = null;
  #choices;
  #home;
  #changed;

  /**
   * @param {Home} home
   * @param {() => void} changed
   */
  constructor(home, changed) {
    this.#home = home;
    this.#changed = changed;
    count += 1;
    const [whoId, choicesId] = [`asker-${count}`, `asker-${count}-mute`];
    this.#who.id = whoId;
    this.#choices = new MuteChoices(home.layers, (length) => this.#say(length), whoId);
    this.#choices.root.id = choicesId;
    for (const { root } of [this.#mute, this.#unmute]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", whoId);
    }
    this.#mute.root.setAttribute("aria-controls", choicesId);
    this.#mute.root.setAttribute("aria-expanded", "false");
    this.root = el(
      "li",
      { class: "asker-row" },
      el("div", { class: "row-text" }, this.#who, this.#numbers, this.#muted),
      el("div", { class: "row-end" }, this.#mute.root, this.#unmute.root),
      this.#choices.root,
    );
  }

  /** @param {AskerLineView} line */
  show(line) {
    this.#line = line;
    this.#who.replaceChildren(...who(line.agent, line.server));
    this.#numbers.replaceChildren(numbers(line));
    this.#showMute(line.mute);
  }

  /** @param {MuteView} mute */
  #showMute(mute) {
    const hadFocus = this.root.contains(document.activeElement);
    const isMuted = mute.mute !== "off";
    this.#muted.hidden = !isMuted;
    this.#muted.replaceChildren(icon("muted"), el("span", {}, mutedWords(mute)));
    this.#mute.root.hidden = isMuted;
    this.#unmute.root.hidden = !isMuted;
    if (isMuted) this.#choices.close();
    // What was pressed is gone: its counterpart takes the focus.
    const { activeElement } = document;
    const isLost = hadFocus && (activeElement === null || !isSeen(activeElement));
    if (isLost || (hadFocus && activeElement === document.body)) {
      (isMuted ? this.#unmute : this.#mute).root.focus({ preventScroll: true });
    }
  }

  /** @param {MuteFor | null} length */
  async #say(length) {
    if (this.#line === null) return;
    const { agent, server } = this.#line;
    const heard = await this.#home.hear(mute({ agent, server, length }));
    if (heard === null) return;
    this.#home.announce(length === null ? "Unmuted" : "Muted");
    this.#changed();
  }
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function isSeen(element) {
  return element.closest("[hidden]") === null;
}

/**
 * @param {MuteView} mute
 * @returns {string}
 */
function mutedWords(mute) {
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
 * "Asked 12 times · 9 accepted, 2 declined · last on 16 Nov, 14:03".
 *
 * @param {AskerLineView} line
 * @returns {string}
 */
function numbers({ asked, accepted, declined, last }) {
  if (asked === 0) return "No line in history";
  const times = asked === 1 ? "Asked once" : `Asked ${asked} times`;
  const answers = [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(declined > 0 ? [`${declined} declined`] : []),
  ];
  const parts = [times, answers.join(", "), last === null ? "" : `last ${formatAtOrOn(last)}`];
  return parts.filter((part) => part !== "").join(" · ");
}
