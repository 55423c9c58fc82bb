// Offers to accept input of assistive technology after a press of a program was refused.

import { Button } from "./button.js";
import { el } from "./dom.js";
import { PressSender } from "./pressSender.js";

/** @import { AssistiveOfferAnswer } from "./generated/AssistiveOfferAnswer" */

const EXPLANATION =
  "Other programs could then answer for you, too. Choose with a keyboard or mouse.";

/** @type {[AssistiveOfferAnswer, string][]} */
const ANSWERS = [
  ["untilQuit", "Until Doorbell quits"],
  ["always", "Always"],
  ["no", "No"],
];

export class AssistiveOffer {
  /** Filled when it appears, so that a screen reader announces it. */
  #explanation = el("p", { class: "assistive-offer-explanation", role: "alert" });
  #result = el("p", { class: "assistive-offer-result", role: "status" });
  /** @type {HTMLElement | null} */
  #previousFocus = null;

  constructor() {
    /** @param {string} text */
    const showResult = (text) => this.#result.replaceChildren(text);
    const presses = new PressSender({ show: showResult, showBriefly: showResult });
    const buttons = ANSWERS.map(([answer, label]) => {
      const { root } = new Button(label, "plain", (by, button) => {
        presses.pressAssistiveOffer({ answer, by }, button);
      });
      root.classList.add("small");
      return root;
    });
    this.root = el(
      "section",
      { class: "assistive-offer", "aria-labelledby": "assistive-offer-title", hidden: true },
      el("h2", { id: "assistive-offer-title" }, "Allow assistive input?"),
      this.#explanation,
      el("div", { class: "assistive-offer-buttons" }, ...buttons),
      this.#result,
    );
    this.root.addEventListener("focusin", ({ relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !this.root.contains(relatedTarget)) {
        this.#previousFocus = relatedTarget;
      }
    });
  }

  /** @param {boolean} isOffered */
  show(isOffered) {
    if (isOffered !== this.root.hidden) return;
    const hadFocus = this.root.contains(document.activeElement);
    this.root.hidden = !isOffered;
    this.#explanation.replaceChildren(isOffered ? EXPLANATION : "");
    if (isOffered) this.root.scrollIntoView();
    else this.#result.replaceChildren();
    if (hadFocus) this.#previousFocus?.focus({ preventScroll: true });
  }
}
