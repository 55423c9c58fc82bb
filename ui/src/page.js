// The whole page: nothing, one question, or the announcement of the next.

import { Announcement } from "./announcement.js";
import { painted } from "./backend.js";
import { Sheet } from "./sheet.js";

/** @import { WindowView } from "./generated/WindowView" */

export class Page {
  /** @type {Sheet | Announcement | null} */
  #shown = null;
  /** The last (id, generation) said to be painted. */
  #painted = "";
  #body;

  /** @param {HTMLElement} body */
  constructor(body) {
    this.#body = body;
  }

  /** @param {WindowView} view */
  show(view) {
    switch (view.show) {
      case "nothing":
        this.#clear();
        this.#painted = "";
        break;
      case "question": {
        const { question } = view;
        if (this.#shown instanceof Sheet && this.#shown.id === question.id) {
          this.#shown.update(question);
        } else {
          this.#put(new Sheet(question));
        }
        this.#say(question.id, question.generation);
        break;
      }
      case "announcement": {
        const { announcement } = view;
        this.#put(new Announcement(announcement));
        this.#say(announcement.id, announcement.generation);
        break;
      }
    }
  }

  send() {
    this.#shown?.send();
  }

  escape() {
    this.#shown?.escape();
  }

  /** @param {Sheet | Announcement} next */
  #put(next) {
    this.#clear();
    this.#shown = next;
    this.#body.append(next.root);
    next.entered();
  }

  #clear() {
    this.#shown?.left();
    this.#shown = null;
    this.#body.replaceChildren();
  }

  /**
   * @param {string} id
   * @param {number} generation
   */
  #say(id, generation) {
    const name = `${generation} ${id}`;
    if (name === this.#painted) return;
    this.#painted = name;
    painted(id, generation);
  }
}
