// A form on the page, and the way of its answers to Rust.

import { asidePresses } from "./asides.js";
import { copyAnswer, wentWrong } from "./backend.js";
import { Bar } from "./bar.js";
import { el } from "./dom.js";
import { DraftBar } from "./draftBar.js";
import { Edits } from "./edits.js";
import { Form } from "./form.js";

/** @import { Around } from "./body.js" */
/** @import { By } from "./generated/By" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { FormView } from "./generated/FormView" */
/** @import { DraftView } from "./generated/DraftView" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {{ form: FormView, draft: DraftView | null }} FormPart */

export class FormBody {
  /** Whether the status line counts the answers that need attention. */
  #counting = false;
  #id;
  #around;
  #status;
  #edits;
  #form;
  #draft;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {FormPart} part
   * @param {Around} around
   */
  constructor({ id, asker, handBack, preview }, { form, draft }, around) {
    this.#id = id;
    this.#around = around;
    this.#status = around.status;
    this.#edits = new Edits(
      id,
      (check) => this.#checked(check),
      (error) => this.#status.say(wentWrong(error), "problem"),
    );
    this.#form = this.#formOf(asker.name, form);
    this.#draft = new DraftBar(draft, {
      use: (by, button) => around.press({ press: "useDraft" }, by, button),
      fresh: (by, button) => around.press({ press: "startFresh" }, by, button),
    });
    this.#bar = new Bar(this.#status, {
      ...asidePresses(around.layers, handBack, around.press),
      decline: (by, button) => around.press({ press: "decline" }, by, button),
      send: (by) => this.#send(by),
      copyAnswer: () => this.#copyAnswer(),
      close: (by, button) => around.press({ press: preview ? "dismiss" : "close" }, by, button),
      preview,
    });
    this.root = el("div", {}, this.#draft.root, this.#form.root);
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /**
   * The fields stay as they are, whatever changes around them, until the person says what to put
   * into them.
   *
   * @param {QuestionView} question
   */
  update({ asker, state, body }) {
    const decided = body.body === "form" ? this.#draft.update(body.draft) : null;
    if (decided === "used" && body.body === "form") {
      const before = this.#form;
      this.#form = this.#formOf(asker.name, body.form);
      before.root.replaceWith(this.#form.root);
      this.#status.mention("Your text is back. Nothing was sent.");
    }
    if (decided !== null) this.#form.focusFirst();
    if (state.state !== "withdrawn") return;
    this.settled();
    this.#draft.lock();
    this.#around.layers.closeAll();
    this.#form.lock();
    this.#bar.withdrawn(asker.name, state.at, state.reason);
  }

  focusFirst() {
    const { hint } = this.#draft;
    if (hint !== null) this.#status.announce(hint);
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

  /**
   * @param {string} name who asks
   * @param {FormView} form
   * @returns {Form}
   */
  #formOf(name, form) {
    return new Form(name, form, {
      layers: this.#around.layers,
      edits: this.#edits,
      announce: (text) => this.#status.announce(text),
    });
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
    } else if (reply?.reply === "previewed") {
      this.#status.mention("These answers could be sent. Preview: nothing is sent.");
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
