// One question: asker card, message, body and buttons.

import { AskerCard } from "./askerCard.js";
import { createBody, hintFor } from "./body.js";
import { Dialog } from "./dialog.js";
import { el } from "./dom.js";
import { Layers } from "./layers.js";
import { PressSender } from "./pressSender.js";
import { previewBanner } from "./previewBanner.js";
import { serverMessage } from "./serverMessage.js";
import { StatusLine } from "./statusLine.js";
import { tellWhenFull } from "./textBox.js";

/** @import { Button } from "./button.js" */
/** @import { DialogText } from "./dialog.js" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

const STOP_DIALOG = {
  title: "Discard your answer?",
  text: "The agent will be told that you cancelled.",
  confirm: "Discard",
};
const DISCARD_REPLY_DIALOG = {
  title: "Discard your reply?",
  text: "The agent goes on waiting in its terminal.",
  confirm: "Discard",
};
const HAND_BACK_DIALOG = {
  title: "Answer in the terminal?",
  text: "The agent will ask you in its terminal. What you typed here will be discarded.",
  confirm: "Answer in terminal",
};
const MUTE_DIALOG = {
  title: "Mute this server?",
  text: "The question will be rejected. What you typed here will be discarded.",
  confirm: "Mute",
};

export class QuestionSheet {
  #layers = new Layers();
  #card = new AskerCard(this.#layers);
  #question;
  #presses;
  #body;
  #message;
  #scroll;
  /** Confirmation dialogs by the state that opens them. */
  #dialogs;
  /** Made inert while a dialog is open. */
  #inertElements;

  /**
   * @param {QuestionView} question
   * @param {HTMLElement[]} siblings elements beside the sheet in the window
   */
  constructor(question, siblings) {
    this.id = question.id;
    this.#question = question;
    const status = new StatusLine(hintFor(question));
    this.#presses = new PressSender(status);
    this.#message = serverMessage(question);
    this.#body = createBody(question, {
      layers: this.#layers,
      status,
      message: this.#message,
      press: (press, by, button, before) => this.#press(press, by, button, before),
    });
    const kind = question.body.body;
    this.#dialogs = {
      stopping: this.#createDialog(kind === "notice" ? DISCARD_REPLY_DIALOG : STOP_DIALOG, () => ({
        press: "stop",
      })),
      handingBack: this.#createDialog(HAND_BACK_DIALOG, () => ({ press: "answerInTerminal" })),
      muting: this.#createDialog(MUTE_DIALOG, () => this.#mutePress()),
    };
    for (const region of [this.#message, this.#body.root, this.#body.bar]) {
      region.setAttribute("data-region", "");
    }
    const message = question.message === "" ? [] : [this.#message];
    // The link or permission comes first, so that no long message can push it out of view.
    const isBodyFirst = kind === "link" || kind === "permission" || kind === "notice";
    const main = isBodyFirst ? [this.#body.root, ...message] : [...message, this.#body.root];
    this.#scroll = el("main", { class: "scroll" }, ...main, this.#body.after);
    const content = el(
      "div",
      { class: `content ${kind}-content` },
      el(
        "div",
        { class: "upper" },
        question.preview && previewBanner(),
        this.#card.root,
        status.banner,
        this.#scroll,
      ),
      this.#body.bar,
    );
    this.#inertElements = [content, ...siblings];
    const dialogs = Object.values(this.#dialogs).map((dialog) => dialog.root);
    this.root = el("div", { class: "sheet" }, content, ...dialogs);
    tellWhenFull(this.root, status);
    this.update(question);
  }

  /**
   * Updates the surroundings without touching the person's input.
   *
   * @param {QuestionView} question
   */
  update(question) {
    this.#question = question;
    this.#card.update(question);
    const dialog = this.#openDialog();
    for (const other of Object.values(this.#dialogs)) {
      if (other !== dialog) other.close(this.#inertElements);
    }
    if (dialog !== null) {
      this.#layers.closeAll();
      dialog.open(this.#inertElements);
    }
    this.#body.update(question);
    if (question.state.state === "withdrawn") {
      const { waiting } = question;
      this.#body.close.setLabel(waiting > 0 ? `Next question (${waiting})` : "Close");
    }
  }

  /** Focuses a field or the link, never a button. */
  mounted() {
    this.root.scrollIntoView();
    this.#scroll.scrollTop = 0;
    if (this.#openDialog() === null && !this.#body.focusFirst()) {
      this.#message.focus({ preventScroll: true });
    }
  }

  unmounted() {
    for (const dialog of Object.values(this.#dialogs)) dialog.close(this.#inertElements);
    this.#card.unmounted();
    this.#body.unmounted();
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
        this.#press({ press: "keepWaiting" }, "key", this.#openDialog()?.cancelButton ?? null);
        break;
      case "withdrawn":
        this.#press({ press: "close" }, "key", this.#body.close);
        break;
    }
  }

  /** @returns {Dialog | null} the open one */
  #openDialog() {
    const { state } = this.#question.state;
    return state === "open" || state === "withdrawn" ? null : this.#dialogs[state];
  }

  /** @returns {Press} with the duration chosen before */
  #mutePress() {
    const { state } = this.#question;
    return { press: "mute", length: state.state === "muting" ? state.length : "hour" };
  }

  /**
   * @param {DialogText} text
   * @param {() => Press} confirmPress
   * @returns {Dialog}
   */
  #createDialog(text, confirmPress) {
    return new Dialog(text, {
      cancel: (by, button) => this.#press({ press: "keepWaiting" }, by, button),
      confirm: (by, button) => this.#press(confirmPress(), by, button),
    });
  }

  /**
   * Sends a press after all edits, so that Rust judges what is on the screen.
   *
   * @param {Press} press
   * @param {InputDevice} by
   * @param {Button | null} button
   * @param {() => Promise<void>} [flush]
   */
  #press(press, by, button, flush = () => this.#body.flush()) {
    return this.#presses.press(this.#question, press, by, button, flush);
  }
}
