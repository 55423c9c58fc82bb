// The server's message, marked as not written by Doorbell.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { textParts } from "./textParts.js";

/** Messages of this length have several lines in any window. */
const LONG_MESSAGE = 240;

/**
 * @param {string} name
 * @param {string} message
 * @returns {HTMLElement}
 */
export function serverMessage(name, message) {
  return el(
    "section",
    {
      class: message.length >= LONG_MESSAGE ? "message long" : "message",
      tabindex: 0,
      role: "region",
      "aria-label": `Message from ${name}, not from Doorbell`,
    },
    el(
      "p",
      { class: "source-label", "aria-hidden": "true" },
      icon("quote"),
      el("span", {}, "From ", isolate(name)),
    ),
    el("p", { class: "message-text" }, ...textParts(message)),
  );
}
