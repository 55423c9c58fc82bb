// Settings for answering, history, background and appearance.

import { changeSetting, startAtLogin } from "../backend.js";
import { numberSetting } from "./numberSetting.js";
import { radioSetting } from "./radioSetting.js";
import { sliderSetting } from "./sliderSetting.js";
import { switchSetting } from "./switchSetting.js";

/** @import { Theme } from "../../generated/Theme" */
/** @import { Home } from "../home.js" */
/** @import { Choice } from "./radioSetting.js" */
/** @import { Setting } from "./setting.js" */

const MIN_DELAY = 500;
const MAX_DELAY = 3000;
const MIN_DAYS = 1;
const MAX_DAYS = 365;
const MIN_SIZE = 75;
const MAX_SIZE = 200;

/** @type {Choice<Theme>[]} */
const THEMES = [
  { value: "system", title: "As the system" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
];

/** @returns {Setting[]} */
export function answerSettings() {
  return [
    sliderSetting(
      {
        name: "delay",
        title: "Presses count after",
        description: "For so long after a change on the screen, presses do nothing.",
      },
      {
        min: MIN_DELAY,
        max: MAX_DELAY,
        step: 100,
        format: (value) => `${(value / 1000).toFixed(1)} s`,
        value: ({ settings }) => settings.delay,
        set: (to) => changeSetting({ setting: "delay", to }),
      },
    ),
    switchSetting(
      {
        name: "from-programs",
        title: "Assistive and remote input",
        description:
          "Presses that other programs make count, too: remote control, on-screen keyboards, the clicks of a screen reader. Any program running as you can make them.",
      },
      {
        isOn: ({ settings }) => settings.fromPrograms,
        set: (to) => changeSetting({ setting: "fromPrograms", to }),
      },
    ),
  ];
}

/**
 * @param {Home} home
 * @returns {Setting[]}
 */
export function historySettings(home) {
  return [
    switchSetting(
      {
        name: "history",
        title: "Keep history",
        description: "Who asked and how it ended. Never what you answered.",
      },
      {
        isOn: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "history", to }),
        confirm: async (on) =>
          on ||
          home.confirm({
            title: "Switch history off?",
            text: "What is kept now is removed. This cannot be undone.",
            confirm: "Switch off",
            cancel: "Keep history",
          }),
      },
    ),
    numberSetting(
      { name: "days", title: "For how long", description: `${MIN_DAYS} to ${MAX_DAYS} days.` },
      {
        min: MIN_DAYS,
        max: MAX_DAYS,
        unit: "days",
        value: ({ settings }) => settings.days,
        isEnabled: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "days", to }),
      },
    ),
  ];
}

/** @returns {Setting[]} */
export function backgroundSettings() {
  return [
    switchSetting(
      {
        name: "at-login",
        title: "Start at login",
        description: "Otherwise Doorbell starts with the first question.",
      },
      {
        isOn: ({ facts }) => facts.atLogin === true,
        set: startAtLogin,
        note: ({ facts }) =>
          facts.atLogin === null ? "Whether it does cannot be told here." : null,
      },
    ),
    switchSetting(
      {
        name: "keep-warm",
        title: "Keep the window ready",
        description: "The first question after a while shows sooner, for about 100 MB of memory.",
      },
      {
        isOn: ({ settings }) => settings.keepWarm,
        set: (to) => changeSetting({ setting: "keepWarm", to }),
      },
    ),
  ];
}

/** @returns {Setting[]} */
export function appearanceSettings() {
  return [
    radioSetting(
      { name: "theme", title: "Colours" },
      {
        choices: THEMES,
        chosen: ({ settings }) => settings.theme,
        set: (to) => changeSetting({ setting: "theme", to }),
      },
    ),
    sliderSetting(
      { name: "size", title: "Text size" },
      {
        min: MIN_SIZE,
        max: MAX_SIZE,
        step: 5,
        format: (value) => `${value} %`,
        value: ({ settings }) => settings.size,
        set: (to) => changeSetting({ setting: "size", to }),
      },
    ),
  ];
}
