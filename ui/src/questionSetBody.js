// Several questions of an agent, answered together.

import { AnswerBar, buttonRow, declineButton } from "./answerBar.js";
import { errorMessage } from "./backend.js";
import { Button } from "./button.js";
import { ChoiceQuestion } from "./choiceQuestion.js";
import { deferHandlers } from "./deferButtons.js";
import { el } from "./dom.js";
import { EditQueue } from "./editQueue.js";
import { makeReadOnly } from "./readOnly.js";

/** @import { BodyContext } from "./body.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "questions" }>} QuestionSetView */

export class QuestionSetBody {
  #context;
  #edits;
  #questions;
  #send;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {QuestionSetView} view
   * @param {BodyContext} context
   */
  constructor({ id, asker, handBack }, { questions }, context) {
    this.#context = context;
    this.#edits = new EditQueue(
      id,
      () => {},
      (error) => context.status.show(errorMessage(error), "problem"),
    );
    this.#questions = questions.map(
      (view, index) =>
        new ChoiceQuestion(view, index, (field, input, pace) => {
          context.status.setPersistent("", "plain");
          this.#edits.add(field, input, pace);
        }),
    );
    this.#send = new Button("Send", "primary", (by) => this.#sendAnswers(by));
    this.#send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    const decline = declineButton("plain", (by, button) =>
      context.press({ press: "decline" }, by, button),
    );
    const close = (/** @type {InputDevice} */ by, /** @type {Button} */ button) => {
      context.press({ press: "close" }, by, button);
    };
    const defer = deferHandlers(context.layers, handBack, context.press, asker.name);
    this.#bar = new AnswerBar(context.status, close, buttonRow(defer, decline, this.#send));
    this.root = el(
      "section",
      { class: "question-set", "aria-label": `Questions asked by ${asker.name}` },
      ...this.#questions.map(({ root }) => root),
    );
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /** @param {QuestionView} question */
  update({ asker, state }) {
    if (state.state !== "withdrawn") return;
    this.flush();
    this.#context.layers.closeAll();
    makeReadOnly(this.root);
    this.#bar.withdraw(asker.name, state.at, state.reason, "Nothing was sent.");
  }

  focusFirst() {
    this.#questions[0]?.focus();
    return true;
  }

  send() {
    this.#sendAnswers("key");
  }

  async flush() {
    await this.#edits.flush().catch(() => {});
  }

  unmounted() {
    this.#edits.clear();
  }

  /** @param {InputDevice} by */
  async #sendAnswers(by) {
    this.#context.layers.closeAll();
    const flush = () => this.#edits.flush();
    const press = /** @type {const} */ ({ press: "send", secretsToo: false });
    const reply = await this.#context.press(press, by, this.#send, flush);
    if (reply?.reply !== "problems") return;
    this.#questions.forEach((question, index) => {
      question.showProblem(reply.check.fields[index]?.problem ?? null);
    });
    const { problems } = reply.check;
    this.#context.status.setPersistent(
      problems === 1 ? "1 question has no answer yet" : `${problems} questions have no answer yet`,
      "problem",
    );
    this.#questions[reply.first]?.focus();
  }
}
