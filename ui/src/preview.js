// "What will be sent": the answers as JSON.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

export class Preview {
  #json = el("pre", { dir: "ltr" });

  constructor() {
    this.root = el(
      "details",
      { class: "preview" },
      el("summary", {}, icon("chevron"), el("span", {}, "What will be sent")),
      this.#json,
    );
  }

  /** @param {string} json */
  show(json) {
    this.#json.replaceChildren(isolate(json));
  }
}
