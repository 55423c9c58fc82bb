// One of many options: a text box that filters a list. Rows are created in batches while scrolling,
// so that a thousand options stay fast.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { isComposing } from "../keyboard.js";
import { expandableOptionText, isCut, matcher, optionText } from "./option.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */
/** @import { OptionView } from "../generated/OptionView" */

const PAGE_STEP = 8;
const BATCH = 50;
const LOAD_MORE_DISTANCE_PX = 400;
const ANNOUNCE_DELAY_MS = 500;

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {OptionView[]} options
 * @returns {Control}
 */
export function searchControl(context, input, options) {
  const box = new SearchBox(context, input.kind === "choice" ? input.index : null, options);
  return {
    root: box.root,
    ariaTarget: box.box,
    focusTarget: () => box.box,
    isGroup: false,
    localProblem: () => box.localProblem,
  };
}

class SearchBox {
  /** @type {string | null} */
  localProblem = null;
  /** Indices of the matching options. @type {number[]} */
  #matching = [];
  /** The rows created so far, in the order of `#matching`. @type {HTMLElement[]} */
  #rows = [];
  /** Index of the highlighted option in `#matching`, or -1. */
  #active = -1;
  #isOpen = false;
  #countTimer = 0;
  #close = () => this.#hide();
  #detail = el("p", { class: "option-text chosen-option" });
  #noMatch = el("p", { class: "no-match", hidden: true }, "No option matches");
  #context;
  #chosen;
  #options;
  /** Created when the list opens. @type {((words: string) => boolean)[] | null} */
  #matchers = null;
  #list;
  #popup;

