// The durations behind "Mute…". Choosing one takes a second press, so that one mistaken key mutes
// no one.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { MuteFor } from "./generated/MuteFor" */
/** @import { Layers } from "./layers.js" */

/** @typedef {(length: MuteFor, by: InputDevice, button: Button) => void} MuteHandler */

/** @type {{ label: string, length: MuteFor }[]} */
const LENGTHS = [
  { label: "For an hour", length: "hour" },
  { label: "For a day", length: "day" },
  { label: "Until I unmute it", length: "always" },
];

const EXPLANATION =
  "While muted, its questions are rejected automatically. It is told “muted”, not “declined”.";

export class MuteChoices {
  #close = () => this.close();
  /** @type {HTMLElement | null} */
  #opener = null;
  #layers;

  /**
   * @param {Layers} layers
   * @param {MuteHandler} onMute
   * @param {string} [describedBy] id of the element that names the asker
   */
  constructor(layers, onMute, describedBy) {
    this.#layers = layers;
    const buttons = LENGTHS.map(({ label, length }) => {
      const button = new Button(label, "plain", (by) => onMute(length, by, button));
      button.root.classList.add("small");
      if (describedBy !== undefined) button.root.setAttribute("aria-describedby", describedBy);
      return button.root;
    });
    this.root = el(
      "div",
      { class: "mute-choices", role: "group", "aria-label": "Mute this server", hidden: true },
      el("p", { class: "mute-explanation" }, el("strong", {}, "Mute this server. "), EXPLANATION),
      el("div", { class: "mute-durations" }, ...buttons),
    );
  }

  /** @param {HTMLElement} opener gets the focus back on close */
  open(opener) {
    if (!this.root.hidden) return;
    this.#opener = opener;
    this.#setOpen(true);
    this.#layers.add(this.#close);
    this.root.querySelector("button")?.focus();
  }

  close() {
    if (this.root.hidden) return;
    const hadFocus = this.root.contains(document.activeElement);
    this.#setOpen(false);
    this.#layers.remove(this.#close);
    if (hadFocus) this.#opener?.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} opener */
  toggle(opener) {
    if (this.root.hidden) this.open(opener);
    else this.close();
  }

  /** @param {boolean} open */
  #setOpen(open) {
    this.root.hidden = !open;
    this.#opener?.setAttribute("aria-expanded", String(open));
  }
}
