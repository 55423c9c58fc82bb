// One server that asked too often: "acme asked 14 times in 60 s, 9 refused". In the question window
// and in Home.

import { Button } from "./button.js";
import { el, quoted, said } from "./dom.js";
import { icon } from "./icon.js";
import { took } from "./moment.js";
import { MuteChoices } from "./mute.js";

/** @import { By } from "./generated/By" */
/** @import { FloodPress } from "./generated/FloodPress" */
/** @import { FloodView } from "./generated/FloodView" */
/** @import { Layers } from "./layers.js" */

/** @typedef {(id: string, press: FloodPress, by: By, button: Button) => void} Pressed */

export class FloodCard {
  #numbers = el("p", { class: "flood-numbers" });
  #asker = el("p", { class: "flood-asker" });
  #said = el("p", { class: "flood-said", role: "status" });
  /** What stands in the card, to leave it alone while it stays the same. */
  #shown = "";
  #choices;

  /**
   * @param {FloodView} view
   * @param {Layers} layers
   * @param {Pressed} pressed
   */
  constructor({ id }, layers, pressed) {
    const numbersId = `flood-${id}`;
    this.#numbers.id = numbersId;
    this.#choices = new MuteChoices(
      layers,
      (length, by, button) => pressed(id, { press: "mute", length }, by, button),
      numbersId,
    );
    const mute = new Button("Mute…", "plain", () => this.#choices.toggle(mute.root)).unguarded();
    mute.root.setAttribute("aria-expanded", "false");
    const dismiss = new Button("Dismiss", "plain", (by, button) =>
      pressed(id, { press: "dismiss" }, by, button),
    );
    for (const { root } of [mute, dismiss]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", numbersId);
    }
    this.root = el(
      "li",
      { class: "flood" },
      icon("refused"),
      el("div", { class: "flood-text" }, this.#numbers, this.#asker, this.#said),
      el("div", { class: "flood-buttons" }, mute.root, dismiss.root),
      this.#choices.root,
    );
  }

  /** @param {FloodView} view */
  show({ asker, server, asked, refused, seconds }) {
    const shown = JSON.stringify([asker, server, asked, refused, seconds]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const times = asked === 1 ? "once" : `${asked} times`;
    this.#numbers.replaceChildren(
      quoted(server),
      ` asked ${times} in ${unbroken(took(seconds * 1000))}, ${refused} refused`,
    );
    this.#asker.replaceChildren(said(asker));
  }

  /** @param {string} text what came of a press */
  say(text) {
    this.#said.replaceChildren(text);
  }

  /** Called when it leaves the page. */
  left() {
    this.#choices.close();
  }
}

/**
 * @param {string} text that stays on one line
 * @returns {string}
 */
function unbroken(text) {
  return text.replaceAll(" ", "\u00a0");
}
