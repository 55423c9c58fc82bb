// Several questions of an agent, answered together.

import { AnswerBar, buttonRow, declineButton } from "./answerBar.js";
import { AnswerBody } from "./answerBody.js";
import { Button } from "./button.js";
import { ChoiceQuestion } from "./choiceQuestion.js";
import { el } from "./dom.js";
import { makeReadOnly } from "./readOnly.js";

/** @import { BodyContext } from "./body.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { ChoiceQuestionView } from "./generated/ChoiceQuestionView" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "questions" }>} QuestionSetPart */

/**
 * True if one chosen option is the whole answer.
 *
 * @param {ChoiceQuestionView[]} questions
 * @returns {boolean}
 */
export function isOneChoice(questions) {
  return questions.length === 1 && questions[0]?.multiple === false;
}

export class QuestionSetBody extends AnswerBody {
  #questions;
  #isOneChoice;
  #send;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {QuestionSetPart} part
   * @param {BodyContext} context
   */
  constructor(question, { questions, check }, context) {
    super(question, context, (check) => this.#showSecrets(check));
    const { name } = question.asker;
    this.#isOneChoice = isOneChoice(questions);
    this.#questions = questions.map(
      (view, index) =>
        new ChoiceQuestion(view, index, name, (field, input, pace) => {
          context.status.setPersistent("", "plain");
          this.edits.add(field, input, pace);
          this.#updateEnter();
        }),
    );
    this.#send = new Button("Send", "primary", (by) => this.#sendAnswers(by));
    this.#send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    const decline = declineButton("plain", this.answer({ press: "decline" }));
    const buttons = buttonRow(this.defer, decline, this.#send);
    this.#bar = new AnswerBar(context.status, this.pressClose, buttons);
    this.root = el(
      "section",
      {
        class: this.#isOneChoice ? "question-set one-choice" : "question-set",
        "aria-label": `Questions asked by ${name}`,
      },
      ...this.#questions.map(({ root }) => root),
    );
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
    this.#updateEnter();
    this.#showSecrets(check);
  }

  /** @param {QuestionView} question */
  update({ asker, state }) {
    if (state.state !== "withdrawn") return;
    this.flush();
    this.context.layers.closeAll();
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

  #updateEnter() {
    const isSentByEnter = this.#isOneChoice && this.#questions[0]?.isAnswered;
    const keys = isSentByEnter ? "Enter Control+Enter" : "Control+Enter";
    this.#send.root.setAttribute("aria-keyshortcuts", keys);
  }

  /** @param {CheckView} check */
  #showSecrets({ fields }) {
    this.#questions.forEach((question, index) => {
      question.showSecret(fields[index]?.secret ?? null);
    });
  }

  /** @param {InputDevice} by */
  async #sendAnswers(by) {
    this.context.layers.closeAll();
    /** @type {Extract<Press, { press: "send" }>} */
    const press = { press: "send", secretsToo: false };
    const flush = async () => {
      await this.edits.flush();
      // Only now is it known which answers look like secrets.
      press.secretsToo = this.#questions.every(({ holdsSecret }) => !holdsSecret);
    };
    const reply = await this.context.press(press, by, this.#send, flush);
    if (reply?.reply === "problems") this.#showProblems(reply.check, reply.first);
    if (reply?.reply === "secretHeld") {
      this.context.status.show(
        "Not sent: this looks like a password. To send it anyway, confirm below the answer.",
        "problem",
      );
      this.#questions[reply.field]?.requireSecretConsent();
    }
  }

  /**
   * @param {CheckView} check
   * @param {number} first
   */
  #showProblems({ fields, problems }, first) {
    this.#questions.forEach((question, index) => {
      question.showProblem(fields[index]?.problem ?? null);
    });
    this.context.status.setPersistent(
      problems === 1 ? "1 question has no answer yet" : `${problems} questions have no answer yet`,
      "problem",
    );
    this.#questions[first]?.focus();
  }
}
