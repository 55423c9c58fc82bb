// One open question: who asks, its first words, and how long it has waited.

import { Button } from "../button.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import {
  elapsedValidFor,
  formatAtOrOn,
  formatElapsed,
  formatRemaining,
  formatTime,
  remainingValidFor,
} from "../timeFormat.js";
import { press } from "./backend.js";
import { who } from "./who.js";

/** @import { WaitingView } from "../generated/WaitingView" */
/** @import { Home } from "./home.js" */

const KINDS = /** @type {const} */ ({
  form: { drawing: "form", words: "Form" },
  link: { drawing: "globe", words: "Link" },
  permission: { drawing: "key", words: "Permission" },
});

export class WaitingRow {
  #age = el("time", { class: "age" });
  #who = el("p", { class: "row-who" });
  #words = el("p", { class: "waiting-words" });
  #facts = el("ul", { class: "facts", role: "list" });
  #deadline = el("span", {});
  #show = new Button("Show", "plain", () => this.#shows());
  /** What stands in the row, to leave it alone while it stays the same. */
  #shown = "";
  /** @type {WaitingView | null} */
  #view = null;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#show.root.classList.add("small");
    this.root = el(
      "li",
      { class: "waiting-row" },
      el("div", { class: "row-text" }, this.#who, this.#words, this.#facts),
      el("div", { class: "row-end" }, this.#age, this.#show.root),
    );
  }

  /** @param {WaitingView} view */
  show(view) {
    this.#view = view;
    const shown = JSON.stringify(view);
    if (shown !== this.#shown) this.#write(view);
    this.#shown = shown;
    this.tick(Date.now());
  }

  /**
   * @param {number} now
   * @returns {number}
   */
  tick(now) {
    if (this.#view === null) return Infinity;
    const { asked, deadline } = this.#view;
    this.#age.replaceChildren(formatElapsed(now - asked));
    const lasts = elapsedValidFor(now - asked);
    if (deadline === null) return lasts;
    const left = deadline - now;
    this.#deadline.replaceChildren(
      left > 0 ? `stops waiting in ${formatRemaining(left)}` : "may have stopped waiting",
    );
    return left > 0 ? Math.min(lasts, remainingValidFor(left)) : lasts;
  }

  /** @param {WaitingView} view */
  #write({ id, asker, server, words, kind, asked, deadline, asideUntil, showing }) {
    const whoId = `waiting-${id}`;
    this.#who.id = whoId;
    this.#show.root.setAttribute("aria-describedby", whoId);
    this.#who.replaceChildren(...who(asker, server));
    this.#words.hidden = words === "";
    this.#words.replaceChildren(el("span", { class: "unseen" }, "In its words: "), isolate(words));
    this.#age.title = `Asked at ${formatTime(asked)}`;
    this.#age.dateTime = new Date(asked).toISOString();
    const { drawing, words: kindWords } = KINDS[kind];
    this.#facts.replaceChildren(
      el("li", {}, icon(drawing), kindWords),
      ...(showing ? [el("li", { class: "fact-showing" }, icon("eye"), "in the window")] : []),
      ...(asideUntil === null
        ? []
        : [el("li", {}, icon("pause"), `put aside, back ${formatAtOrOn(asideUntil)}`)]),
      ...(deadline === null ? [] : [el("li", {}, icon("clock"), this.#deadline)]),
    );
  }

  #shows() {
    if (this.#view === null) return;
    this.#home.hear(press({ press: "show", id: this.#view.id }));
  }
}
