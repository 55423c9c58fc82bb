// A form on the page, and the way of its answers to Rust.

import { copyAnswer, wentWrong } from "./backend.js";
import { Bar } from "./bar.js";
import { Edits } from "./edits.js";
import { Form } from "./form.js";

/** @import { Around } from "./body.js" */
/** @import { By } from "./generated/By" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { FormView } from "./generated/FormView" */
/** @import { QuestionView } from "./generated/QuestionView" */

export class FormBody {
  /** Whether the status line counts the answers that need attention. */
  #counting = false;
  #id;
  #around;
  #status;
  #edits;
  #form;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {FormView} form
   * @param {Around} around
   */
  constructor({ id, asker, handBack }, form, around) {
    this.#id = id;
    this.#around = around;
    this.#status = around.status;
    this.#edits = new Edits(
      id,
      (check) => this.#checked(check),
      (error) => this.#status.say(wentWrong(error), "problem"),
    );
    this.#form = new Form(asker.name, form, {
      layers: around.layers,
      edits: this.#edits,
      announce: (text) => this.#status.announce(text),
    });
    this.#bar = new Bar(this.#status, {
      later: (length, by, button) => around.press({ press: "later", length }, by, button),
      mute: (length, by, button) => around.press({ press: "mute", length }, by, button),
      layers: around.layers,
      answerInTerminal: handBack
        ? (by, button) => around.press({ press: "answerInTerminal" }, by, button)
        : null,
      decline: (by, button) => around.press({ press: "decline" }, by, button),
      send: (by) => this.#send(by),
      copyAnswer: () => this.#copyAnswer(),
      close: (by, button) => around.press({ press: "close" }, by, button),
    });
    this.root = this.#form.root;
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /**
   * The fields stay as they are, whatever changes around them.
   *
   * @param {QuestionView} question
   */
  update({ asker, state }) {
    if (state.state !== "withdrawn") return;
    this.settled();
    this.#around.layers.closeAll();
    this.#form.lock();
    this.#bar.withdrawn(asker.name, state.at, state.reason);
  }

  focusFirst() {
    return this.#form.focusFirst();
  }

  send() {
    this.#send("key");
  }

  /** What cannot be said is shown by the next edit. */
  async settled() {
    await this.#edits.flush().catch(() => {});
  }

  left() {
    this.#edits.drop();
  }

  /** @param {By} by */
  async #send(by) {
    this.#around.layers.closeAll();
    const unsettled = this.#form.firstUnsettled();
    if (unsettled !== null) {
      this.#needAttention(unsettled);
      return;
    }
    const press = /** @type {const} */ ({ press: "send", secretsToo: this.#form.secretsToo });
    const flush = () => this.#edits.flush();
    const reply = await this.#around.press(press, by, this.#bar.send, flush);
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
      await this.#edits.flush();
      await copyAnswer(this.#id);
      this.#status.mention("Copied");
    } catch (error) {
      this.#status.say(wentWrong(error), "problem");
    }
  }
}
