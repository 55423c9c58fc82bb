// "Codex stops waiting in about 4 min", kept up to date. Once shown, the line stays: removing it
// would move everything below.

import { agentName } from "./agentName.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";
import { deadlineText, formatTime, remainingValidFor } from "./timeFormat.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { QuestionStateView } from "./generated/QuestionStateView" */

export class Deadline {
  root = el("p", { class: "deadline", hidden: true });
  #timer = 0;

  /**
   * @param {AskerView} asker
   * @param {QuestionStateView} state
   */
  show(asker, state) {
    switch (state.state) {
      case "open":
        clearTimeout(this.#timer);
        this.root.hidden = state.deadline === null;
        if (state.deadline !== null) this.#update(asker, state.deadline);
        break;
      case "stopping":
      case "handingBack":
        break;
      case "withdrawn":
        clearTimeout(this.#timer);
        this.#showText(asker, `stopped waiting at ${formatTime(state.at)}`);
        break;
    }
  }

  unmounted() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {AskerView} asker
   * @param {number} deadline in milliseconds since 1970
   */
  #update(asker, deadline) {
    const remaining = deadline - Date.now();
    this.#showText(asker, deadlineText(remaining));
    if (remaining > 0) {
      this.#timer = setTimeout(() => this.#update(asker, deadline), remainingValidFor(remaining));
    }
  }

  /**
   * @param {AskerView} asker
   * @param {string} text
   */
  #showText(asker, text) {
    this.root.replaceChildren(icon("clock"), el("span", {}, agentName(asker), ` ${text}`));
  }
}
