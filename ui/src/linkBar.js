// The bottom of a link's window: the warnings, what is opened, the status line and the buttons,
// always in view.

import { asides } from "./asides.js";
import { Button } from "./button.js";
import { el, said } from "./dom.js";
import { Notice } from "./notice.js";
import { warningList } from "./warnings.js";

/** @import { PutAway } from "./asides.js" */
/** @import { Pressed } from "./bar.js" */
/** @import { LinkStep } from "./generated/LinkStep" */
/** @import { LinkView } from "./generated/LinkView" */
/** @import { Layers } from "./layers.js" */
/** @import { Mute } from "./mute.js" */
/** @import { Status } from "./status.js" */

/**
 * @typedef {object} LinkPresses
 * @property {PutAway} later
 * @property {Mute} mute
 * @property {Layers} layers
 * @property {Pressed | null} answerInTerminal nothing if the asker cannot take the question back
 * @property {Pressed} decline
 * @property {Pressed} copyLink
 * @property {Pressed} openedIt
 * @property {Pressed} open
 * @property {Pressed} close
 */

export class LinkBar {
  #notice = new Notice();
  #isWithdrawn = false;
  #domain;
  #destination;
  #status;
  #line;
  #buttons;
  #open;
  #openedIt;

  /**
   * @param {LinkView} link
   * @param {Status} status
   * @param {LinkPresses} pressed
   */
  constructor(link, status, pressed) {
    this.#domain = link.registrable;
    this.#status = status;
    const decline = new Button("Decline", "plain", pressed.decline);
    const copyLink = new Button("Copy link", "plain", pressed.copyLink).unguarded();
    this.#open = new Button("Open in browser", "primary", pressed.open, "Opening…");
    this.#open.root.classList.add("open");
    this.#open.root.setAttribute("aria-describedby", "destination");
    this.#destination = el(
      "p",
      { class: "destination", id: "destination" },
      "Opens ",
      el("strong", {}, said(link.registrable)),
    );
    this.#openedIt = new Button("I opened it", "plain", pressed.openedIt);
    this.#openedIt.root.hidden = true;
    this.close = new Button("Close", "primary", pressed.close);
    const words = el("div", { class: "link-words" }, this.#destination, status.root);
    this.#line = el("div", { class: "link-line" }, words, this.#openedIt.root);
    this.#buttons = el(
      "div",
      { class: "buttons link-buttons" },
      asides(pressed),
      decline.root,
      copyLink.root,
      this.#open.root,
    );
    this.root = el(
      "footer",
      { class: "bar link-bar" },
      warningList(link.warnings),
      this.#notice.root,
      this.#line,
      this.#buttons,
    );
  }

  /**
   * @param {LinkStep} step
   * @param {string | null} trouble
   */
  show(step, trouble) {
    if (this.#isWithdrawn) return;
    const hadFocus = this.#openedIt.root === document.activeElement;
    this.#openedIt.root.hidden = step !== "copied";
    if (hadFocus && step !== "copied") this.#open.root.focus();
    this.#open.look(step === "armed" ? "danger" : "primary");
    this.#open.busy(step === "opening");
    // Said once: these words name the domain themselves.
    this.#destination.hidden = step === "armed" || step === "opening";
    const words = [trouble, this.#words(step)].filter((text) => text !== null).join(" ");
    this.#status.stand(words, trouble !== null || step === "armed" ? "alert" : "plain");
  }

  /**
   * The asker stopped waiting: the link can be read, and nothing can be done with it any more.
   *
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} reason
   */
  withdrawn(name, at, reason) {
    if (this.#isWithdrawn) return;
    this.#isWithdrawn = true;
    const hadFocus = this.root.contains(document.activeElement);
    this.root.classList.add("withdrawn");
    this.#status.stand("", "plain");
    this.#notice.show(name, at, "Nothing was sent.", reason);
    this.#openedIt.root.hidden = true;
    this.#buttons.replaceChildren(this.close.root);
    if (hadFocus) this.#notice.focus();
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
