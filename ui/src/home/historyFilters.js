// The search text and filters of the History page.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { OUTCOMES } from "./outcomeLabel.js";

/** @import { HistoryView } from "../generated/HistoryView" */
/** @import { HistoryQuery } from "../generated/HistoryQuery" */

const TYPING_PAUSE_MS = 150;
/** Native menus grow as wide as their longest option. */
const MAX_NAME_LENGTH = 48;

export class HistoryFilters {
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
  #onChange;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    setMenuOptions(
      this.#outcome,
      Object.entries(OUTCOMES).map(([value, { text }]) => ({ value, text })),
    );
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(onChange, TYPING_PAUSE_MS);
    });
    for (const select of this.#menus) select.addEventListener("change", onChange);
    this.root = el(
      "div",
      { class: "filters", role: "search" },
      el("div", { class: "filter-search" }, icon("search"), this.#search),
      ...this.#menus.map((select) => el("div", { class: "select" }, select, icon("chevron"))),
    );
  }

  get isActive() {
    return this.#search.value.trim() !== "" || this.#menus.some((select) => select.value !== "");
  }

  /**
   * @param {number | null} before
   * @returns {HistoryQuery}
   */
  query(before) {
    return {
      text: this.#search.value.trim(),
      server: this.#server.value || null,
      agent: this.#agent.value || null,
      outcome: this.#outcome.value || null,
      before,
    };
  }

  /**
   * Offers the servers and agents found in history.
   *
   * @param {HistoryView} view
   */
  setOptions({ servers, agents }) {
    setMenuOptions(this.#server, servers.map(nameOption));
    setMenuOptions(this.#agent, agents.map(nameOption));
  }

  focus() {
    this.#search.focus();
    this.#search.select();
  }

  clear() {
    this.#search.value = "";
    for (const select of this.#menus) select.value = "";
    clearTimeout(this.#timer);
    this.#onChange();
  }

  /** @returns {boolean} whether there was text to clear */
  clearSearch() {
    if (this.#search.value === "") return false;
    this.#search.value = "";
    clearTimeout(this.#timer);
    this.#onChange();
    return true;
  }

  get #menus() {
    return [this.#server, this.#agent, this.#outcome];
  }
}

/**
 * @param {string} name
 * @param {string} anyLabel
 * @returns {HTMLSelectElement}
 */
function menu(name, anyLabel) {
  return el("select", { class: "box", "aria-label": name }, el("option", { value: "" }, anyLabel));
}

/** @typedef {{ value: string, text: string }} MenuOption */

/**
 * @param {HTMLSelectElement} select
 * @param {MenuOption[]} options the chosen value stays, even if it is missing here
 */
function setMenuOptions(select, options) {
  const chosen = select.value;
  const isOffered = chosen === "" || options.some(({ value }) => value === chosen);
  const newOptions = isOffered ? options : [...options, nameOption(chosen)];
  const oldValues = [...select.options].slice(1).map(({ value }) => value);
  if (newOptions.map(({ value }) => value).join("\0") === oldValues.join("\0")) return;
  const anyOption = select.options[0];
  select.replaceChildren(
    ...(anyOption ? [anyOption] : []),
    ...newOptions.map(({ value, text }) => el("option", { value }, text)),
  );
  select.value = chosen;
}

/**
 * @param {string} name
 * @returns {MenuOption}
 */
function nameOption(name) {
  const letters = [...name];
  const isLong = letters.length > MAX_NAME_LENGTH;
  return { value: name, text: isLong ? `${letters.slice(0, MAX_NAME_LENGTH).join("")}…` : name };
}
