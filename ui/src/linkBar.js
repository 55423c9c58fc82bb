// The bottom of a link's window: the warnings, what is opened, the status line and the buttons.

import { AnswerBar } from "./answerBar.js";
import { asides } from "./asides.js";
import { Button } from "./button.js";
import { el, said } from "./dom.js";
import { warningList } from "./warnings.js";

/** @import { AnswerPresses } from "./answerBar.js" */
/** @import { Pressed } from "./asides.js" */
/** @import { LinkStep } from "./generated/LinkStep" */
/** @import { LinkView } from "./generated/LinkView" */
/** @import { Status } from "./status.js" */

/**
 * @typedef {object} LinkPresses
 * @property {Pressed} decline
 * @property {Pressed} copyLink
 * @property {Pressed} openedIt
 * @property {Pressed} open
 */

export class LinkBar extends AnswerBar {
  #domain;
  #destination;
  #open;
  #openedIt;

  /**
   * @param {LinkView} link
   * @param {Status} status
   * @param {AnswerPresses & LinkPresses} pressed
   */
  constructor(link, status, pressed) {
    const decline = new Button("Decline", "plain", pressed.decline);
    const copyLink = new Button("Copy link", "plain", pressed.copyLink).unguarded();
    const open = new Button("Open in browser", "primary", pressed.open, "Opening…");
    open.root.classList.add("open");
    open.root.setAttribute("aria-describedby", "destination");
    const buttons = el(
      "div",
      { class: "buttons link-buttons" },
      asides(pressed),
      decline.root,
      copyLink.root,
      open.root,
    );
    super(status, pressed.close, buttons);
    this.#domain = link.registrable;
    this.#open = open;
    this.#destination = el(
      "p",
      { class: "destination", id: "destination" },
      "Opens ",
      el("strong", {}, said(link.registrable)),
    );
    this.#openedIt = new Button("I opened it", "plain", pressed.openedIt);
    this.#openedIt.root.hidden = true;
    const words = el("div", { class: "link-words" }, this.#destination, status.root);
    const line = el("div", { class: "link-line" }, words, this.#openedIt.root);
    this.root.classList.add("link-bar");
    this.root.replaceChildren(warningList(link.warnings), this.notice, line, buttons);
  }

  /**
   * @param {LinkStep} step
   * @param {string | null} trouble
   */
  show(step, trouble) {
    if (this.isWithdrawn) return;
    const hadFocus = this.#openedIt.root === document.activeElement;
    this.#openedIt.root.hidden = step !== "copied";
    if (hadFocus && step !== "copied") this.#open.root.focus();
    this.#open.look(step === "armed" ? "danger" : "primary");
    this.#open.busy(step === "opening");
    // Said once: these words name the domain themselves.
    this.#destination.hidden = step === "armed" || step === "opening";
    const words = [trouble, this.#words(step)].filter((text) => text !== null).join(" ");
    this.status.stand(words, trouble !== null || step === "armed" ? "alert" : "plain");
  }

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    this.withdraw(name, at, reason, "Nothing was sent.");
    this.#openedIt.root.hidden = true;
  }

  /**
   * @param {LinkStep} step
   * @returns {string | null}
   */
  #words(step) {
    switch (step) {
      case "armed":
        return `Read the warning. Press Open in browser again to open ${this.#domain}.`;
      case "copied":
        return "Copied. Only for you: do not share it.";
      case "opening":
        return `Opening ${this.#domain}…`;
      case "looking":
        return null;
    }
  }
}