  /**
   * @param {ControlContext} context
   * @param {number | null} chosen
   * @param {OptionView[]} options
   */
  constructor(context, chosen, options) {
    this.#context = context;
    this.#chosen = chosen;
    this.#options = options;
    const listId = `${context.id}-list`;
    this.box = el("input", {
      id: context.id,
      type: "text",
      class: "box",
      role: "combobox",
      placeholder: `Search ${options.length} options`,
      dir: "auto",
      autocomplete: "off",
      spellcheck: "false",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": listId,
      "aria-required": String(context.required),
    });
    this.#list = el("div", { id: listId, role: "listbox", "aria-labelledby": context.titleId });
    this.#popup = el(
      "div",
      { class: "popup search-popup", hidden: true },
      this.#list,
      this.#noMatch,
    );
    this.root = el(
      "div",
      { class: "search" },
      el("div", { class: "select" }, this.box, icon("chevron")),
      this.#popup,
      this.#detail,
    );
    this.#showChosen();
    this.#listen();
  }

  #listen() {
    this.box.addEventListener("input", () => this.#onInput());
    this.box.addEventListener("mousedown", () => this.#open(""));
    this.box.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.box.addEventListener("blur", () => this.#hide());
    // A mouse press in the list must not take the focus from the box.
    this.#popup.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const { target } = event;
      const position = this.#rows.findIndex(
        (row) => target instanceof Node && row.contains(target),
      );
      this.#choose(this.#matching[position] ?? -1);
    });
    this.#list.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight } = this.#list;
      if (scrollTop + clientHeight > scrollHeight - LOAD_MORE_DISTANCE_PX) this.#addBatch();
    });
  }

  #onInput() {
    this.#open(this.box.value);
    if (this.#matching.length > 0 && this.box.value !== "") this.#highlight(0);
    this.#setChosen(null);
    clearTimeout(this.#countTimer);
    this.#countTimer = setTimeout(
      () => this.#context.announce(`${this.#matching.length} of ${this.#options.length} match`),
      ANNOUNCE_DELAY_MS,
    );
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_STEP, PageUp: -PAGE_STEP };
    if (event.key in steps) {
      event.preventDefault();
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (this.#isOpen) this.#moveHighlight(step);
      else this.#open("");
    } else if (event.key === "Enter" && this.#isOpen && this.#active >= 0) {
      event.preventDefault();
      this.#choose(this.#matching[this.#active] ?? -1);
    }
  }

  /** @param {string} query */
  #open(query) {
    this.#matchers ??= this.#options.map(matcher);
    this.#matching = this.#matchers.flatMap((matches, index) => (matches(query) ? [index] : []));
    this.#noMatch.hidden = this.#matching.length > 0;
    this.#rows = [];
    this.#active = -1;
    this.#list.replaceChildren();
    this.#addBatch();
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#popup.hidden = false;
      this.box.setAttribute("aria-expanded", "true");
      this.#context.layers.add(this.#close);
      this.#popup.scrollIntoView({ block: "nearest" });
      this.box.scrollIntoView({ block: "nearest" });
    }
    this.#highlight(this.#chosen === null ? -1 : this.#matching.indexOf(this.#chosen));
  }

  #hide() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#countTimer);
    this.#popup.hidden = true;
    this.box.setAttribute("aria-expanded", "false");
    this.#highlight(-1);
    this.#context.layers.remove(this.#close);
    this.#matchTypedText();
  }

  #addBatch() {
    const from = this.#rows.length;
    const batch = this.#matching
      .slice(from, from + BATCH)
      .map((index, offset) => this.#row(index, from + offset));
    this.#rows.push(...batch);
    this.#list.append(...batch);
  }

  /**
   * @param {number} index
   * @param {number} position in `#matching`
   * @returns {HTMLElement}
   */
  #row(index, position) {
    const option = this.#options[index];
    return el(
      "div",
      {
        id: `${this.#context.id}-${index}`,
        role: "option",
        class: "option-text",
        "aria-selected": "false",
        "aria-posinset": position + 1,
        "aria-setsize": this.#matching.length,
      },
      ...(option ? optionText(option) : []),
    );
  }

  /** @param {number} step */
  #moveHighlight(step) {
    const last = this.#matching.length - 1;
    if (last < 0) return;
    this.#highlight(Math.max(0, Math.min(last, this.#active + step)));
  }

  /** @param {number} active */
  #highlight(active) {
    this.#rows[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = active;
    while (active >= this.#rows.length) this.#addBatch();
    const row = this.#rows[active];
    if (row) {
      row.setAttribute("aria-selected", "true");
      row.scrollIntoView({ block: "nearest" });
      this.box.setAttribute("aria-activedescendant", row.id);
    } else {
      this.box.removeAttribute("aria-activedescendant");
    }
  }

  /** @param {number} index */
  #choose(index) {
    const option = this.#options[index];
    if (!option) return;
    this.box.value = option.title;
    this.#setChosen(index);
    this.#hide();
  }

  /** Chooses the option whose title was typed, or reports a local problem. */
  #matchTypedText() {
    const typed = this.box.value.trim().toLowerCase();
    if (this.#chosen !== null || typed === "") return;
    const matches = this.#options.flatMap(({ title }, index) =>
      title.toLowerCase() === typed ? [index] : [],
    );
    if (matches.length === 1 && matches[0] !== undefined) this.#choose(matches[0]);
    else this.#setChosen(null);
  }

  /** @param {number | null} index */
  #setChosen(index) {
    this.localProblem =
      index === null && this.box.value.trim() !== "" && !this.#isOpen
        ? "Choose an option from the list, or clear the field"
        : null;
    this.#context.localProblemChanged();
    if (index === this.#chosen) return;
    this.#chosen = index;
    this.#showChosen();
    this.#context.changed(index === null ? { kind: "empty" } : { kind: "choice", index }, "chosen");
  }

  /** Shows the title in the box and the rest below it; a long title is there too. */
  #showChosen() {
    const option = this.#chosen === null ? null : this.#options[this.#chosen];
    if (option) this.box.value = option.title;
    this.#detail.replaceChildren(...(option ? optionDetail(option) : []));
  }
}

/**
 * @param {OptionView} option
 * @returns {HTMLElement[]}
 */
function optionDetail(option) {
  return isCut(option) ? expandableOptionText(option) : optionText(option).slice(1);
}
