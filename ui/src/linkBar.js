// The bar of a link: warnings, destination, status line and buttons.

import { AnswerBar } from "./answerBar.js";
import { Button } from "./button.js";
import { deferButtons } from "./deferButtons.js";
import { el, isolate } from "./dom.js";
import { warningList } from "./warningList.js";

/** @import { AnswerHandlers } from "./answerBar.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { LinkStep } from "./generated/LinkStep" */
/** @import { LinkView } from "./generated/LinkView" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * @typedef {object} LinkHandlers
 * @property {PressHandler} decline
 * @property {PressHandler} copyLink
 * @property {PressHandler} openedIt
 * @property {PressHandler} open
 */

export class LinkBar extends AnswerBar {
  #domain;
  #destination;
  #open;
  #openedIt;

  /**
   * @param {LinkView} link
   * @param {StatusLine} status
   * @param {AnswerHandlers & LinkHandlers} handlers
   */
  constructor(link, status, handlers) {
    const decline = new Button("Decline", "plain", handlers.decline);
    const copyLink = new Button("Copy link", "plain", handlers.copyLink).alwaysReady();
    const open = new Button("Open in browser", "primary", handlers.open, "Opening…");
    open.root.classList.add("open");
    open.root.setAttribute("aria-describedby", "destination");
    const buttons = el(
      "div",
      { class: "buttons link-buttons" },
      deferButtons(handlers),
      decline.root,
      copyLink.root,
      open.root,
    );
    super(status, handlers.close, buttons);
    this.#domain = link.registrable;
    this.#open = open;
    this.#destination = el(
      "p",
      { class: "destination", id: "destination" },
      "Opens ",
      el("strong", {}, isolate(link.registrable)),
    );
    this.#openedIt = new Button("I opened it", "plain", handlers.openedIt);
    this.#openedIt.root.hidden = true;
    const text = el("div", { class: "link-text" }, this.#destination, status.root);
    const row = el("div", { class: "link-row" }, text, this.#openedIt.root);
    this.root.classList.add("link-bar");
    this.root.replaceChildren(warningList(link.warnings), this.notice, row, buttons);
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
    this.#open.setStyle(step === "armed" ? "danger" : "primary");
    this.#open.setBusy(step === "opening");
    // The status text names the domain in these steps.
    this.#destination.hidden = step === "armed" || step === "opening";
    const text = [trouble, this.#stepText(step)].filter((text) => text !== null).join(" ");
    this.status.setPersistent(text, trouble !== null || step === "armed" ? "alert" : "plain");
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
  #stepText(step) {
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
