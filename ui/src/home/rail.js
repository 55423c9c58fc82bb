// The pages, beside them or above them, and whether something holds questions back.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { held } from "./calm.js";

/** @import { HomePage } from "../generated/HomePage" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { IconName } from "../icon.js" */

/** @type {{ page: HomePage, label: string, drawing: IconName }[]} */
const ENTRIES = [
  { page: "waiting", label: "Waiting", drawing: "bell" },
  { page: "history", label: "History", drawing: "clock" },
  { page: "askers", label: "Askers", drawing: "askers" },
  { page: "agents", label: "Agents", drawing: "agents" },
  { page: "settings", label: "Settings", drawing: "settings" },
];

/** In the order of the rail, for Ctrl+1 and so on. */
export const PAGES = ENTRIES.map(({ page }) => page);

export class Rail {
  /** @type {Map<HomePage, HTMLElement>} */
  #entries = new Map();
  /** @type {Map<HomePage, HTMLElement>} */
  #marks = new Map();
  #held = el("p", { class: "rail-held" });

  /** @param {(page: HomePage) => void} go */
  constructor(go) {
    ENTRIES.forEach(({ page, label, drawing }, place) => {
      const mark = el("span", { class: "rail-mark" });
      const entry = el(
        "button",
        {
          type: "button",
          class: "rail-entry",
          title: `Ctrl+${place + 1}`,
          "aria-keyshortcuts": `Control+${place + 1}`,
        },
        icon(drawing),
        el("span", { class: "rail-label" }, label),
        mark,
      );
      entry.addEventListener("click", () => go(page));
      this.#entries.set(page, entry);
      this.#marks.set(page, mark);
    });
    this.root = el(
      "nav",
      { class: "rail", "aria-label": "Pages" },
      el("p", { class: "rail-name" }, icon("bell"), "Doorbell"),
      el("ul", {}, ...[...this.#entries.values()].map((entry) => el("li", {}, entry))),
      this.#held,
    );
  }

  /** @param {HomePage} current */
  turn(current) {
    for (const [page, entry] of this.#entries) {
      if (page === current) entry.setAttribute("aria-current", "page");
      else entry.removeAttribute("aria-current");
    }
  }

  /** @param {HomeView} view */
  show({ waiting, calm, settingsProblem, held: withheld }) {
    const count = waiting.length;
    const wait = count === 1 ? "one question waits" : `${count} questions wait`;
    this.#mark(
      "waiting",
      count > 0 && { drawn: el("span", { class: "rail-count" }, String(count)), words: wait },
    );
    const settings =
      (settingsProblem !== null && "the file has a problem") ||
      (withheld.length > 0 && "something waits for your word");
    this.#mark("settings", settings && { drawn: icon("warning"), words: settings });
    this.#held.replaceChildren(...held(calm));
  }

  /**
   * @param {HomePage} page
   * @param {false | { drawn: Element, words: string }} mark what is drawn after the name, and read
   */
  #mark(page, mark) {
    const label = ENTRIES.find((entry) => entry.page === page)?.label;
    this.#marks.get(page)?.replaceChildren(...(mark ? [mark.drawn] : []));
    if (mark) this.#entries.get(page)?.setAttribute("aria-label", `${label}, ${mark.words}`);
    else this.#entries.get(page)?.removeAttribute("aria-label");
  }
}
