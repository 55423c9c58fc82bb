// The card at the top, drawn by Doorbell: who asks.

import { Acquaintance } from "./acquaintance.js";
import { agentOf } from "./agent.js";
import { Deadline } from "./deadline.js";
import { el, quoted, said } from "./dom.js";
import { evidence } from "./evidence.js";
import { icon } from "./icon.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { PlaceView } from "./generated/PlaceView" */
/** @import { QuestionView } from "./generated/QuestionView" */
/** @import { Layers } from "./layers.js" */

export class AskerCard {
  #agent = el("h1", { class: "asker-agent" });
  #through = el("p", { class: "asker-through" });
  #place = el("p", { class: "asker-place" });
  #deadline = new Deadline();
  #acquaintance = new Acquaintance();
  #details = el("details", { class: "asker-details" });
  #evidence = el("div", { class: "evidence" });
  /** The asker whose details stand in the card, to leave them alone while they stay the same. */
  #shown = "";

  /** @param {Layers} layers */
  constructor(layers) {
    this.#details.append(
      el("summary", {}, icon("chevron"), el("span", {}, "Who is this?")),
      this.#evidence,
    );
    const close = () => {
      this.#details.open = false;
    };
    this.#details.addEventListener("toggle", () => {
      if (this.#details.open) layers.opened(close);
      else layers.closed(close);
    });
    this.root = el(
      "header",
      { class: "asker" },
      el("div", { class: "asker-mark" }, icon("bell")),
      el(
        "div",
        { class: "asker-lines" },
        this.#agent,
        this.#through,
        this.#acquaintance.changed,
        this.#deadline.root,
      ),
      this.#place,
      this.#acquaintance.known,
      this.#details,
    );
  }

  /** @param {QuestionView} question */
  update({ asker, place, state }) {
    this.#showPlace(place);
    this.#deadline.show(asker, state);
    const shown = JSON.stringify(asker);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#agent.replaceChildren(agentOf(asker), ...beside(asker));
    this.#through.replaceChildren(...through(asker));
    this.#acquaintance.show(asker);
    this.#evidence.replaceChildren(...evidence(asker));
  }

  stop() {
    this.#deadline.stop();
  }

  /** @param {PlaceView} place */
  #showPlace(place) {
    this.#place.hidden = place.of < 2;
    this.#place.replaceChildren(`${place.position} of ${place.of}`);
  }
}

/**
 * " · shop": the project beside the agent.
 *
 * @param {AskerView} asker
 * @returns {(Node | string)[]}
 */
function beside({ project }) {
  if (project === null) return [];
  return [" · ", el("span", { class: "asker-project" }, said(project))];
}

/**
 * "asks through “acme”, tool “deploy”": names the program chose, so in quotation marks.
 *
 * @param {AskerView} asker
 * @returns {(Node | string)[]}
 */
function through({ claimed, name }) {
  const words = claimed.server === null ? ["asks directly"] : ["asks through ", quoted(name)];
  if (claimed.tool !== null) words.push(", tool ", quoted(claimed.tool));
  return words;
}
