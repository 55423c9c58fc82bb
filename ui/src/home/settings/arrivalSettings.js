// Settings for the arrival of questions and for notifications.

import { el } from "../../dom.js";
import { changeSetting } from "../backend.js";
import { radioSetting } from "./radioSetting.js";
import { switchSetting } from "./switchSetting.js";

/** @import { Arrival } from "../../generated/Arrival" */
/** @import { Detail } from "../../generated/Detail" */
/** @import { DesktopFactsView } from "../../generated/DesktopFactsView" */
/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SessionNotices } from "../../generated/SessionNotices" */
/** @import { Choice } from "./radioSetting.js" */
/** @import { Setting } from "./setting.js" */

/** @type {Choice<Arrival>[]} */
const ARRIVALS = [
  {
    value: "automatic",
    title: "Automatic",
    description: "Open the window if that won’t take keyboard focus; otherwise notify only.",
  },
  {
    value: "window",
    title: "Window",
    description: "The window opens without taking focus.",
  },
  {
    value: "notification",
    title: "Notification only",
    description: "The window opens when you click the notification.",
  },
  {
    value: "focus",
    title: "Window with focus",
    description: "The window opens and takes focus. Keys you type elsewhere may end up in it.",
  },
];

/** @type {Choice<Detail>[]} */
const DETAILS = [
  {
    value: "full",
    title: "Who asks, and the first line",
    description: example("Claude Code · shop asks", "Which branch should be released?"),
  },
  {
    value: "asker",
    title: "Who asks",
    description: example("Claude Code · shop asks", null),
  },
  { value: "private", title: "Nothing", description: example("An agent needs you", null) },
];

/** @type {Choice<SessionNotices>[]} */
const SESSION_NOTICES = [
  { value: "off", title: "Off", description: "Home still lists it under Sessions." },
  {
    value: "away",
    title: "When its terminal isn’t in front",
    description: example("Claude Code · shop has finished", "All 212 tests pass."),
  },
  { value: "always", title: "Always" },
];

const CANNOT_SEE_FRONT =
  "On Wayland, apps can’t see which window is in front, so the second choice notifies you every time.";
const ON_WAYLAND =
  "On Wayland, apps can’t open a window without the risk of taking focus, so Automatic only notifies.";
const NO_NOTIFICATIONS = "This desktop isn’t showing notifications.";
const NO_PRESSES = "Notifications can’t be clicked on this desktop, so the window always opens.";
const NO_TRAY =
  "This desktop has no tray. To open Home, choose Doorbell among your apps, or run “doorbell open waiting” in a terminal.";

/** @returns {Setting[]} */
export function arrivalSettings() {
  return [
    radioSetting(
      { name: "arrival", title: "When a question arrives" },
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
      { name: "detail", title: "Notifications show" },
      {
        choices: DETAILS,
        chosen: ({ settings }) => settings.detail,
        set: (to) => changeSetting({ setting: "detail", to }),
        note: ({ facts }) => (facts.notifications === "missing" ? NO_NOTIFICATIONS : null),
      },
    ),
    radioSetting(
      { name: "session-notices", title: "When an agent finishes, or waits in its terminal" },
      {
        choices: SESSION_NOTICES,
        chosen: ({ settings }) => settings.sessionNotices,
        set: (to) => changeSetting({ setting: "sessionNotices", to }),
        note: ({ facts }) => (facts.politeWindow ? null : CANNOT_SEE_FRONT),
      },
    ),
    switchSetting(
      { name: "sound", title: "Sound", description: "Play a sound when a question arrives." },
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
          "Add buttons to simple questions: yes or no, or up to three choices. Any program running under your account could press them.",
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
    ? "Notifications on this desktop have no buttons, so this has no effect."
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
