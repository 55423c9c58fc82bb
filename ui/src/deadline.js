// "Expires in about 4 min", kept up to date. Once shown, the line stays: removing it
// would move everything below.

import { el } from "./dom.js";
import { icon } from "./icon.js";
import { deadlineText, formatTime, remainingValidFor } from "./timeFormat.js";

/** @import { QuestionStateView } from "./generated/QuestionStateView" */

export class Deadline {
  root = el("p", { class: "deadline", hidden: true });
  #timer = 0;

  /** @param {QuestionStateView} state */
  show(state) {
    switch (state.state) {
      case "open":
        clearTimeout(this.#timer);
        this.root.hidden = state.deadline === null;
        if (state.deadline !== null) this.#update(state.deadline);
        break;
      case "stopping":
      case "handingBack":
        break;
      case "withdrawn":
        clearTimeout(this.#timer);
        this.#showText(`Cancelled at ${formatTime(state.at)}`);
        break;
    }
  }

  unmounted() {
    clearTimeout(this.#timer);
  }

  /** @param {number} deadline in milliseconds since 1970 */
  #update(deadline) {
    const remaining = deadline - Date.now();
    this.#showText(deadlineText(remaining));
    if (remaining > 0) {
      this.#timer = setTimeout(() => this.#update(deadline), remainingValidFor(remaining));
    }
  }

  /** @param {string} text */
  #showText(text) {
    this.root.replaceChildren(icon("clock"), el("span", {}, text));
  }
}
