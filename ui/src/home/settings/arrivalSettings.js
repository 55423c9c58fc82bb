// Settings for the arrival of questions and for notifications.

import { el } from "../../dom.js";
import { changeSetting } from "../backend.js";
import { radioSetting } from "./radioSetting.js";
import { switchSetting } from "./switchSetting.js";

/** @import { Arrival } from "../../generated/Arrival" */
/** @import { Detail } from "../../generated/Detail" */
/** @import { DesktopFactsView } from "../../generated/DesktopFactsView" */
/** @import { HomeView } from "../../generated/HomeView" */
/** @import { Choice } from "./radioSetting.js" */
/** @import { Setting } from "./setting.js" */

/** @type {Choice<Arrival>[]} */
const ARRIVALS = [
  {
    value: "automatic",
    title: "Automatic",
    description: "With its window where that leaves your keyboard alone, else as a notification.",
  },
  {
    value: "window",
    title: "Window",
    description: "The window appears and leaves the keyboard where it is.",
  },
  {
    value: "notification",
    title: "Notification only",
    description: "The window comes when you press the notification.",
  },
  {
    value: "focus",
    title: "Window with focus",
    description:
      "The window appears and takes the keyboard. What you type elsewhere may land in it.",
  },
];

/** @type {Choice<Detail>[]} */
const DETAILS = [
  {
    value: "full",
    title: "Who asks, and the first line",
    description: example(
      "Question from ‘github’",
      "Claude Code · shop: Which branch should be released?",
    ),
  },
  {
    value: "asker",
    title: "Who asks",
    description: example("Question from ‘github’", "Claude Code · shop"),
  },
  { value: "private", title: "Nothing", description: example("An agent needs you", null) },
];

const ON_WAYLAND =
  "On Wayland no app can promise not to take the keyboard, so automatic means the notification alone.";
const NO_NOTIFICATIONS = "Nothing on this desktop shows notifications now.";
const NO_PRESSES =
  "Notifications here cannot be pressed, so a question arrives with its window in any case.";
const NO_TRAY = "This desktop shows no tray; “doorbell open” in a terminal brings Doorbell up.";

/** @returns {Setting[]} */
export function arrivalSettings() {
  return [
    radioSetting(
      { name: "arrival", title: "A question arrives" },
      {
        choices: ARRIVALS,
        chosen: ({ settings }) => settings.arrival,
        set: (to) => changeSetting({ setting: "arrival", to }),
        note: ({ facts }) => desktopNote(facts),
      },
    ),
  ];
}

/**
 * @param {DesktopFactsView} facts
 * @returns {string | null}
 */
function desktopNote({ politeWindow, notifications, tray }) {
  const canPress = notifications === "whole";
  const notes = [
    ...(politeWindow || !canPress ? [] : [ON_WAYLAND]),
    ...(canPress ? [] : [NO_PRESSES]),
    ...(tray ? [] : [NO_TRAY]),
  ];
  return notes.length > 0 ? notes.join(" ") : null;
}

/** @returns {Setting[]} */
export function notificationSettings() {
  return [
    radioSetting(
      { name: "detail", title: "A notification tells" },
      {
        choices: DETAILS,
        chosen: ({ settings }) => settings.detail,
        set: (to) => changeSetting({ setting: "detail", to }),
        note: ({ facts }) => (facts.notifications === "missing" ? NO_NOTIFICATIONS : null),
      },
    ),
    switchSetting(
      { name: "sound", title: "Sound", description: "A question that arrives can be heard." },
      {
        isOn: ({ settings }) => settings.sound,
        set: (to) => changeSetting({ setting: "sound", to }),
      },
    ),
    switchSetting(
      {
        name: "answer-buttons",
        title: "Answer in the notification",
        description:
          "Simple questions get buttons: yes or no, or one of at most three. Any program running as you can press these buttons.",
      },
      {
        isOn: ({ settings }) => settings.answerButtons,
        set: (to) => changeSetting({ setting: "answerButtons", to }),
        note: missingButtonsNote,
      },
    ),
  ];
}

/**
 * @param {HomeView} view
 * @returns {string | null}
 */
function missingButtonsNote({ facts }) {
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
