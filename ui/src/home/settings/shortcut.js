// The keys that bring the oldest question to the front: pressed once to be recorded.

import { Button } from "../../button.js";
import { el } from "../../dom.js";
import { changeSetting } from "../backend.js";
import { Setting } from "./setting.js";

/** @import { Home } from "../home.js" */

const MODIFIERS = new Set(["Control", "Alt", "Shift", "Meta", "AltGraph", "CapsLock", "NumLock"]);

/**
 * @param {Home} home
 * @returns {Setting}
 */
export function shortcut(home) {
  const setting = new Setting(
    {
      name: "shortcut",
      title: "Shortcut to the oldest question",
      about: "Works while any window has the keyboard.",
    },
    "beside",
  );
  const recorder = new Recorder(home, setting);
  return setting.holds(
    ({ settings, facts }) => {
      recorder.show(settings.shortcut);
      setting.note(facts.shortcutTrouble);
    },
    recorder.keys,
    recorder.record.root,
    recorder.clear.root,
  );
}

class Recorder {
  keys = el("output", { class: "keys" });
  record = new Button("Record keys", "plain", () => (this.#records ? this.#stop() : this.#start()));
  clear = new Button("Clear", "plain", () => this.#clear());
  /** @type {string | null} */
  #set = null;
  #records = false;
  #stop = () => this.#end();
  #home;
  #setting;

  /**
   * @param {Home} home
   * @param {Setting} setting
   */
  constructor(home, setting) {
    this.#home = home;
    this.#setting = setting;
    for (const { root } of [this.record, this.clear]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", setting.titleId);
    }
    this.keys.setAttribute("aria-labelledby", setting.titleId);
    // The keys of the page do not count meanwhile.
    this.record.root.addEventListener("keydown", (event) => this.#press(event));
    this.record.root.addEventListener("blur", this.#stop);
  }

  /** @param {string | null} set */
  show(set) {
    this.#set = set;
    const hadFocus = this.clear.root === document.activeElement;
    this.clear.root.hidden = set === null;
    if (hadFocus && set === null) this.record.root.focus();
    if (!this.#records) this.#write();
  }

  #write() {
    this.keys.classList.toggle("recording", this.#records);
    this.keys.replaceChildren(this.#records ? "Press the keys…" : (this.#set ?? "Off"));
    this.record.root.setAttribute("aria-pressed", String(this.#records));
  }

  #start() {
    this.#records = true;
    this.#home.layers.add(this.#stop);
    this.#setting.calm();
    this.#write();
  }

  #end() {
    if (!this.#records) return;
    this.#records = false;
    this.#home.layers.remove(this.#stop);
    this.#write();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (!this.#records || event.key === "Escape" || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (MODIFIERS.has(event.key) || event.repeat) return;
    const keys = keysOf(event);
    if (keys === null) {
      this.#setting.refuse("Hold Ctrl, Alt or Super together with another key.");
      return;
    }
    this.#end();
    this.#setting.sets(changeSetting({ setting: "shortcut", to: keys }));
  }

  #clear() {
    this.#setting.sets(changeSetting({ setting: "shortcut", to: null }));
  }
}

/**
 * "Ctrl+Alt+D": by the key's place, which is what the system grabs.
 *
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
function keysOf({ ctrlKey, altKey, metaKey, shiftKey, code }) {
  if (code === "" || !(ctrlKey || altKey || metaKey)) return null;
  const held = [
    ...(ctrlKey ? ["Ctrl"] : []),
    ...(altKey ? ["Alt"] : []),
    ...(shiftKey ? ["Shift"] : []),
    ...(metaKey ? ["Super"] : []),
  ];
  return [...held, code.replace(/^(Key|Digit)(?=.$)/, "")].join("+");
}
