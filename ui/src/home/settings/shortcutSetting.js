// The shortcut that brings the oldest question to the front, recorded from a key press.

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
export function shortcutSetting(home) {
  const setting = new Setting(
    {
      name: "shortcut",
      title: "Shortcut to the oldest question",
      description: "Works from any application.",
    },
    "beside",
  );
  const recorder = new ShortcutRecorder(home, setting);
  return setting.withControl(
    ({ settings, facts }) => {
      recorder.show(settings.shortcut);
      setting.setNote(facts.shortcutTrouble);
    },
    recorder.keys,
    recorder.record.root,
    recorder.clear.root,
  );
}

class ShortcutRecorder {
  keys = el("output", { class: "keys" });
  record = new Button("Record keys", "plain", () =>
    this.#isRecording ? this.#stop() : this.#startRecording(),
  );
  clear = new Button("Clear", "plain", () => this.#clear());
  /** @type {string | null} */
  #shortcut = null;
  #isRecording = false;
  #stop = () => this.#stopRecording();
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
    // Handled here first, so that the page's own shortcuts are ignored while recording.
    this.record.root.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.record.root.addEventListener("blur", this.#stop);
  }

  /** @param {string | null} shortcut */
  show(shortcut) {
    this.#shortcut = shortcut;
    const hadFocus = this.clear.root === document.activeElement;
    this.clear.root.hidden = shortcut === null;
    if (hadFocus && shortcut === null) this.record.root.focus();
    if (!this.#isRecording) this.#render();
  }

  #render() {
    this.keys.classList.toggle("recording", this.#isRecording);
    this.keys.replaceChildren(this.#isRecording ? "Press the keys…" : (this.#shortcut ?? "Off"));
    this.record.root.setAttribute("aria-pressed", String(this.#isRecording));
  }

  #startRecording() {
    this.#isRecording = true;
    this.#home.layers.add(this.#stop);
    this.#setting.clearProblem();
    this.#render();
  }

  #stopRecording() {
    if (!this.#isRecording) return;
    this.#isRecording = false;
    this.#home.layers.remove(this.#stop);
    this.#render();
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    if (!this.#isRecording || event.key === "Escape" || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (MODIFIERS.has(event.key) || event.repeat) return;
    const keys = shortcutOf(event);
    if (keys === null) {
      this.#setting.showProblem("Hold Ctrl, Alt or Super together with another key.");
      return;
    }
    this.#stopRecording();
    this.#setting.apply(changeSetting({ setting: "shortcut", to: keys }));
  }

  #clear() {
    this.#setting.apply(changeSetting({ setting: "shortcut", to: null }));
  }
}

/**
 * "Ctrl+Alt+D". Uses the physical key, which is what the system grabs.
 *
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function shortcutOf({ ctrlKey, altKey, metaKey, shiftKey, code }) {
  if (code === "" || !(ctrlKey || altKey || metaKey)) return null;
  const modifiers = [
    ...(ctrlKey ? ["Ctrl"] : []),
    ...(altKey ? ["Alt"] : []),
    ...(shiftKey ? ["Shift"] : []),
    ...(metaKey ? ["Super"] : []),
  ];
  return [...modifiers, code.replace(/^(Key|Digit)(?=.$)/, "")].join("+");
}
