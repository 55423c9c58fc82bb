// "Codex stops waiting in about 4 min", kept up to date. Once it is there, the line stays, so that
// nothing below it moves.

import { el, said } from "./dom.js";
import { icon } from "./icon.js";
import { span, spanLasts, time } from "./moment.js";

/** @import { StateView } from "./generated/StateView" */

export class Deadline {
  root = el("p", { class: "deadline", hidden: true });
  #timer = 0;

  /**
   * @param {string} agent
   * @param {StateView} state
   */
  show(agent, state) {
    switch (state.state) {
      case "open":
        clearTimeout(this.#timer);
        this.root.hidden = state.deadline === null;
        if (state.deadline !== null) this.#count(agent, state.deadline);
        break;
      case "stopping":
        break;
      case "withdrawn":
        clearTimeout(this.#timer);
        this.#say(agent, `stopped waiting at ${time(state.at)}`);
        break;
    }
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {string} agent
   * @param {number} at in milliseconds since 1970
   */
  #count(agent, at) {
    const left = at - Date.now();
    if (left > 0) {
      this.#say(agent, `stops waiting in ${span(left)}`);
      this.#timer = setTimeout(() => this.#count(agent, at), spanLasts(left));
    } else {
      this.#say(agent, "may have stopped waiting");
    }
  }

  /**
   * @param {string} agent
   * @param {string} words
   */
  #say(agent, words) {
    this.root.replaceChildren(icon("clock"), el("span", {}, said(agent), ` ${words}`));
  }
}
