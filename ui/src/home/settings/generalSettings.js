// Settings for answering, history, background and appearance.

import { changeSetting, startAtLogin } from "../backend.js";
import { numberSetting } from "./numberSetting.js";
import { radioSetting } from "./radioSetting.js";
import { sliderSetting } from "./sliderSetting.js";
import { switchSetting } from "./switchSetting.js";

/** @import { SystemChoice } from "../../generated/SystemChoice" */
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
  { value: "system", title: "Follow system" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
];

/** @type {Choice<SystemChoice>[]} */
const SYSTEM_CHOICES = [
  { value: "system", title: "Follow system" },
  { value: "on", title: "On" },
  { value: "off", title: "Off" },
];

/** @returns {Setting[]} */
export function answerSettings() {
  return [
    sliderSetting(
      {
        name: "delay",
        title: "Ignore input after a change",
        description: "Clicks and keys are ignored for this long after the window changes.",
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
          "Accept input from remote control, on-screen keyboards and screen readers. Any program running under your account could then answer for you.",
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
        description: "What was asked, by whom and how it ended, but never your answers.",
      },
      {
        isOn: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "history", to }),
        confirm: async (on) =>
          on ||
          home.confirm({
            title: "Turn off history?",
            text: "Existing history will be deleted. This can’t be undone.",
            confirm: "Turn off",
            cancel: "Keep history",
          }),
      },
    ),
    numberSetting(
      { name: "days", title: "Keep history for", description: `${MIN_DAYS} to ${MAX_DAYS} days.` },
      {
        min: MIN_DAYS,
        max: MAX_DAYS,
        unit: "days",
        value: ({ settings }) => settings.days,
        isEnabled: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "days", to }),
      },
    ),
    switchSetting(
      {
        name: "first-lines",
        title: "Keep the first line of each question in history",
        description:
          "Never for questions that ask for a secret, nor while details are hidden. Turning this off deletes the lines kept so far.",
      },
      {
        isOn: ({ settings }) => settings.firstLines,
        isEnabled: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "firstLines", to }),
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
        note: ({ facts }) => (facts.atLogin === null ? "Doorbell can’t detect this here." : null),
      },
    ),
    switchSetting(
      {
        name: "keep-warm",
        title: "Keep the window ready",
        description: "The first question after a while opens sooner. Uses about 100 MB of memory.",
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
    radioSetting(
      {
        name: "high-contrast",
        title: "High contrast",
        description: "Black and white with strong edges.",
      },
      {
        choices: SYSTEM_CHOICES,
        chosen: ({ settings }) => settings.highContrast,
        set: (to) => changeSetting({ setting: "highContrast", to }),
      },
    ),
    radioSetting(
      {
        name: "reduced-motion",
        title: "Reduced motion",
        description: "Changes appear without animation.",
      },
      {
        choices: SYSTEM_CHOICES,
        chosen: ({ settings }) => settings.reducedMotion,
        set: (to) => changeSetting({ setting: "reducedMotion", to }),
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
