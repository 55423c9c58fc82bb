// One question on the page: the asker card, the message and the form, or the link and the message,
// the buttons.

import { AskerCard } from "./asker.js";
import { bodyOf, HINTS } from "./body.js";
import { Dialog } from "./dialog.js";
import { el } from "./dom.js";
import { Layers } from "./layers.js";
import { messageFrom } from "./message.js";
import { Presses } from "./presses.js";
import { previewBanner } from "./previewBanner.js";
import { Status } from "./status.js";

/** @import { Button } from "./button.js" */
/** @import { DialogWords } from "./dialog.js" */
/** @import { By } from "./generated/By" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

const STOP = {
  title: "Stop this question?",
  text: "The agent is told you cancelled.",
  go: "Stop",
};
const HAND_BACK = {
  title: "Answer in the terminal?",
  text: "The agent asks you there. What you typed here is lost.",
  go: "Answer in terminal",
};
const MUTE = {
  title: "Mute this server?",
  text: "The agent is told that the question was refused. What you typed here is lost.",
  go: "Mute",
};

export class Sheet {
  #layers = new Layers();
  #card = new AskerCard(this.#layers);
  #question;
  #presses;
  #body;
  #message;
  #scroll;
  /** What the person may be asked before it happens, by the state that asks. */
  #dialogs;
  /** What cannot be reached while the person is asked that. */
  #below;

  /**
   * @param {QuestionView} question
   * @param {HTMLElement[]} beside what stands in the window beside the sheet
   */
  constructor(question, beside) {
    this.id = question.id;
    this.#question = question;
    const status = new Status(HINTS[question.body.body]);
    this.#presses = new Presses(status);
    this.#body = bodyOf(question, {
      layers: this.#layers,
      status,
      press: (press, by, button, before) => this.#press(press, by, button, before),
    });
    this.#message = messageFrom(question.asker.name, question.message);
    this.#dialogs = {
      stopping: this.#dialog(STOP, () => ({ press: "stop" })),
      handingBack: this.#dialog(HAND_BACK, () => ({ press: "answerInTerminal" })),
      muting: this.#dialog(MUTE, () => this.#muting()),
    };
    const kind = question.body.body;
    const message = question.message === "" ? [] : [this.#message];
    // What is consented to stands above the message: none, however long, can push it out of view.
    const middle = kind === "form" ? [...message, this.#body.root] : [this.#body.root, ...message];
    this.#scroll = el("main", { class: "scroll" }, ...middle);
    const content = el(
      "div",
      { class: `content ${kind}-content` },
      ...(question.preview ? [previewBanner()] : []),
      this.#card.root,
      this.#scroll,
      this.#body.bar,
    );
    this.#below = [content, ...beside];
    const dialogs = Object.values(this.#dialogs).map((dialog) => dialog.root);
    this.root = el("div", { class: "sheet" }, content, ...dialogs);
    this.update(question);
  }

  /**
   * Shows what changed around what the person is at.
   *
   * @param {QuestionView} question
   */
  update(question) {
    this.#question = question;
    this.#card.update(question);
    const dialog = this.#asking();
    for (const other of Object.values(this.#dialogs)) {
      if (other !== dialog) other.close(this.#below);
    }
    if (dialog !== null) {
      this.#layers.closeAll();
      dialog.open(this.#below);
    }
    this.#body.update(question);
  }

  /** Called once it is in the page: a field or the link takes the focus, never an action. */
  entered() {
    this.root.scrollIntoView();
    this.#scroll.scrollTop = 0;
    if (this.#asking() === null && !this.#body.focusFirst()) {
      this.#message.focus({ preventScroll: true });
    }
  }

  /** Called when it leaves the page. */
  left() {
    for (const dialog of Object.values(this.#dialogs)) dialog.close(this.#below);
    this.#card.stop();
    this.#body.left();
  }

  send() {
    if (this.#question.state.state === "open") this.#body.send();
  }

  escape() {
    if (this.#layers.closeInnermost()) return;
    switch (this.#question.state.state) {
      case "open":
        this.#press({ press: "dismiss" }, "key", null);
        break;
      case "stopping":
      case "handingBack":
      case "muting":
        this.#press({ press: "keepWaiting" }, "key", this.#asking()?.keepWaiting ?? null);
        break;
      case "withdrawn":
        this.#press({ press: "close" }, "key", this.#body.close);
        break;
    }
  }

  /** @returns {Dialog | null} the one that is open */
  #asking() {
    const { state } = this.#question.state;
    return state === "open" || state === "withdrawn" ? null : this.#dialogs[state];
  }

  /** @returns {Press} for as long as was chosen before */
  #muting() {
    const { state } = this.#question;
    return { press: "mute", length: state.state === "muting" ? state.length : "hour" };
  }

  /**
   * @param {DialogWords} words
   * @param {() => Press} go
   * @returns {Dialog}
   */
  #dialog(words, go) {
    return new Dialog(words, {
      keepWaiting: (by, button) => this.#press({ press: "keepWaiting" }, by, button),
      go: (by, button) => this.#press(go(), by, button),
    });
  }

  /**
   * Says a press after what was typed, so that Rust judges it by what is on the screen.
   *
   * @param {Press} press
   * @param {By} by
   * @param {Button | null} button
   * @param {() => Promise<void>} [before]
   */
  #press(press, by, button, before = () => this.#body.settled()) {
    return this.#presses.press(this.#question, press, by, button, before);
  }
}
