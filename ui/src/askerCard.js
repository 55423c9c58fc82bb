// The card at the top of a question: who asks.

import { agentName } from "./agentName.js";
import { Deadline } from "./deadline.js";
import { el, isolate, quoted } from "./dom.js";
import { evidence } from "./evidence.js";
import { FamiliarityNote } from "./familiarityNote.js";
import { icon } from "./icon.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { QueuePositionView } from "./generated/QueuePositionView" */
/** @import { QuestionView } from "./generated/QuestionView" */
/** @import { Layers } from "./layers.js" */

export class AskerCard {
  #agent = el("h1", { class: "asker-agent" });
  #server = el("p", { class: "asker-server" });
  #position = el("p", { class: "asker-position" });
  #deadline = new Deadline();
  #familiarity = new FamiliarityNote();
  #details = el("details", { class: "asker-details" });
  #evidence = el("div", { class: "evidence" });
  /** The rendered asker as JSON, to skip unchanged updates. */
  #renderedAsker = "";

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
      if (this.#details.open) layers.add(close);
      else layers.remove(close);
    });
    this.root = el(
      "header",
      { class: "asker" },
      el("div", { class: "asker-icon" }, icon("bell")),
      el(
        "div",
        { class: "asker-lines" },
        this.#agent,
        this.#server,
        this.#familiarity.takenOver,
        this.#familiarity.changed,
        this.#deadline.root,
      ),
      this.#position,
      this.#familiarity.known,
      this.#details,
    );
  }

  /** @param {QuestionView} question */
  update({ asker, place, state }) {
    this.#showPosition(place);
    this.#deadline.show(asker, state);
    const json = JSON.stringify(asker);
    if (json === this.#renderedAsker) return;
    this.#renderedAsker = json;
    this.#agent.replaceChildren(agentName(asker), ...projectSuffix(asker));
    this.#server.replaceChildren(...serverText(asker));
    this.#familiarity.show(asker);
    this.#evidence.replaceChildren(...evidence(asker));
  }

  unmounted() {
    this.#deadline.unmounted();
  }

  /** @param {QueuePositionView} place */
  #showPosition(place) {
    this.#position.replaceChildren(place.of < 2 ? "" : `${place.position} of ${place.of}`);
  }
}

/**
 * " · shop"
 *
 * @param {AskerView} asker
 * @returns {(Node | string)[]}
 */
function projectSuffix({ project }) {
  if (project === null) return [];
  return [" · ", el("span", { class: "asker-project" }, isolate(project))];
}

/**
 * "asks through “acme”, tool “deploy”". The program chose these names, so they are quoted.
 *
 * @param {AskerView} asker
 * @returns {(Node | string)[]}
 */
function serverText({ claimed, name }) {
  const parts = claimed.server === null ? ["asks directly"] : ["asks through ", quoted(name)];
  if (claimed.tool !== null) parts.push(", tool ", quoted(claimed.tool));
  return parts;
}
