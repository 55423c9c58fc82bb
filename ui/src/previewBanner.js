// Said at the top of a form that is only looked at.

import { el } from "./dom.js";

/** @returns {HTMLElement} */
export function previewBanner() {
  return el("p", { class: "preview-banner" }, "Preview: nothing is sent");
}
