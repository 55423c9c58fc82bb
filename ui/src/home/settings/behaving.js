// How Doorbell behaves otherwise: answering, history, starting, its look, its window, its keys.

import { changeSetting, startAtLogin } from "../backend.js";
import { wholeNumber } from "./number.js";
import { oneOf } from "./radios.js";
import { slider } from "./slider.js";
import { onOff } from "./switch.js";

/** @import { Theme } from "../../generated/Theme" */
/** @import { Home } from "../home.js" */
/** @import { Choice } from "./radios.js" */
/** @import { Setting } from "./setting.js" */

const LEAST_DELAY = 500;
const MOST_DELAY = 3000;
const LEAST_DAYS = 1;
const MOST_DAYS = 365;
const LEAST_SIZE = 75;
const MOST_SIZE = 200;

/** @type {Choice<Theme>[]} */
const THEMES = [
  { value: "system", title: "As the system" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
];

/** @returns {Setting[]} */
export function answering() {
  return [
    slider(
      {
        name: "delay",
        title: "Presses count after",
        about: "For so long after a change on the screen, presses do nothing.",
      },
      {
        least: LEAST_DELAY,
        most: MOST_DELAY,
        step: 100,
        says: (value) => `${(value / 1000).toFixed(1)} s`,
        value: ({ settings }) => settings.delay,
        set: (to) => changeSetting({ setting: "delay", to }),
      },
    ),
    onOff(
      {
        name: "from-programs",
        title: "Assistive and remote input",
        about:
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
export function keeping(home) {
  return [
    onOff(
      {
        name: "history",
        title: "Keep history",
        about: "Who asked and how it ended. Never what you answered.",
      },
      {
        isOn: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "history", to }),
        before: async (on) =>
          on ||
          home.ask({
            title: "Switch history off?",
            text: "What is kept now is removed. This cannot be undone.",
            confirm: "Switch off",
            cancel: "Keep history",
          }),
      },
    ),
    wholeNumber(
      { name: "days", title: "For how long", about: `${LEAST_DAYS} to ${MOST_DAYS} days.` },
      {
        least: LEAST_DAYS,
        most: MOST_DAYS,
        unit: "days",
        value: ({ settings }) => settings.days,
        counts: ({ settings }) => settings.history,
        set: (to) => changeSetting({ setting: "days", to }),
      },
    ),
  ];
}

/** @returns {Setting[]} */
export function starting() {
  return [
    onOff(
      {
        name: "at-login",
        title: "Start at login",
        about: "Otherwise Doorbell starts with the first question.",
      },
      {
        isOn: ({ facts }) => facts.atLogin === true,
        set: startAtLogin,
        note: ({ facts }) =>
          facts.atLogin === null ? "Whether it does cannot be told here." : null,
      },
    ),
    onOff(
      {
        name: "keep-warm",
        title: "Keep the window ready",
        about: "The first question after a while shows sooner, for about 100 MB of memory.",
      },
      {
        isOn: ({ settings }) => settings.keepWarm,
        set: (to) => changeSetting({ setting: "keepWarm", to }),
      },
    ),
  ];
}

/** @returns {Setting[]} */
export function looking() {
  return [
    oneOf(
      { name: "theme", title: "Colours" },
      {
        choices: THEMES,
        chosen: ({ settings }) => settings.theme,
        set: (to) => changeSetting({ setting: "theme", to }),
      },
    ),
    slider(
      { name: "size", title: "Text size" },
      {
        least: LEAST_SIZE,
        most: MOST_SIZE,
        step: 5,
        says: (value) => `${value} %`,
        value: ({ settings }) => settings.size,
        set: (to) => changeSetting({ setting: "size", to }),
      },
    ),
  ];
}
