// The question window's page: opened links, floods, and below them the current content.

import { Announcement } from "./announcement.js";
import { AssistiveOffer } from "./assistiveOffer.js";
import { setPressesAccepted } from "./button.js";
import { el } from "./dom.js";
import { FloodList } from "./floodList.js";
import { OpenedLinkList } from "./openedLinkList.js";
import { OpenedLinksScreen } from "./openedLinksScreen.js";
import { QuestionSheet } from "./questionSheet.js";
import { QuitConfirmation } from "./quitConfirmation.js";
import { moveToRegion, pressKey } from "./shortcuts.js";
import { testBanner } from "./testBanner.js";

/** @import { ScreenView } from "./generated/ScreenView" */
/** @import { WindowView } from "./generated/WindowView" */

/** @typedef {QuestionSheet | Announcement | OpenedLinksScreen | QuitConfirmation} Content */

export class Page {
  #openedLinks = new OpenedLinkList();
  #floods = new FloodList();
  #banner = testBanner();
  #assistiveOffer = new AssistiveOffer();
  /** Above the content. */
  #cards = [this.#assistiveOffer.root, this.#openedLinks.root, this.#floods.root];
  #frame = el("div", { class: "window" }, this.#banner, ...this.#cards);
  /** @type {Content | null} */
  #content = null;
  /** What the content needs without scrolling, measured when it was new. */
  #contentHeight = 0;
  #onPainted;
  /** Generation and id of the last view reported as painted. */
  #lastPainted = "";
  /** From the last view. */
  #guard = { acceptsPresses: false, hasFocus: false };
  #hasFocus = document.hasFocus();
  /** True while a key may be down since before the window got the focus. */
  #isKeyHeld = false;

  /**
   * @param {HTMLElement} body
   * @param {(id: string, generation: number, height: number) => void} onPainted called for every new
   *   view, with the height that its content needs
   */
  constructor(body, onPainted) {
    this.#onPainted = onPainted;
    body.append(this.#frame);
  }

  get root() {
    return this.#frame;
  }

  /** @param {WindowView} view */
  show({ screen, openedLinks, floods, assistiveOffer, acceptsPresses, hasFocus, testBuild }) {
    this.#banner.hidden = !testBuild;
    this.#frame.hidden = screen.show === "nothing";
    this.#frame.classList.toggle("only-opened-links", screen.show === "waiting");
    this.#openedLinks.show(openedLinks);
    this.#floods.show(floods);
    this.#assistiveOffer.show(assistiveOffer);
    this.#showContent(screen);
    this.#guard = { acceptsPresses, hasFocus };
    this.#updateGuard();
  }

  /** @param {boolean} hasFocus */
  setFocused(hasFocus) {
    this.#hasFocus = hasFocus;
    this.#updateGuard();
  }

  /** @param {boolean} held */
  setKeyHeld(held) {
    this.#isKeyHeld = held;
    this.#updateGuard();
  }

  send() {
    this.#content?.send();
  }

  /** @param {boolean} backwards */
  moveRegion(backwards) {
    moveToRegion(backwards);
  }

  /**
   * @param {string} key
   * @param {EventTarget | null} target
   * @returns {boolean}
   */
  pressKey(key, target) {
    return pressKey(key, target);
  }

  escape() {
    if (!this.#floods.escape()) this.#content?.escape();
  }

  /**
   * Rust restarts the guard when it learns of a new focus, so buttons stay disabled until then.
   * They also do while a key is held down.
   */
  #updateGuard() {
    const { acceptsPresses, hasFocus } = this.#guard;
    const isFocusReported = hasFocus || !this.#hasFocus;
    setPressesAccepted(this.#frame, acceptsPresses && isFocusReported && !this.#isKeyHeld);
  }

  /** @param {ScreenView} view */
  #showContent(view) {
    const content = this.#content;
    switch (view.show) {
      case "nothing":
        this.#removeContent();
        this.#lastPainted = "";
        break;
      case "question": {
        const { question } = view;
        if (content instanceof QuestionSheet && content.id === question.id)
          content.update(question);
        else this.#replaceContent(new QuestionSheet(question, this.#cards));
        this.#reportPainted(question.id, question.generation);
        break;
      }
      case "announcement": {
        const { announcement } = view;
        if (content instanceof Announcement && content.shows(announcement))
          content.update(announcement);
        else this.#replaceContent(new Announcement(announcement));
        this.#reportPainted(announcement.id, announcement.generation);
        break;
      }
      case "waiting":
        if (content instanceof OpenedLinksScreen) content.update(view.generation);
        else this.#replaceContent(new OpenedLinksScreen(view.generation, this.#openedLinks));
        this.#reportPainted("", view.generation);
        break;
      case "quitting":
        if (content instanceof QuitConfirmation) content.update(view);
        else this.#replaceContent(new QuitConfirmation(view));
        this.#reportPainted("", view.generation);
        break;
    }
  }

  /** @param {Content} next */
  #replaceContent(next) {
    this.#removeContent();
    this.#content = next;
    this.#frame.append(next.root);
    this.#frame.scrollTop = 0;
    this.#contentHeight = this.#measure();
    next.mounted();
  }

  /** @returns {number} */
  #measure() {
    this.#frame.classList.add("measured");
    const { height } = this.#frame.getBoundingClientRect();
    this.#frame.classList.remove("measured");
    return height;
  }

  #removeContent() {
    this.#content?.unmounted();
    this.#content?.root.remove();
    this.#content = null;
  }

  /**
   * @param {string} id
   * @param {number} generation
   */
  #reportPainted(id, generation) {
    const painted = `${generation} ${id}`;
    if (painted === this.#lastPainted) return;
    this.#lastPainted = painted;
    this.#onPainted(id, generation, this.#contentHeight);
  }
}
