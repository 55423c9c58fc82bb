// What someone wrote into the settings file that would protect less: it counts only when the person
// says so here.

import { Button, setPressesAccepted } from "../button.js";
import { el, isolate } from "../dom.js";
import { icon } from "../icon.js";
import { changeSetting } from "./backend.js";

/** @import { HeldView } from "../generated/HeldView" */
/** @import { SettingChange } from "../generated/SettingChange" */
/** @import { Home } from "./home.js" */

export class HeldCard {
  root = el("section", { class: "warning held", "aria-labelledby": "held-title", hidden: true });
  #list = el("ul", {});
  #title = el(
    "h2",
    { id: "held-title", tabindex: -1 },
    "The settings file was changed outside Doorbell",
  );
  /** What stands in the card, to leave it alone while it stays the same. */
  #shown = "[]";
  #home;
  #heading;

  /**
   * @param {Home} home
   * @param {HTMLElement} heading takes the focus when the card is gone
   */
  constructor(home, heading) {
    this.#home = home;
    this.#heading = heading;
    this.root.append(
      icon("warning"),
      el(
        "div",
        { class: "held-text" },
        this.#title,
        el("p", {}, "If that was not you, keep the old. Nothing of this counts until you choose."),
        this.#list,
      ),
    );
  }

  /**
   * @param {HeldView[]} held
   * @param {boolean} accepts whether `Use it` is accepted now
   */
  show(held, accepts) {
    this.#showHeld(held);
    setPressesAccepted(this.#list, accepts);
  }

  /** @param {HeldView[]} held */
  #showHeld(held) {
    const shown = JSON.stringify(held);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.root.contains(document.activeElement);
    this.#list.replaceChildren(...held.map((one, place) => this.#row(one, `held-${place}`)));
    this.root.hidden = held.length === 0;
    if (hadFocus) (held.length > 0 ? this.#title : this.#heading).focus({ preventScroll: true });
  }

  /**
   * @param {HeldView} held
   * @param {string} id
   * @returns {HTMLElement}
   */
  #row({ wouldBe, consequence, wanted, kept }, id) {
    const use = new Button("Use it", "plain", () => this.#choose(wanted, "It counts from now on."));
    const keep = new Button("Keep the old", "plain", () =>
      this.#choose(kept, "The file says again what it said before."),
    ).alwaysReady();
    for (const { root } of [use, keep]) {
      root.classList.add("small");
      root.setAttribute("aria-describedby", id);
    }
    return el(
      "li",
      {},
      el(
        "div",
        { class: "held-words", id },
        el("p", { class: "held-setting" }, isolate(wouldBe)),
        el("p", {}, isolate(consequence)),
      ),
      el("div", { class: "held-buttons" }, use.root, keep.root),
    );
  }

  /**
   * @param {SettingChange} change
   * @param {string} done
   */
  async #choose(change, done) {
    const heard = await this.#home.hear(changeSetting(change));
    if (heard !== null) this.#home.say(done);
  }
}
