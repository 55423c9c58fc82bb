// A list of free texts, one row each. Empty rows are ignored.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { isComposing } from "../keyboard.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

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
  #list = el("div", { class: "rows" });
  #add = el("button", { type: "button", class: "button plain small" }, icon("plus"), "Add another");
  #context;

  /**
   * @param {ControlContext} context
   * @param {string[]} items
   */
  constructor(context, items) {
    this.#context = context;
    this.#add.addEventListener("click", () => this.#insert(this.#rows.length, "").box.focus());
    for (const item of items.length > 0 ? items : [""]) this.#insert(this.#rows.length, item);
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

  /**
   * @param {number} at
   * @param {string} text
   * @returns {Row}
   */
  #insert(at, text) {
    const box = el("input", { type: "text", class: "box", dir: "auto", autocomplete: "off" });
    box.value = text;
    const remove = el("button", { type: "button", class: "icon-button" }, icon("remove"));
    const row = { root: el("div", { class: "row" }, box, remove), box, remove };
    box.addEventListener("input", () => this.#reportChange("typing"));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || isComposing(event) || event.repeat || box.readOnly) return;
      this.#insert(this.#rows.indexOf(row) + 1, "").box.focus();
    });
    remove.addEventListener("click", () => this.#remove(row));
    this.#list.insertBefore(row.root, this.#rows[at]?.root ?? null);
    this.#rows.splice(at, 0, row);
    this.#labelRows();
    return row;
  }

  /** @param {Row} row */
  #remove(row) {
    const at = this.#rows.indexOf(row);
    const next = this.#rows[at + 1] ?? this.#rows[at - 1];
    (next?.box ?? this.#add).focus();
    row.root.remove();
    this.#rows.splice(at, 1);
    this.#labelRows();
    this.#reportChange("chosen");
    this.#context.announce("Removed");
  }

  #labelRows() {
    this.#rows.forEach(({ box, remove }, index) => {
      const name = `${this.#context.title} ${index + 1}`;
      box.setAttribute("aria-label", name);
      remove.setAttribute("aria-label", `Remove ${name}`);
    });
  }

  /** @param {"typing" | "chosen"} pace */
  #reportChange(pace) {
    const items = this.#rows.map(({ box }) => box.value).filter((text) => text !== "");
    this.#context.changed({ kind: "list", items }, pace);
  }
}
