// A list of free texts, one row each. Empty rows are ignored. Only the first rows of a long list are
// there at once.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { whenIdle } from "../idleWork.js";
import { isComposing } from "../keyboard.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

const BATCH = 20;

/** @typedef {{ root: HTMLElement, box: HTMLInputElement, remove: HTMLButtonElement }} Row */

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @returns {Control}
 */
export function listEditor(context, input) {
  const editor = new ListEditor(context, input.kind === "list" ? input.items : []);
  return {
    root: editor.root,
    ariaTarget: editor.root,
    focusTarget: () => editor.firstBox,
    isGroup: true,
    mask: (on) => editor.root.classList.toggle("masked-rows", on),
  };
}

class ListEditor {
  /** @type {Row[]} */
  #rows = [];
  /** Items without a row, which come after all rows. @type {string[]} */
  #rest;
  #list = el("div", { class: "rows" });
  #add = el("button", { type: "button", class: "button plain small" }, icon("plus"), "Add another");
  #context;

  /**
   * @param {ControlContext} context
   * @param {string[]} items
   */
  constructor(context, items) {
    this.#context = context;
    this.#add.addEventListener("click", () => {
      this.#addAllRows();
      this.#insert(this.#rows.length);
    });
    this.#rest = items.length > 0 ? [...items] : [""];
    this.#addBatch();
    whenIdle(() => this.root.isConnected && this.#addBatch());
    this.root = el(
      "div",
      { id: context.id, role: "group", class: "list-editor", "aria-labelledby": context.titleId },
      this.#list,
      this.#add,
    );
  }

  get firstBox() {
    return this.#rows[0]?.box ?? this.#add;
  }

  /** @returns {boolean} whether rows are missing */
  #addBatch() {
    const from = this.#rows.length;
    for (const item of this.#rest.splice(0, BATCH)) this.#addRow(this.#rows.length, item);
    this.#labelRows(from);
    return this.#rest.length > 0;
  }

  /** A change concerns the whole list. */
  #addAllRows() {
    while (this.#addBatch());
  }

  /** @param {number} at */
  #insert(at) {
    const row = this.#addRow(at, "");
    this.#labelRows(at);
    row.box.focus();
  }

  /**
   * @param {number} at
   * @param {string} text
   * @returns {Row}
   */
  #addRow(at, text) {
    const box = el("input", { type: "text", class: "box", dir: "auto", autocomplete: "off" });
    box.value = text;
    const remove = el("button", { type: "button", class: "icon-button" }, icon("remove"));
    const row = { root: el("div", { class: "row" }, box, remove), box, remove };
    box.addEventListener("input", () => this.#reportChange("typing"));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || isComposing(event) || event.repeat || box.readOnly) return;
      this.#insert(this.#rows.indexOf(row) + 1);
    });
    remove.addEventListener("click", () => this.#remove(row));
    this.#list.insertBefore(row.root, this.#rows[at]?.root ?? null);
    this.#rows.splice(at, 0, row);
    return row;
  }

  /** @param {Row} row */
  #remove(row) {
    const at = this.#rows.indexOf(row);
    const next = this.#rows[at + 1] ?? this.#rows[at - 1];
    (next?.box ?? this.#add).focus();
    row.root.remove();
    this.#rows.splice(at, 1);
    this.#labelRows(at);
    this.#reportChange("chosen");
    this.#context.announce("Removed");
  }

  /** @param {number} from the first row that is new or has moved */
  #labelRows(from) {
    this.#rows.slice(from).forEach(({ box, remove }, index) => {
      const name = `${this.#context.title} ${from + index + 1}`;
      box.setAttribute("aria-label", name);
      remove.setAttribute("aria-label", `Remove ${name}`);
    });
  }

  /** @param {"typing" | "chosen"} pace */
  #reportChange(pace) {
    this.#addAllRows();
    const items = this.#rows.map(({ box }) => box.value).filter((text) => text !== "");
    this.#context.changed({ kind: "list", items }, pace);
  }
}
