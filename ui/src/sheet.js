// One question on the page: the asker card, the message, the form, the buttons.

import { AskerCard } from "./asker.js";
import { copyAnswer, wentWrong } from "./backend.js";
import { Bar } from "./bar.js";
import { el } from "./dom.js";
import { Edits } from "./edits.js";
import { Form } from "./form.js";
import { Layers } from "./layers.js";
import { messageFrom } from "./message.js";
import { Presses } from "./presses.js";
import { Status } from "./status.js";
import { StopDialog } from "./stopDialog.js";
import { testBanner } from "./testBuild.js";

/** @import { Button } from "./button.js" */
/** @import { By } from "./generated/By" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

export class Sheet {
  #layers = new Layers();
  #status = new Status("Ctrl+Enter sends · Esc dismisses");
  #presses = new Presses(this.#status);
  #card = new AskerCard(this.#layers);
  /** Whether the status line counts the answers that need attention. */
  #counting = false;
  #question;
  #edits;
  #form;
  #message;
  #bar;
  #scroll;
  #content;
  #stopDialog;

  /** @param {QuestionView} question */
  constructor(question) {
    this.id = question.id;
    this.#question = question;
    this.#edits = new Edits(
      question.id,
      (check) => this.#checked(check),
      (error) => this.#status.say(wentWrong(error), "problem"),
    );
    this.#form = new Form(question, {
      layers: this.#layers,
      edits: this.#edits,
      announce: (text) => this.#status.announce(text),
    });
    this.#message = messageFrom(question.asker.name, question.message);
    this.#bar = new Bar(this.#status, {
      later: (by, button) => this.#press({ press: "later" }, by, button),
      decline: (by, button) => this.#press({ press: "decline" }, by, button),
      send: (by) => this.#send(by),
      copyAnswer: () => this.#copyAnswer(),
      close: (by, button) => this.#press({ press: "close" }, by, button),
    });
    this.#stopDialog = new StopDialog({
      keepWaiting: (by, button) => this.#press({ press: "keepWaiting" }, by, button),
      stop: (by, button) => this.#press({ press: "stop" }, by, button),
    });
    this.#scroll = el("main", { class: "scroll" }, this.#message, this.#form.root);
    this.#content = el("div", { class: "content" }, this.#card.root, this.#scroll, this.#bar.root);
    this.root = el(
      "div",
      { class: "window" },
      question.testBuild && testBanner(),
      this.#content,
      this.#stopDialog.root,
    );
    this.update(question);
  }

  /**
   * Shows what changed around the fields. The fields themselves stay as they are.
   *
   * @param {QuestionView} question
   */
  update(question) {
    this.#question = question;
    this.#card.update(question);
    const { state } = question;
    if (state.state === "stopping") {
      this.#layers.closeAll();
      this.#stopDialog.open(this.#content);
    } else {
      this.#stopDialog.close(this.#content);
    }
    if (state.state === "withdrawn") {
      this.#edits.flush().catch(() => {});
      this.#layers.closeAll();
      this.#form.lock();
      this.#bar.withdrawn(question.asker.name, state.at, state.reason);
    }
  }

  /** Called once it is in the page: the first field takes the focus, never an action. */
  entered() {
    this.#scroll.scrollTop = 0;
    if (!this.#stopDialog.isOpen && !this.#form.focusFirst()) {
      this.#message.focus({ preventScroll: true });
    }
  }

  /** Called when it leaves the page. */
  left() {
    this.#card.stop();
    this.#edits.drop();
  }

  send() {
    if (this.#question.state.state === "open") this.#send("key");
  }

  escape() {
    if (this.#layers.closeInnermost()) return;
    switch (this.#question.state.state) {
      case "open":
        this.#press({ press: "dismiss" }, "key", null);
        break;
      case "stopping":
        this.#press({ press: "keepWaiting" }, "key", this.#stopDialog.keepWaiting);
        break;
      case "withdrawn":
        this.#press({ press: "close" }, "key", this.#bar.close);
        break;
    }
  }

  /**
   * Says a press after what was typed, so that Rust judges it by what is on the screen.
   *
   * @param {Press} press
   * @param {By} by
   * @param {Button | null} button
   */
  #press(press, by, button) {
    this.#presses.press(this.#question, press, by, button, () =>
      this.#edits.flush().catch(() => {}),
    );
  }

  /** @param {By} by */
  async #send(by) {
    this.#layers.closeAll();
    const unsettled = this.#form.firstUnsettled();
    if (unsettled !== null) {
      this.#needAttention(unsettled);
      return;
    }
    const press = /** @type {const} */ ({ press: "send", secretsToo: this.#form.secretsToo });
    const flush = () => this.#edits.flush();
    const reply = await this.#presses.press(this.#question, press, by, this.#bar.send, flush);
    if (reply?.reply === "problems") {
      this.#form.show(reply.check);
      this.#needAttention(reply.first);
    } else if (reply?.reply === "secretHeld") {
      this.#status.say(
        "Not sent: this looks like a secret. Tick the box to send it anyway.",
        "problem",
      );
      this.#form.askForSecrets(reply.field);
    }
  }

  /** @param {number} first the field that takes the focus */
  #needAttention(first) {
    this.#form.revealProblems();
    this.#form.focus(first);
    this.#counting = true;
    this.#count();
  }

  /** @param {CheckView} check */
  #checked(check) {
    this.#form.show(check);
    if (this.#counting) this.#count();
  }

  #count() {
    const count = this.#form.problems;
    this.#counting = count > 0;
    if (count === 0) this.#status.clear();
    else
      this.#status.say(
        count === 1 ? "1 answer needs attention" : `${count} answers need attention`,
        "problem",
      );
  }

  async #copyAnswer() {
    try {
      await copyAnswer(this.id);
      this.#status.mention("Copied");
    } catch (error) {
      this.#status.say(wentWrong(error), "problem");
    }
  }
}
