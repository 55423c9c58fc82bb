// "Codex stops waiting in about 4 min", kept up to date. Once it is there, the line stays, so that
// nothing below it moves.

import { agentOf } from "./agent.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";
import { span, spanLasts, time } from "./moment.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { StateView } from "./generated/StateView" */

export class Deadline {
  root = el("p", { class: "deadline", hidden: true });
  #timer = 0;

  /**
   * @param {AskerView} asker
   * @param {StateView} state
   */
  show(asker, state) {
    switch (state.state) {
      case "open":
        clearTimeout(this.#timer);
        this.root.hidden = state.deadline === null;
        if (state.deadline !== null) this.#count(asker, state.deadline);
        break;
      case "stopping":
      case "handingBack":
        break;
      case "withdrawn":
        clearTimeout(this.#timer);
        this.#say(asker, `stopped waiting at ${time(state.at)}`);
        break;
    }
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {AskerView} asker
   * @param {number} at in milliseconds since 1970
   */
  #count(asker, at) {
    const left = at - Date.now();
    if (left > 0) {
      this.#say(asker, `stops waiting in ${span(left)}`);
      this.#timer = setTimeout(() => this.#count(asker, at), spanLasts(left));
    } else {
      this.#say(asker, "may have stopped waiting");
    }
  }

  /**
   * @param {AskerView} asker
   * @param {string} words
   */
  #say(asker, words) {
    this.root.replaceChildren(icon("clock"), el("span", {}, agentOf(asker), ` ${words}`));
  }
}
