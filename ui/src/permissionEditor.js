// The command or texts of a permission, to change before allowing it.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { paragraph } from "./fields/paragraph.js";
import { leaveOnEscape } from "./textBox.js";

/** @import { PressHandler } from "./deferButtons.js" */
/** @import { EditableTextView } from "./generated/EditableTextView" */
/** @import { Input } from "./generated/Input" */
/** @import { Layers } from "./layers.js" */

/**
 * @typedef {object} EditorHandlers
 * @property {PressHandler} open
 * @property {(index: number, input: Input) => void} edited
 * @property {Layers} layers
 * @property {() => void} leave moves the focus away, after Esc
 */

export class PermissionEditor {
  #handlers;
  #edit;
  #reset;
  #fields = el("div", { class: "permission-texts", hidden: true });
  /** @type {HTMLElement[]} */
  #boxes = [];
  #asked;
  /** True once the person pressed Edit here. */
  #isWanted = false;

  /**
   * @param {EditableTextView[]} texts
   * @param {string} name of what is edited
   * @param {EditorHandlers} handlers
   */
  constructor(texts, name, handlers) {
    this.#handlers = handlers;
    this.#asked = texts.map(({ asked }) => asked);
    this.#edit = new Button(`Edit ${name}`, "plain", (by, button) => {
      this.#isWanted = true;
      handlers.open(by, button);
    }).root;
    this.#reset = new Button("Reset", "plain", () => this.#resetTexts()).alwaysReady().root;
    this.#reset.hidden = true;
    this.root = el(
      "div",
      { class: "permission-editor", hidden: texts.length === 0 },
      this.#edit,
      this.#fields,
      this.#reset,
    );
  }

  /**
   * @param {EditableTextView[]} texts
   * @param {boolean} isOpen
   * @param {boolean} isChanged
   */
  update(texts, isOpen, isChanged) {
    this.#reset.hidden = !isChanged;
    if (!isOpen || this.#boxes.length > 0) return;
    this.#build(texts);
    if (this.#isWanted) this.#boxes[0]?.focus();
  }

  /** @param {EditableTextView[]} texts */
  #build(texts) {
    const { edited, layers, leave } = this.#handlers;
    const rows = texts.map(({ label, text }, index) => {
      const id = `permission-text-${index}`;
      const changed = (/** @type {Input} */ input) => edited(index, input);
      const { root, focusTarget } = paragraph(
        { id, required: false, changed },
        { kind: "text", text },
        "json",
      );
      const box = focusTarget();
      this.#boxes.push(box);
      leaveOnEscape(box, layers, leave);
      return el("div", {}, el("label", { for: id }, label), root);
    });
    this.#fields.append(...rows);
    this.#fields.hidden = false;
    this.#edit.hidden = true;
  }

  #resetTexts() {
    this.#boxes.forEach((box, index) => {
      /** @type {HTMLTextAreaElement} */ (box).value = this.#asked[index] ?? "";
      box.dispatchEvent(new Event("input"));
    });
    this.#boxes[0]?.focus();
  }
}
