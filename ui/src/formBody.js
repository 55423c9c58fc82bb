// A form, and the sending of its answers to Rust.

import { copyAnswer, errorMessage } from "./backend.js";
import { deferHandlers } from "./deferButtons.js";
import { el } from "./dom.js";
import { DraftBar } from "./draftBar.js";
import { EditQueue } from "./editQueue.js";
import { Form } from "./form.js";
import { FormBar } from "./formBar.js";
import { ReadWatcher } from "./readWatcher.js";

/** @import { BodyContext } from "./body.js" */
/** @import { Button } from "./button.js" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { FormView } from "./generated/FormView" */
/** @import { DraftView } from "./generated/DraftView" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {{ form: FormView, draft: DraftView | null }} FormPart */

export class FormBody {
  /** True while the status line shows the number of problems. */
  #showsProblemCount = false;
  #id;
  #kind;
  #context;
  #status;
  #edits;
  #form;
  #draft;
  #bar;
  /** True while the end of a yes/no question was not on the screen. */
  #isUnread = false;
  #watcher;

  /**
   * @param {QuestionView} question
   * @param {FormPart} part
   * @param {BodyContext} context
   */
  constructor({ id, asker, handBack, preview }, { form, draft }, context) {
    this.#id = id;
    this.#kind = form.kind.kind;
    this.#context = context;
    this.#status = context.status;
    this.#edits = new EditQueue(
      id,
      (check) => this.#onChecked(check),
      (error) => this.#status.show(errorMessage(error), "problem"),
    );
    this.#form = this.#createForm(asker.name, form);
    this.#draft = new DraftBar(draft, {
      useDraft: (by, button) => context.press({ press: "useDraft" }, by, button),
      startFresh: (by, button) => context.press({ press: "startFresh" }, by, button),
    });
    this.#bar = new FormBar(this.#status, form, {
      answer: (yes, by, button) => this.#answer(yes, by, button),
      ...deferHandlers(context.layers, handBack, context.press, asker.name),
      decline: (by, button) => context.press({ press: "decline" }, by, button),
      send: (by) => this.#send(by),
      copyAnswer: () => this.#copyAnswer(),
      close: (by, button) => context.press({ press: preview ? "dismiss" : "close" }, by, button),
      preview,
    });
    this.#updateEnter();
    const end = el("div", { class: "read-end", "aria-hidden": "true" });
    this.#watcher = new ReadWatcher(
      context.message,
      end,
      () => this.#setUnread(false),
      () => this.#setUnread(true),
    );
    this.root = el("div", {}, this.#draft.root, this.#form.root, this.#kind === "yesNo" && end);
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
    if (this.#kind === "yesNo") this.#watcher.start();
  }

  /**
   * Keeps the fields as they are unless the person chose to use the draft.
   *
   * @param {QuestionView} question
   */
  update({ asker, state, body }) {
    const decision = body.body === "form" ? this.#draft.update(body.draft) : null;
    if (decision === "used" && body.body === "form") {
      const oldForm = this.#form;
      this.#form = this.#createForm(asker.name, body.form);
      oldForm.root.replaceWith(this.#form.root);
      this.#updateEnter();
      this.#status.showBriefly("Your answer was restored. Nothing was sent.");
    }
    if (decision !== null) this.#form.focusFirst();
    if (state.state !== "withdrawn") return;
    this.flush();
    this.#draft.makeReadOnly();
    this.#context.layers.closeAll();
    this.#form.makeReadOnly();
    this.#status.clear();
    this.#showsProblemCount = false;
    this.#bar.withdrawn(asker.name, state.at, state.reason);
  }

  focusFirst() {
    const { hint } = this.#draft;
    if (hint !== null) this.#status.announce(hint);
    return this.#form.focusFirst();
  }

  /** Ctrl+Enter chooses neither Yes nor No. */
  send() {
    if (this.#kind !== "yesNo") this.#send("key");
  }

  /** Ignores errors: the next edit shows them. */
  async flush() {
    await this.#edits.flush().catch(() => {});
  }

  unmounted() {
    this.#edits.clear();
    this.#watcher.stop();
  }

  /**
   * @param {string} name the asker
   * @param {FormView} form
   * @returns {Form}
   */
  #createForm(name, form) {
    return new Form(form, {
      name,
      layers: this.#context.layers,
      edits: this.#edits,
      announce: (text) => this.#status.announce(text),
      edited: () => this.#updateEnter(),
    });
  }

  /** @param {boolean} isUnread */
  #setUnread(isUnread) {
    this.#isUnread = isUnread;
    this.#bar.setUnread(isUnread);
  }

  #updateEnter() {
    this.#bar.setSentByEnter(this.#kind === "oneChoice" && !this.#form.isEmpty);
  }

  /**
   * @param {boolean} yes
   * @param {InputDevice} by
   * @param {Button} button
   */
  async #answer(yes, by, button) {
    if (yes && this.#isUnread) {
      this.#status.show("Scroll to the end first.", "problem");
      return;
    }
    const reply = await this.#context.press({ press: "answer", yes }, by, button);
    if (reply?.reply === "previewed") this.#showPreviewed();
  }

  /** @param {InputDevice} by */
  async #send(by) {
    this.#context.layers.closeAll();
    const incomplete = this.#form.firstWithLocalProblem();
    if (incomplete !== null) {
      this.#showProblemsFrom(incomplete);
      return;
    }
    /** @type {Extract<Press, { press: "send" }>} */
    const press = { press: "send", secretsToo: false };
    const flush = async () => {
      await this.#edits.flush();
      // Only now is it known which values look like secrets.
      press.secretsToo = this.#form.secretsToo;
    };
    const reply = await this.#context.press(press, by, this.#bar.send, flush);
    if (reply?.reply === "problems") {
      this.#form.show(reply.check);
      this.#showProblemsFrom(reply.first);
    } else if (reply?.reply === "previewed") {
      this.#showPreviewed();
    } else if (reply?.reply === "secretHeld") {
      this.#status.show(
        "Not sent: this looks like a password. To send it anyway, confirm below the field.",
        "problem",
      );
      this.#form.requireSecretConsent(reply.field);
    }
  }

  #showPreviewed() {
    this.#status.showBriefly("Valid. (Preview – nothing was sent.)");
  }

  /** @param {number} first index of the field to focus */
  #showProblemsFrom(first) {
    this.#form.showProblems();
    this.#form.focus(first);
    this.#showsProblemCount = true;
    this.#showProblemCount();
  }

  /** @param {CheckView} check */
  #onChecked(check) {
    this.#form.show(check);
    if (this.#showsProblemCount) this.#showProblemCount();
  }

  #showProblemCount() {
    const count = this.#form.problemCount;
    this.#showsProblemCount = count > 0;
    if (count === 0) this.#status.clear();
    else
      this.#status.show(
        count === 1 ? "1 answer needs attention" : `${count} answers need attention`,
        "problem",
      );
  }

  async #copyAnswer() {
    try {
      await this.#edits.flush();
      await copyAnswer(this.#id);
      this.#status.showBriefly("Copied");
    } catch (error) {
      this.#status.show(errorMessage(error), "problem");
    }
  }
}
