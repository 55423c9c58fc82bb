// One open question: asker, start of the message, and age.

import { Button } from "../button.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import {
  deadlineText,
  elapsedValidFor,
  formatElapsed,
  formatTime,
  formatTimeOrDate,
  remainingValidFor,
} from "../timeFormat.js";
import { askerAndServer } from "./askerAndServer.js";
import { press } from "./backend.js";

/** @import { OpenQuestionView } from "../generated/OpenQuestionView" */
/** @import { Home } from "./home.js" */

const KINDS = /** @type {const} */ ({
  form: { iconName: "form", text: "Form" },
  link: { iconName: "globe", text: "Link" },
  permission: { iconName: "key", text: "Permission" },
  questions: { iconName: "form", text: "Questions" },
  plan: { iconName: "form", text: "Plan" },
  notice: { iconName: "bell", text: "Notice" },
});

export class WaitingRow {
  #age = el("time", { class: "age" });
  #asker = el("p", { class: "row-asker" });
  #message = el("p", { class: "waiting-message" });
  #facts = el("ul", { class: "facts", role: "list" });
  #deadline = el("span", {});
  #showButton = new Button("Show", "plain", () => this.#showQuestion());
  /** The rendered view as JSON, to skip unchanged updates. */
  #rendered = "";
  /** @type {OpenQuestionView | null} */
  #view = null;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    this.#showButton.root.classList.add("small");
    this.root = el(
      "li",
      { class: "waiting-row" },
      el("div", { class: "row-text" }, this.#asker, this.#message, this.#facts),
      el("div", { class: "row-end" }, this.#age, this.#showButton.root),
    );
  }

  /** @param {OpenQuestionView} view */
  show(view) {
    this.#view = view;
    const json = JSON.stringify(view);
    if (json !== this.#rendered) this.#render(view);
    this.#rendered = json;
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
    const validFor = elapsedValidFor(now - asked);
    if (deadline === null) return validFor;
    const remaining = deadline - now;
    this.#deadline.replaceChildren(deadlineText(remaining));
    return remaining > 0 ? Math.min(validFor, remainingValidFor(remaining)) : validFor;
  }

  /** @param {OpenQuestionView} view */
  #render({ id, asker, server, words, kind, asked, deadline, snoozedUntil, showing }) {
    const askerId = `waiting-${id}`;
    this.#asker.id = askerId;
    this.#showButton.root.setAttribute("aria-describedby", askerId);
    this.#asker.replaceChildren(...askerAndServer(asker, server));
    this.#message.hidden = words === "";
    this.#message.replaceChildren(
      el("span", { class: "visually-hidden" }, "In its words: "),
      isolate(words),
    );
    this.#age.title = `Asked at ${formatTime(asked)}`;
    this.#age.dateTime = new Date(asked).toISOString();
    const { iconName, text: kindText } = KINDS[kind];
    this.#facts.replaceChildren(
      el("li", {}, icon(iconName), kindText),
      ...(showing ? [el("li", { class: "fact-showing" }, icon("eye"), "in the window")] : []),
      ...(snoozedUntil === null
        ? []
        : [el("li", {}, icon("pause"), `snoozed until ${formatTimeOrDate(snoozedUntil)}`)]),
      ...(deadline === null ? [] : [el("li", {}, icon("clock"), this.#deadline)]),
    );
  }

  #showQuestion() {
    if (this.#view === null) return;
    this.#home.attempt(press({ press: "show", id: this.#view.id }));
  }
}
