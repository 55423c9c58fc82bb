// One line of text. Rust validates it, so the input type is always text and `mode` only selects the
// on-screen keyboard.

import { el } from "../dom.js";
import { icon } from "../icon.js";

/** @import { Control, TextContext } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

/**
 * @param {TextContext} context
 * @param {Input} input
 * @param {"text" | "email" | "url" | "numeric" | "decimal"} mode
 * @returns {Control}
 */
export function textLine(context, input, mode) {
  const box = textInput(context, textFrom(input), mode);
  box.addEventListener("input", () => context.changed(toTextInput(box.value), "typing"));
  const root = el("div", { class: `line line-${mode}` }, box);
  const maskToggle = new MaskToggle(box, root);
  return {
    root,
    ariaTarget: box,
    focusTarget: () => box,
    isGroup: false,
    mask: (on) => maskToggle.set(on),
  };
}

/**
 * @param {TextContext} context
 * @param {string} text
 * @param {string} mode
 * @returns {HTMLInputElement}
 */
export function textInput({ id, required }, text, mode) {
  const box = el("input", {
    id,
    type: "text",
    class: "box",
    dir: mode === "text" ? "auto" : "ltr",
    inputmode: mode,
    autocomplete: "off",
    autocapitalize: mode === "text" ? null : "off",
    spellcheck: mode === "text" ? null : "false",
    "aria-required": String(required),
  });
  box.value = text;
  return box;
}

/**
 * @param {Input} input
 * @returns {string}
 */
export function textFrom(input) {
  return input.kind === "text" ? input.text : "";
}

/**
 * @param {string} text
 * @returns {Input}
 */
export function toTextInput(text) {
  return text === "" ? { kind: "empty" } : { kind: "text", text };
}

/** Masks typed text, with a button to show it. */
class MaskToggle {
  #button = el("button", { type: "button", class: "box-button mask-toggle", hidden: true });
  #isOn = false;
  #composing = false;
  #box;
  #root;

  /**
   * @param {HTMLInputElement} box
   * @param {HTMLElement} root
   */
  constructor(box, root) {
    this.#box = box;
    this.#root = root;
    root.append(this.#button);
    box.addEventListener("compositionstart", () => {
      this.#composing = true;
    });
    box.addEventListener("compositionend", () => {
      this.#composing = false;
    });
    this.#button.addEventListener("click", () => this.#setHidden(box.type === "text"));
  }

  /** @param {boolean} on */
  set(on) {
    if (on === this.#isOn) return;
    this.#isOn = on;
    this.#button.hidden = !on;
    this.#root.classList.toggle("maskable", on);
    this.#setHidden(on);
  }

  /**
   * Restores the caret, which a change of type resets. Waits for the end of a composition, which it
   * would break.
   *
   * @param {boolean} hide
   */
  #setHidden(hide) {
    const box = this.#box;
    if (this.#composing) {
      box.addEventListener("compositionend", () => this.#setHidden(this.#isOn), { once: true });
      return;
    }
    const { selectionStart, selectionEnd, selectionDirection } = box;
    box.type = hide ? "password" : "text";
    if (document.activeElement === box) {
      box.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
    }
    this.#button.replaceChildren(
      icon(hide ? "eye" : "eyeCrossed"),
      el("span", {}, hide ? "Show" : "Hide"),
    );
  }
}
