// What is looked for in history: words, and one server, agent or outcome.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { OUTCOMES } from "./outcome.js";

/** @import { HistoryView } from "../generated/HistoryView" */
/** @import { HistoryWanted } from "../generated/HistoryWanted" */

const TYPING_PAUSE_MS = 150;
/** The system's menus grow as wide as their longest name. */
const LONGEST_NAME = 48;

export class Filters {
  #search = el("input", {
    type: "search",
    class: "box",
    placeholder: "Search history",
    "aria-label": "Search history",
    "aria-keyshortcuts": "Control+F",
    title: "Ctrl+F",
    autocomplete: "off",
    spellcheck: "false",
    dir: "auto",
  });
  #server = menu("Server", "Any server");
  #agent = menu("Agent", "Any agent");
  #outcome = menu("Outcome", "Any outcome");
  #timer = 0;
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    fill(
      this.#outcome,
      Object.entries(OUTCOMES).map(([value, { words }]) => ({ value, words })),
    );
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(changed, TYPING_PAUSE_MS);
    });
    for (const select of this.#menus) select.addEventListener("change", changed);
    this.root = el(
      "div",
      { class: "filters", role: "search" },
      el("div", { class: "filter-words" }, icon("search"), this.#search),
      ...this.#menus.map((select) => el("div", { class: "select" }, select, icon("chevron"))),
    );
  }

  get areSet() {
    return this.#search.value.trim() !== "" || this.#menus.some((select) => select.value !== "");
  }

  /**
   * @param {number | null} before
   * @returns {HistoryWanted}
   */
  wanted(before) {
    return {
      text: this.#search.value.trim(),
      server: this.#server.value || null,
      agent: this.#agent.value || null,
      outcome: this.#outcome.value || null,
      before,
    };
  }

  /**
   * Offers the servers and agents that history knows.
   *
   * @param {HistoryView} view
   */
  offer({ servers, agents }) {
    fill(this.#server, servers.map(named));
    fill(this.#agent, agents.map(named));
  }

  focus() {
    this.#search.focus();
    this.#search.select();
  }

  clear() {
    this.#search.value = "";
    for (const select of this.#menus) select.value = "";
    clearTimeout(this.#timer);
    this.#changed();
  }

  /** @returns {boolean} whether there were words to clear */
  clearWords() {
    if (this.#search.value === "") return false;
    this.#search.value = "";
    clearTimeout(this.#timer);
    this.#changed();
    return true;
  }

  get #menus() {
    return [this.#server, this.#agent, this.#outcome];
  }
}

/**
 * @param {string} name
 * @param {string} all
 * @returns {HTMLSelectElement}
 */
function menu(name, all) {
  return el("select", { class: "box", "aria-label": name }, el("option", { value: "" }, all));
}

/** @typedef {{ value: string, words: string }} Option */

/**
 * @param {HTMLSelectElement} select
 * @param {Option[]} options the chosen one stays, even if it is not among them
 */
function fill(select, options) {
  const chosen = select.value;
  const isThere = chosen === "" || options.some(({ value }) => value === chosen);
  const wanted = isThere ? options : [...options, named(chosen)];
  const there = [...select.options].slice(1).map(({ value }) => value);
  if (wanted.map(({ value }) => value).join("\0") === there.join("\0")) return;
  const all = select.options[0];
  select.replaceChildren(
    ...(all ? [all] : []),
    ...wanted.map(({ value, words }) => el("option", { value }, words)),
  );
  select.value = chosen;
}

/**
 * @param {string} name
 * @returns {Option}
 */
function named(name) {
  const letters = [...name];
  const isLong = letters.length > LONGEST_NAME;
  return { value: name, words: isLong ? `${letters.slice(0, LONGEST_NAME).join("")}…` : name };
}
