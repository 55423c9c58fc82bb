// The card at the top of a question: who asks.

import { Deadline } from "./deadline.js";
import { el, isolate } from "./dom.js";
import { evidence } from "./evidence.js";
import { FamiliarityNote } from "./familiarityNote.js";
import { icon } from "./icon.js";

/** @import { AskerView } from "./generated/AskerView" */
/** @import { NameSource } from "./generated/NameSource" */
/** @import { QuestionView } from "./generated/QuestionView" */
/** @import { Layers } from "./layers.js" */

export class AskerCard {
  #agent = el("h1", { class: "asker-agent" });
  #folder = el("p", { class: "asker-folder" });
  #via = el("p", { class: "asker-via" });
  #waiting = el("p", { class: "asker-waiting" });
  #deadline = new Deadline();
  #familiarity = new FamiliarityNote();
  #details = el("details", { class: "asker-details" });
  #evidence = el("div", { class: "evidence" });
  /** The rendered asker as JSON, to skip unchanged updates. */
  #renderedAsker = "";

  /** @param {Layers} layers */
  constructor(layers) {
    this.#details.append(
      el("summary", {}, icon("chevron"), el("span", {}, "Details")),
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
        this.#folder,
        this.#via,
        this.#familiarity.takenOver,
        this.#familiarity.changed,
        this.#deadline.root,
      ),
      this.#waiting,
      this.#familiarity.known,
      this.#details,
    );
  }

  /** @param {QuestionView} question */
  update({ asker, waiting, state }) {
    this.#waiting.replaceChildren(waiting > 0 ? `${waiting} more waiting` : "");
    this.#deadline.show(state);
    const json = JSON.stringify(asker);
    if (json === this.#renderedAsker) return;
    this.#renderedAsker = json;
    this.#showNames(asker);
    this.#familiarity.show(asker);
    this.#evidence.replaceChildren(...evidence(asker));
  }

  unmounted() {
    this.#deadline.unmounted();
  }

  /**
   * "Claude Code · shop", then "via acme · deploy". One badge marks what the program only claims: the
   * agent's name, else the server's.
   *
   * @param {AskerView} asker
   */
  #showNames({ agent, agentSource, project, via }) {
    const isClaimed = agentSource.source === "claimed";
    this.#agent.replaceChildren(
      el("span", { class: "asker-name" }, ...agentName(agent, agentSource), ...suffix(project)),
      ...(isClaimed ? [unverifiedBadge()] : []),
    );
    const folder = agentSource.source === "program" ? ["in ", isolate(agentSource.folder)] : [];
    this.#folder.replaceChildren(...folder);
    const names = via.flatMap((name, index) => [index === 0 ? "via " : " · ", isolate(name)]);
    this.#via.replaceChildren(
      ...(names.length === 0 ? [] : [el("span", { class: "asker-name" }, ...names)]),
      ...(names.length === 0 || isClaimed ? [] : [unverifiedBadge()]),
    );
  }
}

/**
 * The name of a program that Doorbell does not know is quoted: it may be called like an agent.
 *
 * @param {string} agent
 * @param {NameSource} agentSource
 * @returns {(Node | string)[]}
 */
function agentName(agent, { source }) {
  switch (source) {
    case "installed":
    case "startedFrom":
    case "process":
    case "claimed":
      return [isolate(agent)];
    case "program":
      return ["A program called “", isolate(agent), "”"];
    case "changed":
      return ["An unknown program"];
  }
}

/**
 * " · shop"
 *
 * @param {string | null} project
 * @returns {(Node | string)[]}
 */
function suffix(project) {
  if (project === null) return [];
  return [" · ", el("span", { class: "asker-project" }, isolate(project))];
}

/** @returns {HTMLElement} */
function unverifiedBadge() {
  return el("span", { class: "badge" }, "unverified");
}
