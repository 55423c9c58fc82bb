// The answers as JSON, behind "Show answer as JSON".

import { el } from "./dom.js";
import { icon } from "./icon.js";
import { textParts } from "./textParts.js";

export class Preview {
  #json = el("pre", { dir: "ltr" });

  constructor() {
    this.root = el(
      "details",
      { class: "preview" },
      el("summary", {}, icon("chevron"), el("span", {}, "Show answer as JSON")),
      this.#json,
    );
  }

  /** @param {string} json */
  show(json) {
    this.#json.replaceChildren(...textParts(json));
  }
}
