// The banner above a form that is only previewed.

import { el } from "./dom.js";

/** @returns {HTMLElement} */
export function previewBanner() {
  return el("p", { class: "preview-banner" }, "Preview – answers are not sent");
}
