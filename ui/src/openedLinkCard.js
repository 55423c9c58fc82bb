// One opened link until it is finished. The card has the same size in every state, so that nothing
// around it moves.

import { Button, disable } from "./button.js";
import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { PressSender } from "./pressSender.js";
import { elapsedValidFor, formatElapsed, formatTime } from "./timeFormat.js";

/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { OpenedLinkPress } from "./generated/OpenedLinkPress" */
/** @import { OpenedLinkView } from "./generated/OpenedLinkView" */

const NEXT_STEP = "Finish in your browser, then press Done";
/** Shown where there is room. */
const PURPOSE = " so the agent can continue";
const ASKER_GONE = "The agent is no longer waiting for this";
const BRIEF_MS = 4000;

export class OpenedLinkCard {
  #elapsed = el("time", { class: "opened-link-elapsed" });
  #line = el("p", { class: "opened-link-status", role: "status" });
  #presses = new PressSender({
    show: (text) => this.#showProblem(text),
    showBriefly: (text) => this.#showBriefly(text),
  });
  /** The rendered state, to skip unchanged updates. */
  #renderedLine = "";
  #timer = 0;
  #briefTimer = 0;
  #openAgain = this.#button("Open again", "openAgain", "Opening…");
  #buttons = [this.#button("Done", "done"), this.#openAgain, this.#button("Cancel", "cancel")];
  #view;

  /** @param {OpenedLinkView} view */
  constructor(view) {
    this.#view = view;
    const domainId = `opened-link-${view.id}`;
    const domain = el("span", { class: "opened-link-domain", id: domainId }, isolate(view.domain));
    for (const { root } of this.#buttons) root.setAttribute("aria-describedby", domainId);
    this.root = el(
      "li",
      { class: "opened-link", tabindex: -1 },
      el(
        "p",
        { class: "opened-link-head" },
        icon("globe"),
        domain,
        el("span", { class: "opened-link-asker", title: view.asker }, isolate(view.asker)),
        this.#elapsed,
      ),
      this.#line,
      el("div", { class: "opened-link-buttons" }, ...this.#buttons.map((button) => button.root)),
    );
    this.#elapsed.title = `Opened at ${formatTime(view.since)}`;
  }

  /** @param {OpenedLinkView} view */
  show(view) {
    this.#view = view;
    const hadFocus = this.root !== document.activeElement && this.#containsFocus;
    this.root.classList.remove("waiting", "done", "over");
    this.root.classList.add(view.state);
    // Its buttons are hidden now and cannot keep the focus.
    if (hadFocus && view.state !== "waiting") this.root.focus({ preventScroll: true });
    this.#openAgain.setBusy(view.opening);
    for (const { root } of this.#buttons) disable(root, "opening", view.opening);
    this.#showLine();
    clearTimeout(this.#timer);
    this.#updateElapsed();
  }

  unmounted() {
    clearTimeout(this.#timer);
    clearTimeout(this.#briefTimer);
  }

  get #containsFocus() {
    return this.root.contains(document.activeElement);
  }

  /**
   * @param {string} label
   * @param {OpenedLinkPress} press
   * @param {string} [busyLabel]
   * @returns {Button}
   */
  #button(label, press, busyLabel) {
    return new Button(label, "plain", (by, button) => this.#press(press, by, button), busyLabel);
  }

  /**
   * Ignores presses while the browser starts.
   *
   * @param {OpenedLinkPress} press
   * @param {InputDevice} by
   * @param {Button} button
   */
  #press(press, by, button) {
    if (this.#view.state !== "waiting" || this.#view.opening) return;
    this.#presses.pressOpenedLink({ id: this.#view.id, press, by }, button);
  }

  #updateElapsed() {
    const elapsed = Date.now() - this.#view.since;
    this.#elapsed.replaceChildren(formatElapsed(elapsed));
    if (this.#view.state !== "waiting") return;
    this.#timer = setTimeout(() => this.#updateElapsed(), elapsedValidFor(elapsed));
  }

  #showLine() {
    const { domain, state, trouble, opening } = this.#view;
    const line = `${state} ${opening} ${trouble}`;
    if (line === this.#renderedLine) return;
    this.#renderedLine = line;
    clearTimeout(this.#briefTimer);
    this.#line.classList.toggle("problem", state === "waiting" && !opening && trouble !== null);
    this.#line.title = "";
    const hiddenDomain = el("span", { class: "visually-hidden" }, ": ", isolate(domain));
    switch (state) {
      case "waiting":
        if (opening) {
          this.#line.replaceChildren(el("span", {}, "Opening your browser…"));
        } else if (trouble !== null) {
          this.#line.title = trouble;
          this.#line.replaceChildren(el("span", {}, isolate(trouble)));
        } else {
          this.#line.title = `${NEXT_STEP}${PURPOSE}.`;
          const purpose = el("span", { class: "opened-link-purpose" }, PURPOSE);
          this.#line.replaceChildren(el("span", {}, NEXT_STEP, purpose, "."));
        }
        break;
      case "done":
        this.#line.replaceChildren(icon("check"), el("span", {}, "Done", hiddenDomain));
        break;
      case "over":
        this.#line.replaceChildren(icon("info"), el("span", {}, ASKER_GONE, hiddenDomain));
        break;
    }
  }

  /** @param {string} text */
  #showProblem(text) {
    clearTimeout(this.#briefTimer);
    this.#renderedLine = "";
    this.#line.classList.add("problem");
    this.#line.title = text;
    this.#line.replaceChildren(el("span", {}, text));
  }

  /** @param {string} text */
  #showBriefly(text) {
    this.#showProblem(text);
    this.#line.classList.remove("problem");
    this.#briefTimer = setTimeout(() => this.#showLine(), BRIEF_MS);
  }
}
