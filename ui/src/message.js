// The server's own words, fenced off from Doorbell's.

import { el, said } from "./dom.js";
import { icon } from "./icon.js";

/** From this length on it has several lines in any window. */
const LONG = 240;

/**
 * @param {string} name
 * @param {string} message
 * @returns {HTMLElement}
 */
export function messageFrom(name, message) {
  return el(
    "section",
    {
      class: message.length >= LONG ? "message long" : "message",
      tabindex: 0,
      role: "region",
      "aria-label": `Message from ${name}, not from Doorbell`,
    },
    el(
      "p",
      { class: "voice", "aria-hidden": "true" },
      icon("quote"),
      el("span", {}, "From ", said(name)),
    ),
    el("p", { class: "message-text" }, said(message)),
  );
}
