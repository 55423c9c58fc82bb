// One agent session: what it does, since when, and the ways to it.

import { Button } from "../button.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { elapsedValidFor, formatAtOrOn, formatElapsed, formatTimeOrDate } from "../timeFormat.js";
import { press } from "./backend.js";

/** @import { AgentSessionStateView } from "../generated/AgentSessionStateView" */
/** @import { AgentSessionView } from "../generated/AgentSessionView" */
/** @import { IconName } from "../icon.js" */
/** @import { Home } from "./home.js" */

/** @type {Record<AgentSessionStateView, { iconName: IconName, text: (since: number) => string }>} */
const STATES = {
  asks: { iconName: "bell", text: (since) => `Asking you since ${formatTimeOrDate(since)}` },
  working: { iconName: "changed", text: (since) => `Working since ${formatTimeOrDate(since)}` },
  finished: { iconName: "check", text: (since) => `Finished ${formatAtOrOn(since)}` },
  waitsInTerminal: {
    iconName: "handedBack",
    text: (since) => `Waiting for you in the terminal since ${formatTimeOrDate(since)}`,
  },
  asked: { iconName: "info", text: (since) => `Last asked you ${formatAtOrOn(since)}` },
};

export class SessionRow {
  #age = el("time", { class: "age" });
  #agent = el("p", { class: "row-asker" });
  #state = el("p", { class: "session-state" });
  #message = el("p", { class: "waiting-message" });
  #show = new Button("Show question", "plain", () => this.#showQuestion());
  #terminal = new Button("Go to terminal", "plain", () => this.#goToTerminal());
  /** The rendered view as JSON, to skip unchanged updates. */
  #rendered = "";
  /** @type {AgentSessionView | null} */
  #view = null;
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
    for (const { root } of [this.#show, this.#terminal]) root.classList.add("small");
    this.root = el(
      "li",
      { class: "session-row" },
      el("div", { class: "row-text" }, this.#agent, this.#state, this.#message),
      el("div", { class: "row-end" }, this.#age, this.#show.root, this.#terminal.root),
    );
  }

  /** @param {AgentSessionView} view */
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
    const elapsed = now - this.#view.since;
    this.#age.replaceChildren(formatElapsed(elapsed));
    return elapsedValidFor(elapsed);
  }

  /** @param {AgentSessionView} view */
  #render({ id, agent, state, since, message, question, terminal }) {
    const agentId = `session-${id}`;
    this.#agent.id = agentId;
    this.#agent.replaceChildren(el("span", { class: "row-agent", title: agent }, isolate(agent)));
    const { iconName, text } = STATES[state];
    this.#state.className = `session-state session-${state}`;
    this.#state.replaceChildren(icon(iconName), text(since));
    this.#message.hidden = message === "";
    this.#message.replaceChildren(
      el("span", { class: "visually-hidden" }, "In its words: "),
      isolate(message),
    );
    this.#age.dateTime = new Date(since).toISOString();
    this.#showButton(this.#show, question !== null, agentId);
    this.#showButton(this.#terminal, terminal, agentId);
  }

  /**
   * @param {Button} button
   * @param {boolean} isShown
   * @param {string} agentId
   */
  #showButton({ root }, isShown, agentId) {
    const hadFocus = root === document.activeElement;
    root.hidden = !isShown;
    root.setAttribute("aria-describedby", agentId);
    if (hadFocus && !isShown) this.#home.focusHeading();
  }

  #showQuestion() {
    const id = this.#view?.question ?? null;
    if (id !== null) this.#home.attempt(press({ press: "show", id }));
  }

  #goToTerminal() {
    if (this.#view === null) return;
    this.#home.attempt(press({ press: "goToTerminal", id: this.#view.id }));
  }
}
