// How Doorbell behaves. Everything counts at once; the controls show what Rust says is set.

import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { HeldCard } from "./heldCard.js";
import { heading, pageHead } from "./pageHead.js";
import { arriving, notifications } from "./settings/arriving.js";
import { answering, keeping, looking, starting } from "./settings/behaving.js";
import { shortcut } from "./settings/shortcut.js";

/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */
/** @import { Setting } from "./settings/setting.js" */

export class SettingsPage {
  heading = heading("Settings");
  #trouble = el("section", { class: "warning settings-trouble", role: "alert" });
  #file = el("p", { class: "settings-file" });
  #problem = "";
  #held;
  #all;

  /** @param {Home} home */
  constructor(home) {
    /** @type {[string, Setting[]][]} */
    const groups = [
      ["Arrival", arriving()],
      ["Notifications", notifications()],
      ["Answering", answering()],
      ["History", keeping(home)],
      ["Look", looking()],
      ["In the background", starting()],
      ["Shortcut", [shortcut(home)]],
    ];
    this.#held = new HeldCard(home, this.heading);
    this.#all = groups.flatMap(([, settings]) => settings);
    this.root = el(
      "div",
      { class: "page" },
      pageHead(this.heading, el("p", { class: "page-about" }, "Every change counts at once.")),
      this.#trouble,
      this.#held.root,
      ...groups.map(([name, settings]) => group(name, settings)),
      this.#file,
    );
  }

  /** @param {HomeView} view */
  show(view) {
    for (const setting of this.#all) setting.show(view);
    this.#file.replaceChildren(
      "All of this is in ",
      el("code", {}, isolate(view.settingsFile)),
      ".",
    );
    this.#tell(view.settingsProblem);
    this.#held.show(view.held, view.acceptsHeld);
  }

  entered() {}

  left() {}

  /** @param {string | null} problem */
  #tell(problem) {
    this.#trouble.hidden = problem === null;
    if (problem === null || problem === this.#problem) return;
    this.#problem = problem;
    this.#trouble.replaceChildren(
      icon("warning"),
      el(
        "div",
        {},
        el("h2", {}, "The settings file cannot be read"),
        el("p", { class: "trouble-text" }, isolate(problem)),
        el("p", {}, "The last good settings count until it is right."),
      ),
    );
  }
}

/**
 * @param {string} name
 * @param {Setting[]} settings
 * @returns {HTMLElement}
 */
function group(name, settings) {
  return el(
    "section",
    { "aria-label": name },
    el("h2", { class: "part-name" }, name),
    el("div", { class: "boxed" }, ...settings.map(({ root }) => root)),
  );
}
