// The navigation between Home's pages, with badges and the quiet mode's state.

import { el } from "../dom.js";
import { icon } from "../icon.js";
import { quietStatus } from "./quietMode.js";

/** @import { HomePage } from "../generated/HomePage" */
/** @import { HomeView } from "../generated/HomeView" */
/** @import { IconName } from "../icon.js" */

/** @type {{ page: HomePage, label: string, iconName: IconName }[]} */
const ENTRIES = [
  { page: "waiting", label: "Waiting", iconName: "bell" },
  { page: "sessions", label: "Sessions", iconName: "computer" },
  { page: "history", label: "History", iconName: "clock" },
  { page: "askers", label: "Sources", iconName: "askers" },
  { page: "agents", label: "Agents", iconName: "agents" },
  { page: "settings", label: "Settings", iconName: "settings" },
];

/** In the order of Ctrl+1 to Ctrl+6. */
export const PAGES = ENTRIES.map(({ page }) => page);

export class Sidebar {
  /** @type {Map<HomePage, HTMLElement>} */
  #entries = new Map();
  /** @type {Map<HomePage, HTMLElement>} */
  #badges = new Map();
  #quietStatus = el("p", { class: "sidebar-quiet-status" });

  /** @param {(page: HomePage) => void} onSelect */
  constructor(onSelect) {
    ENTRIES.forEach(({ page, label, iconName }, index) => {
      const badge = el("span", { class: "sidebar-badge" });
      const entry = el(
        "button",
        {
          type: "button",
          class: "sidebar-entry",
          title: `Ctrl+${index + 1}`,
          "aria-keyshortcuts": `Control+${index + 1}`,
        },
        icon(iconName),
        el("span", { class: "sidebar-label" }, label),
        badge,
      );
      entry.addEventListener("click", () => onSelect(page));
      this.#entries.set(page, entry);
      this.#badges.set(page, badge);
    });
    this.root = el(
      "nav",
      { class: "sidebar", "aria-label": "Pages" },
      el("p", { class: "sidebar-title" }, icon("bell"), "Doorbell"),
      el("ul", {}, ...[...this.#entries.values()].map((entry) => el("li", {}, entry))),
      this.#quietStatus,
    );
  }

  /** @param {HomePage} current */
  setCurrent(current) {
    for (const [page, entry] of this.#entries) {
      if (page === current) entry.setAttribute("aria-current", "page");
      else entry.removeAttribute("aria-current");
    }
  }

  /** @param {HomeView} view */
  show({ waiting, quietMode, settingsProblem, pendingChanges }) {
    const count = waiting.filter(({ kind }) => kind !== "notice").length;
    const waitingText = count === 1 ? "1 question waiting" : `${count} questions waiting`;
    this.#setBadge(
      "waiting",
      count > 0 && {
        element: el("span", { class: "sidebar-count" }, String(count)),
        text: waitingText,
      },
    );
    const settingsText =
      (settingsProblem !== null && "the settings file has an error") ||
      (pendingChanges.length > 0 && "a change needs your approval");
    this.#setBadge("settings", settingsText && { element: icon("warning"), text: settingsText });
    this.#quietStatus.replaceChildren(...quietStatus(quietMode));
  }

  /**
   * @param {HomePage} page
   * @param {false | { element: Element, text: string }} badge `text` is added to the accessible name
   */
  #setBadge(page, badge) {
    const label = ENTRIES.find((entry) => entry.page === page)?.label;
    this.#badges.get(page)?.replaceChildren(...(badge ? [badge.element] : []));
    if (badge) this.#entries.get(page)?.setAttribute("aria-label", `${label}, ${badge.text}`);
    else this.#entries.get(page)?.removeAttribute("aria-label");
  }
}
