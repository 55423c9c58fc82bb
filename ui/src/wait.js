// One link the person agreed to open, until it is finished. The card has the same size in every
// state, so that nothing around it moves.

import { Button, disable } from "./button.js";
import { el, said } from "./dom.js";
import { icon } from "./icon.js";
import { elapsed, elapsedLasts, time } from "./moment.js";
import { Presses } from "./presses.js";

/** @import { By } from "./generated/By" */
/** @import { WaitPress } from "./generated/WaitPress" */
/** @import { WaitView } from "./generated/WaitView" */

const AGREED = "You agreed to open it. ";
const UNKNOWN = "Only the website knows whether you finished.";
const OVER = "Nobody waits for this any more";
const MENTION_SHOWN_MS = 4000;

export class WaitCard {
  #since = el("time", { class: "wait-since" });
  #line = el("p", { class: "wait-line", role: "status" });
  #presses = new Presses({
    say: (text) => this.#say(text),
    mention: (text) => this.#mention(text),
  });
  /** What stands in the line, to leave it alone while it stays the same. */
  #shown = "";
  #timer = 0;
  #mentionTimer = 0;
  #openAgain = this.#button("Open again", "openAgain", "Opening…");
  #buttons = [this.#button("I'm done", "done"), this.#openAgain, this.#button("Cancel", "cancel")];
  #view;

  /** @param {WaitView} view */
  constructor(view) {
    this.#view = view;
    const domainId = `wait-${view.id}`;
    const domain = el("span", { class: "wait-domain", id: domainId }, said(view.domain));
    for (const { root } of this.#buttons) root.setAttribute("aria-describedby", domainId);
    this.root = el(
      "li",
      { class: "wait", tabindex: -1 },
      el(
        "p",
        { class: "wait-who" },
        icon("globe"),
        domain,
        el("span", { class: "wait-asker", title: view.asker }, said(view.asker)),
        this.#since,
      ),
      this.#line,
      el("div", { class: "wait-buttons" }, ...this.#buttons.map((button) => button.root)),
    );
    this.#since.title = `Opened at ${time(view.since)}`;
  }

  /** @param {WaitView} view */
  show(view) {
    this.#view = view;
    const hadFocus = this.root !== document.activeElement && this.#holdsFocus;
    this.root.classList.remove("waiting", "done", "over");
    this.root.classList.add(view.state);
    // A button that is gone cannot keep the focus.
    if (hadFocus && view.state !== "waiting") this.root.focus({ preventScroll: true });
    this.#openAgain.busy(view.opening);
    for (const { root } of this.#buttons) disable(root, "opening", view.opening);
    this.#showLine();
    clearTimeout(this.#timer);
    this.#count();
  }

  /** Called when it leaves the strip. */
  left() {
    clearTimeout(this.#timer);
    clearTimeout(this.#mentionTimer);
  }

  get #holdsFocus() {
    return this.root.contains(document.activeElement);
  }

  /**
   * @param {string} label
   * @param {WaitPress} press
   * @param {string} [busy]
   * @returns {Button}
   */
  #button(label, press, busy) {
    return new Button(label, "plain", (by, button) => this.#press(press, by, button), busy);
  }

  /**
   * While the browser starts, nothing else is to be said.
   *
   * @param {WaitPress} press
   * @param {By} by
   * @param {Button} button
   */
  #press(press, by, button) {
    if (this.#view.state !== "waiting" || this.#view.opening) return;
    this.#presses.pressWait({ id: this.#view.id, press, by }, button);
  }

  #count() {
    const lasted = Date.now() - this.#view.since;
    this.#since.replaceChildren(elapsed(lasted));
    if (this.#view.state !== "waiting") return;
    this.#timer = setTimeout(() => this.#count(), elapsedLasts(lasted));
  }

  #showLine() {
    const { domain, state, trouble, opening } = this.#view;
    const shown = `${state} ${opening} ${trouble}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    clearTimeout(this.#mentionTimer);
    this.#line.classList.toggle("problem", state === "waiting" && !opening && trouble !== null);
    this.#line.title = "";
    const site = el("span", { class: "unseen" }, ": ", said(domain));
    switch (state) {
      case "waiting":
        if (opening) {
          this.#line.replaceChildren(el("span", {}, "Opening ", said(domain), "…"));
        } else if (trouble !== null) {
          this.#line.title = trouble;
          this.#line.replaceChildren(el("span", {}, said(trouble)));
        } else {
          this.#line.title = AGREED + UNKNOWN;
          const words = el("span", {}, el("span", { class: "wait-agreed" }, AGREED), UNKNOWN);
          this.#line.replaceChildren(words);
        }
        break;
      case "done":
        this.#line.replaceChildren(icon("check"), el("span", {}, "Done", site));
        break;
      case "over":
        this.#line.replaceChildren(icon("info"), el("span", {}, OVER, site));
        break;
    }
  }

  /** @param {string} text */
  #say(text) {
    clearTimeout(this.#mentionTimer);
    this.#shown = "";
    this.#line.classList.add("problem");
    this.#line.title = text;
    this.#line.replaceChildren(el("span", {}, text));
  }

  /** @param {string} text */
  #mention(text) {
    this.#say(text);
    this.#line.classList.remove("problem");
    this.#mentionTimer = setTimeout(() => this.#showLine(), MENTION_SHOWN_MS);
  }
}
