// The whole page: the strip of opened links, who asked too often, and below them one question, the
// announcement of the next, or nothing.

import { Announcement } from "./announcement.js";
import { accept } from "./button.js";
import { el } from "./dom.js";
import { Floods } from "./floods.js";
import { Quitting } from "./quitting.js";
import { Sheet } from "./sheet.js";
import { Strip } from "./strip.js";
import { testBanner } from "./testBuild.js";
import { Waiting } from "./waiting.js";

/** @import { StageView } from "./generated/StageView" */
/** @import { WindowView } from "./generated/WindowView" */

/** @typedef {Sheet | Announcement | Waiting | Quitting} Stage */

export class Page {
  #strip = new Strip();
  #floods = new Floods();
  #banner = testBanner();
  #frame = el("div", { class: "window" }, this.#banner, this.#strip.root, this.#floods.root);
  /** @type {Stage | null} */
  #stage = null;
  #painted;
  /** The last (id, generation) said to be painted. */
  #said = "";
  /** What the last view said of the guard. */
  #guard = { acceptsPresses: false, hasFocus: false };
  #hasFocus = document.hasFocus();
  /** Whether a key may still be down from before the window got the focus. */
  #keyHeld = false;

  /**
   * @param {HTMLElement} body
   * @param {(id: string, generation: number) => void} painted is told of every view that is drawn
   */
  constructor(body, painted) {
    this.#painted = painted;
    body.append(this.#frame);
  }

  get root() {
    return this.#frame;
  }

  /** @param {WindowView} view */
  show({ stage, waits, floods, acceptsPresses, hasFocus, testBuild }) {
    this.#banner.hidden = !testBuild;
    this.#frame.hidden = stage.show === "nothing";
    this.#frame.classList.toggle("only-waiting", stage.show === "waiting");
    this.#strip.show(waits);
    this.#floods.show(floods);
    this.#showStage(stage);
    this.#guard = { acceptsPresses, hasFocus };
    this.#showGuard();
  }

  /** @param {boolean} hasFocus */
  focusChanged(hasFocus) {
    this.#hasFocus = hasFocus;
    this.#showGuard();
  }

  /** @param {boolean} held */
  keyHeld(held) {
    this.#keyHeld = held;
    this.#showGuard();
  }

  send() {
    this.#stage?.send();
  }

  escape() {
    if (!this.#floods.escape()) this.#stage?.escape();
  }

  /**
   * Until Rust has heard of the focus, it is about to start the guard again. A key that is held down
   * is ignored here.
   */
  #showGuard() {
    const { acceptsPresses, hasFocus } = this.#guard;
    const isKnown = hasFocus || !this.#hasFocus;
    accept(this.#frame, acceptsPresses && isKnown && !this.#keyHeld);
  }

  /** @param {StageView} view */
  #showStage(view) {
    const stage = this.#stage;
    switch (view.show) {
      case "nothing":
        this.#clear();
        this.#said = "";
        break;
      case "question": {
        const { question } = view;
        if (stage instanceof Sheet && stage.id === question.id) stage.update(question);
        else this.#put(new Sheet(question, [this.#strip.root, this.#floods.root]));
        this.#say(question.id, question.generation);
        break;
      }
      case "announcement": {
        const { announcement } = view;
        if (stage instanceof Announcement && stage.says(announcement)) stage.update(announcement);
        else this.#put(new Announcement(announcement));
        this.#say(announcement.id, announcement.generation);
        break;
      }
      case "waiting":
        if (stage instanceof Waiting) stage.update(view.generation);
        else this.#put(new Waiting(view.generation, this.#strip));
        this.#say("", view.generation);
        break;
      case "quitting":
        if (stage instanceof Quitting) stage.update(view);
        else this.#put(new Quitting(view));
        this.#say("", view.generation);
        break;
    }
  }

  /** @param {Stage} next */
  #put(next) {
    this.#clear();
    this.#stage = next;
    this.#frame.append(next.root);
    this.#frame.scrollTop = 0;
    next.entered();
  }

  #clear() {
    this.#stage?.left();
    this.#stage?.root.remove();
    this.#stage = null;
  }

  /**
   * @param {string} id
   * @param {number} generation
   */
  #say(id, generation) {
    const name = `${generation} ${id}`;
    if (name === this.#said) return;
    this.#said = name;
    this.#painted(id, generation);
  }
}
