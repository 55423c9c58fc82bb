// Changes to the settings file that weaken a protection. They take effect only if the person
// accepts them here.

import { Button, setPressesAccepted } from "../button.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { changeSetting } from "./backend.js";

/** @import { PendingChangeView } from "../generated/PendingChangeView" */
/** @import { SettingChange } from "../generated/SettingChange" */
/** @import { Home } from "./home.js" */

export class PendingChangesCard {
  root = el("section", {
    class: "warning pending-changes",
    "aria-labelledby": "pending-changes-title",
    hidden: true,
  });
  #list = el("ul", {});
  #title = el(
    "h2",
    { id: "pending-changes-title", tabindex: -1 },
    "The settings file was edited outside Doorbell",
  );
  /** The rendered changes as JSON, to skip unchanged updates. */
  #rendered = "[]";
  #home;
  #heading;

  /**
   * @param {Home} home
   * @param {HTMLElement} heading gets the focus when the card is removed
   */
  constructor(home, heading) {
    this.#home = home;
    this.#heading = heading;
    this.root.append(
      icon("warning"),
      el(
        "div",
        { class: "pending-changes-text" },
        this.#title,
        el(
          "p",
          {},
          "If this wasn’t you, keep the current values. The changes take effect only if you accept them.",
        ),
        this.#list,
      ),
    );
  }

  /**
   * @param {PendingChangeView[]} changes
   * @param {boolean} acceptsPresses whether a press of `Accept` is accepted now
   */
  show(changes, acceptsPresses) {
    this.#showChanges(changes);
    setPressesAccepted(this.#list, acceptsPresses);
  }

  /** @param {PendingChangeView[]} changes */
  #showChanges(changes) {
    const json = JSON.stringify(changes);
    if (json === this.#rendered) return;
    this.#rendered = json;
    const hadFocus = this.root.contains(document.activeElement);
    this.#list.replaceChildren(
      ...changes.map((pending, index) => this.#row(pending, `pending-change-${index}`)),
    );
    this.root.hidden = changes.length === 0;
    if (hadFocus) (changes.length > 0 ? this.#title : this.#heading).focus({ preventScroll: true });
  }

  /**
   * @param {PendingChangeView} change
   * @param {string} id
   * @returns {HTMLElement}
   */
  #row({ wouldBe, consequence, requested, current }, id) {
    const acceptButton = new Button("Accept", "plain", () =>
      this.#choose(requested, "The change is in effect."),
    );
    const keepButton = new Button("Keep current", "plain", () =>
      this.#choose(current, "The file was restored."),
    ).alwaysReady();
    for (const { root } of [acceptButton, keepButton]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", id);
    }
    return el(
      "li",
      {},
      el(
        "div",
        { class: "pending-change-text", id },
        el("p", { class: "pending-change-setting" }, isolate(wouldBe)),
        el("p", {}, isolate(consequence)),
      ),
      el("div", { class: "pending-change-buttons" }, acceptButton.root, keepButton.root),
    );
  }

  /**
   * @param {SettingChange} change
   * @param {string} doneText
   */
  async #choose(change, doneText) {
    const result = await this.#home.attempt(changeSetting(change));
    if (result !== null) this.#home.showStatus(doneText);
  }
}
