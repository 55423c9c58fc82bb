// How a question arrives, and what its notification tells.

import { el } from "../../dom.js";
import { changeSetting } from "../backend.js";
import { oneOf } from "./radios.js";
import { onOff } from "./switch.js";

/** @import { Arrival } from "../../generated/Arrival" */
/** @import { Detail } from "../../generated/Detail" */
/** @import { FactsView } from "../../generated/FactsView" */
/** @import { HomeView } from "../../generated/HomeView" */
/** @import { Choice } from "./radios.js" */
/** @import { Setting } from "./setting.js" */

/** @type {Choice<Arrival>[]} */
const ARRIVALS = [
  {
    value: "automatic",
    title: "Automatic",
    about: "With its window where that leaves your keyboard alone, else as a notification.",
  },
  {
    value: "window",
    title: "Window",
    about: "The window appears and leaves the keyboard where it is.",
  },
  {
    value: "notification",
    title: "Notification only",
    about: "The window comes when you press the notification.",
  },
  {
    value: "focus",
    title: "Window with focus",
    about: "The window appears and takes the keyboard. What you type elsewhere may land in it.",
  },
];

/** @type {Choice<Detail>[]} */
const DETAILS = [
  {
    value: "full",
    title: "Who asks, and the first line",
    about: example(
      "Question from ‘github’",
      "Claude Code · shop: Which branch should be released?",
    ),
  },
  {
    value: "asker",
    title: "Who asks",
    about: example("Question from ‘github’", "Claude Code · shop"),
  },
  { value: "private", title: "Nothing", about: example("An agent needs you", null) },
];

const ON_WAYLAND =
  "On Wayland no app can promise not to take the keyboard, so automatic means the notification alone.";
const NO_NOTIFICATIONS = "Nothing on this desktop shows notifications now.";
const NO_PRESSES =
  "Notifications here cannot be pressed, so a question arrives with its window in any case.";
const NO_TRAY = "This desktop shows no tray; “doorbell open” in a terminal brings Doorbell up.";

/** @returns {Setting[]} */
export function arriving() {
  return [
    oneOf(
      { name: "arrival", title: "A question arrives" },
      {
        choices: ARRIVALS,
        chosen: ({ settings }) => settings.arrival,
        set: (to) => changeSetting({ setting: "arrival", to }),
        note: ({ facts }) => aboutDesktop(facts),
      },
    ),
  ];
}

/**
 * @param {FactsView} facts
 * @returns {string | null}
 */
function aboutDesktop({ politeWindow, notifications, tray }) {
  const canPress = notifications === "whole";
  const remarks = [
    ...(politeWindow || !canPress ? [] : [ON_WAYLAND]),
    ...(canPress ? [] : [NO_PRESSES]),
    ...(tray ? [] : [NO_TRAY]),
  ];
  return remarks.length > 0 ? remarks.join(" ") : null;
}

/** @returns {Setting[]} */
export function notifications() {
  return [
    oneOf(
      { name: "detail", title: "A notification tells" },
      {
        choices: DETAILS,
        chosen: ({ settings }) => settings.detail,
        set: (to) => changeSetting({ setting: "detail", to }),
        note: ({ facts }) => (facts.notifications === "missing" ? NO_NOTIFICATIONS : null),
      },
    ),
    onOff(
      { name: "sound", title: "Sound", about: "A question that arrives can be heard." },
      {
        isOn: ({ settings }) => settings.sound,
        set: (to) => changeSetting({ setting: "sound", to }),
      },
    ),
    onOff(
      {
        name: "answer-buttons",
        title: "Answer in the notification",
        about:
          "Simple questions get buttons: yes or no, or one of at most three. Any program running as you can press these buttons.",
      },
      {
        isOn: ({ settings }) => settings.answerButtons,
        set: (to) => changeSetting({ setting: "answerButtons", to }),
        note: withoutButtons,
      },
    ),
  ];
}

/**
 * @param {HomeView} view
 * @returns {string | null}
 */
function withoutButtons({ facts }) {
  return facts.notifications === "withoutButtons"
    ? "Notifications on this desktop have no buttons, so this changes nothing here."
    : null;
}

/**
 * @param {string} title
 * @param {string | null} text
 * @returns {HTMLElement}
 */
function example(title, text) {
  return el(
    "span",
    { class: "example" },
    el("span", { class: "example-title" }, title),
    text !== null && el("span", {}, text),
  );
}
