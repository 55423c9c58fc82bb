// The server's own words, fenced off from Doorbell's.

import { el, said } from "./dom.js";
import { icon } from "./icon.js";

/**
 * @param {string} name
 * @param {string} message
 * @returns {HTMLElement}
 */
export function messageFrom(name, message) {
  return el(
    "section",
    {
      class: "message",
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
