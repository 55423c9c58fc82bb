// The banner of a build that programs can drive.

import { el } from "./dom.js";

/** @returns {HTMLElement} */
export function testBanner() {
  return el("p", { class: "test-build" }, "Test build: programs can answer");
}
