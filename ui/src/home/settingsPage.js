// The Settings page. Changes apply at once; the controls show the settings that Rust reports.

import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { pageHeader, pageHeading } from "./pageHeader.js";
import { PendingChangesCard } from "./pendingChangesCard.js";
import { arrivalSettings, notificationSettings } from "./settings/arrivalSettings.js";
import {
  answerSettings,
  appearanceSettings,
  backgroundSettings,
  historySettings,
} from "./settings/generalSettings.js";
import { shortcutSetting } from "./settings/shortcutSetting.js";

/** @import { HomeView } from "../generated/HomeView" */
/** @import { Home } from "./home.js" */
/** @import { Setting } from "./settings/setting.js" */

export class SettingsPage {
  heading = pageHeading("Settings");
  #fileProblem = el("section", { class: "warning settings-problem", role: "alert" });
  #file = el("p", { class: "settings-file" });
  #renderedProblem = "";
  #pendingChanges;
  #settings;

  /** @param {Home} home */
  constructor(home) {
    /** @type {[string, Setting[]][]} */
    const groups = [
      ["Arrival", arrivalSettings()],
      ["Notifications", notificationSettings()],
      ["Answering", answerSettings()],
      ["History", historySettings(home)],
      ["Appearance", appearanceSettings()],
      ["Background", backgroundSettings()],
      ["Shortcut", [shortcutSetting(home)]],
    ];
    this.#pendingChanges = new PendingChangesCard(home, this.heading);
    this.#settings = groups.flatMap(([, settings]) => settings);
    this.root = el(
      "div",
      { class: "page" },
      pageHeader(
        this.heading,
        el("p", { class: "page-description" }, "Changes are saved automatically."),
      ),
      this.#fileProblem,
      this.#pendingChanges.root,
      ...groups.map(([name, settings]) => group(name, settings)),
      this.#file,
    );
  }

  /** @param {HomeView} view */
  show(view) {
    for (const setting of this.#settings) setting.show(view);
    this.#file.replaceChildren("Stored in ", el("code", {}, isolate(view.settingsFile)), ".");
    this.#showFileProblem(view.settingsProblem);
    this.#pendingChanges.show(view.pendingChanges, view.acceptsApproval);
  }

  mounted() {}

  unmounted() {}

  /** @param {string | null} problem */
  #showFileProblem(problem) {
    this.#fileProblem.hidden = problem === null;
    if (problem === null || problem === this.#renderedProblem) return;
    this.#renderedProblem = problem;
    this.#fileProblem.replaceChildren(
      icon("warning"),
      el(
        "div",
        {},
        el("h2", {}, "The settings file can’t be read"),
        el("p", { class: "settings-problem-text" }, isolate(problem)),
        el("p", {}, "The last valid settings stay in effect until the file is fixed."),
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
    el("h2", { class: "section-title" }, name),
    el("div", { class: "boxed" }, ...settings.map(({ root }) => root)),
  );
}
