// One line of text. What it means is Rust's to say, so the input is always a text input and the
// kind only chooses an on-screen keyboard.

import { el } from "../dom.js";
import { icon } from "../icon.js";

/** @import { Control, Wiring } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

/**
 * @param {Wiring} wiring
 * @param {Input} input
 * @param {"text" | "email" | "url" | "numeric" | "decimal"} mode
 * @returns {Control}
 */
export function line(wiring, input, mode) {
  const box = lineBox(wiring, textOf(input), mode);
  box.addEventListener("input", () => wiring.changed(asText(box.value), "typing"));
  const root = el("div", { class: `line line-${mode}` }, box);
  const veil = new Veil(box, root);
  return {
    root,
    carrier: box,
    target: () => box,
    isGroup: false,
    mask: (on) => veil.set(on),
  };
}

/**
 * @param {Wiring} wiring
 * @param {string} text
 * @param {string} mode
 * @returns {HTMLInputElement}
 */
export function lineBox({ id, required }, text, mode) {
  const box = el("input", {
    id,
    type: "text",
    class: "box",
    dir: mode === "text" ? "auto" : null,
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
export function textOf(input) {
  return input.kind === "text" ? input.text : "";
}

/**
 * @param {string} text
 * @returns {Input}
 */
export function asText(text) {
  return text === "" ? { kind: "empty" } : { kind: "text", text };
}

/** Masks what is typed, and shows it when asked to. */
class Veil {
  #toggle = el("button", { type: "button", class: "inside veil", hidden: true });
  #on = false;
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
    root.append(this.#toggle);
    box.addEventListener("compositionstart", () => {
      this.#composing = true;
    });
    box.addEventListener("compositionend", () => {
      this.#composing = false;
    });
    this.#toggle.addEventListener("click", () => this.#hide(box.type === "text"));
  }

  /** @param {boolean} on */
  set(on) {
    if (on === this.#on) return;
    this.#on = on;
    this.#toggle.hidden = !on;
    this.#root.classList.toggle("veiled", on);
    this.#hide(on);
  }

  /**
   * Changing the type forgets the caret, so it is put back, and breaks a composition, so it waits
   * for its end.
   *
   * @param {boolean} hide
   */
  #hide(hide) {
    const box = this.#box;
    if (this.#composing) {
      box.addEventListener("compositionend", () => this.#hide(this.#on), { once: true });
      return;
    }
    const { selectionStart, selectionEnd, selectionDirection } = box;
    box.type = hide ? "password" : "text";
    if (document.activeElement === box) {
      box.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
    }
    this.#toggle.replaceChildren(
      icon(hide ? "seen" : "hidden"),
      el("span", {}, hide ? "Show" : "Hide"),
    );
  }
}
