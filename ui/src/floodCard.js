// One server that asked too often: "acme asked 14 questions in 60 s; 9 were blocked". Used in both
// windows.

import { Button } from "./button.js";
import { el, isolate, quoted } from "./dom.js";
import { icon } from "./icon.js";
import { MuteChoices } from "./muteChoices.js";
import { formatDuration } from "./timeFormat.js";

/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { FloodPress } from "./generated/FloodPress" */
/** @import { FloodView } from "./generated/FloodView" */
/** @import { Layers } from "./layers.js" */

/** @typedef {(id: string, press: FloodPress, by: InputDevice, button: Button) => void} FloodPressHandler */

export class FloodCard {
  #summary = el("p", { class: "flood-summary" });
  #asker = el("p", { class: "flood-asker" });
  #result = el("p", { class: "flood-result", role: "status" });
  /** The rendered values as JSON, to skip unchanged updates. */
  #rendered = "";
  #muteChoices;

  /**
   * @param {FloodView} view
   * @param {Layers} layers
   * @param {FloodPressHandler} onPress
   */
  constructor({ id }, layers, onPress) {
    const summaryId = `flood-${id}`;
    this.#summary.id = summaryId;
    this.#muteChoices = new MuteChoices(
      layers,
      (length, by, button) => onPress(id, { press: "mute", length }, by, button),
      summaryId,
    );
    const muteButton = new Button("Mute…", "plain", () =>
      this.#muteChoices.toggle(muteButton.root),
    ).alwaysReady();
    muteButton.root.setAttribute("aria-expanded", "false");
    const dismissButton = new Button("Dismiss", "plain", (by, button) =>
      onPress(id, { press: "dismiss" }, by, button),
    );
    for (const { root } of [muteButton, dismissButton]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", summaryId);
    }
    this.root = el(
      "li",
      { class: "flood" },
      icon("refused"),
      el("div", { class: "flood-text" }, this.#summary, this.#asker, this.#result),
      el("div", { class: "flood-buttons" }, muteButton.root, dismissButton.root),
      this.#muteChoices.root,
    );
  }

  /** @param {FloodView} view */
  show({ asker, server, asked, refused, seconds }) {
    const json = JSON.stringify([asker, server, asked, refused, seconds]);
    if (json === this.#rendered) return;
    this.#rendered = json;
    const questions = asked === 1 ? "1 question" : `${asked} questions`;
    const blocked = refused === 1 ? "1 was blocked" : `${refused} were blocked`;
    this.#summary.replaceChildren(
      quoted(server),
      ` asked ${questions} in ${withNonBreakingSpaces(formatDuration(seconds * 1000))}; ${blocked}`,
    );
    this.#asker.replaceChildren(isolate(asker));
  }

  /** @param {string} text */
  showResult(text) {
    this.#result.replaceChildren(text);
  }

  unmounted() {
    this.#muteChoices.close();
  }
}

/**
 * @param {string} text
 * @returns {string}
 */
function withNonBreakingSpaces(text) {
  return text.replaceAll(" ", "\u00a0");
}
