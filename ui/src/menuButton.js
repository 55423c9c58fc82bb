// A button that opens a menu above it.

import { el } from "./dom.js";
import { icon } from "./icon.js";

/** @import { Layers } from "./layers.js" */

/** How far each key moves; the ends are far away in both directions. */
const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["Home", -Infinity],
  ["End", Infinity],
]);

export class MenuButton {
  #close = () => this.close();
  #layers;
  #menu;

  /**
   * @param {string} label
   * @param {Layers} layers
   * @param {HTMLElement[]} items buttons, and rules between them
   */
  constructor(label, layers, items) {
    this.#layers = layers;
    // Without `aria-haspopup`: WebKit would call it a combo box.
    this.button = el(
      "button",
      {
        type: "button",
        class: "button quiet",
        "aria-roledescription": "menu button",
        "aria-expanded": "false",
      },
      el("span", { class: "button-label" }, label, icon("chevron")),
    );
    for (const item of items) {
      if (item.tagName !== "BUTTON") continue;
      item.setAttribute("role", "menuitem");
      item.tabIndex = -1;
    }
    this.#menu = el("div", { class: "popup menu", role: "menu", "aria-label": label }, ...items);
    this.#menu.hidden = true;
    this.root = el("div", { class: "menu-button" }, this.button, this.#menu);
    this.button.addEventListener("click", () => (this.#menu.hidden ? this.#open() : this.close()));
    this.button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.#open();
    });
    this.#menu.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      // Without a target only the window lost the focus, or a press hides it.
      if (relatedTarget instanceof Node && !this.root.contains(relatedTarget)) this.close();
    });
  }

  close() {
    if (this.#menu.hidden) return;
    const hadFocus = this.#menu.contains(document.activeElement);
    this.#menu.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.#layers.remove(this.#close);
    if (hadFocus) this.button.focus({ preventScroll: true });
  }

  #open() {
    this.#menu.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.#layers.add(this.#close);
    this.#items[0]?.focus({ preventScroll: true });
  }

  get #items() {
    return [...this.#menu.querySelectorAll("button")];
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    if (event.key === "Tab") {
      // The next stop is that of the button.
      this.close();
      return;
    }
    const step = STEPS.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const items = this.#items;
    const current = event.target instanceof HTMLButtonElement ? items.indexOf(event.target) : 0;
    items[Math.min(items.length - 1, Math.max(0, current + step))]?.focus();
  }
}
