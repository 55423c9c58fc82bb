// A plan to approve: the document with comments, what to change, and at its end the agent's choices
// as buttons.

import { AnswerBar, buttonRow } from "./answerBar.js";
import { AnswerBody } from "./answerBody.js";
import { Button } from "./button.js";
import { el, isolate } from "./dom.js";
import { textFrom } from "./fields/textLine.js";
import { PlanComments } from "./planComments.js";
import { planDocument } from "./planDocument.js";
import { makeReadOnly } from "./readOnly.js";
import { MAX_WRITTEN_LENGTH, textBox } from "./textBox.js";

/** @import { BodyContext } from "./body.js" */
/** @import { AgentPlanView } from "./generated/AgentPlanView" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { Input } from "./generated/Input" */
/** @import { PlanChoiceView } from "./generated/PlanChoiceView" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "plan" }>} PlanPart */

/** The field of the feedback. A comment's field is its line. */
const FEEDBACK = 0;

export class PlanBody extends AnswerBody {
  #document;
  #comments;
  #feedback;
  #keepPlanning;
  #sent = el("p", { class: "plan-sent", role: "status" });
  #bar;

  /**
   * @param {QuestionView} question
   * @param {PlanPart} part
   * @param {BodyContext} context
   */
  constructor(question, { plan }, context) {
    super(question, context);
    const { name } = question.asker;
    this.#comments = this.#createComments(plan);
    this.#document = planDocument(name, plan, this.#comments);
    const text = textFrom(plan.feedback);
    this.#feedback = textBox("feedback", text, MAX_WRITTEN_LENGTH, (input) =>
      this.#edited(FEEDBACK, input),
    );
    const keepPlanning = new Button("Keep planning", "plain", this.answer({ press: "decline" }));
    this.#keepPlanning = keepPlanning.withKey("Alt+D");
    const buttons = buttonRow(this.defer, this.#keepPlanning);
    this.#bar = new AnswerBar(context.status, this.pressClose, buttons);
    this.root = el(
      "div",
      { class: "plan-body" },
      this.#document,
      el(
        "div",
        { class: "plan-feedback" },
        el(
          "label",
          { for: this.#feedback.id },
          "What to change ",
          el("span", { class: "optional" }, "optional"),
        ),
        this.#feedback,
      ),
      this.#sent,
      el(
        "div",
        { class: "plan-choices", role: "group", "aria-label": "Choices" },
        ...plan.choices.map((choice, index) => this.#choice(choice, index)),
      ),
    );
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
    this.#showSent();
  }

  /** @param {QuestionView} question */
  update({ asker, state }) {
    if (state.state !== "withdrawn") return;
    this.context.layers.closeAll();
    makeReadOnly(this.#document);
    this.#feedback.readOnly = true;
    this.#bar.withdraw(asker.name, state.at, state.reason, "Nothing was sent.");
  }

  focusFirst() {
    this.#document.focus({ preventScroll: true });
    return true;
  }

  /** No choice is the first one. */
  send() {}

  /**
   * @param {AgentPlanView} plan
   * @returns {PlanComments}
   */
  #createComments({ comments }) {
    return new PlanComments(comments, {
      edited: (line, input) => this.#edited(line, input),
      full: () => this.context.status.showBriefly("There is no room for more comments."),
      layers: this.context.layers,
    });
  }

  /**
   * @param {number} field
   * @param {Input} input
   */
  #edited(field, input) {
    this.edits.add(field, input, "typing");
    this.#showSent();
  }

  /** Says what goes with any answer. Someone who asks for changes rarely approves. */
  #showSent() {
    const { count } = this.#comments;
    const parts = [
      ...(count === 0 ? [] : [count === 1 ? "your comment" : `your ${count} comments`]),
      ...(this.#feedback.value.trim() === "" ? [] : ["what you wrote"]),
    ];
    const text = parts.length === 0 ? "" : `Any answer sends ${parts.join(" and ")}, too.`;
    if (this.#sent.textContent !== text) this.#sent.replaceChildren(text);
    this.#keepPlanning.setStyle(parts.length === 0 ? "plain" : "primary");
  }

  /**
   * @param {PlanChoiceView} choice
   * @param {number} index
   * @returns {HTMLElement}
   */
  #choice({ label, effect }, index) {
    const button = new Button(label, "plain", this.answer({ press: "choose", choice: index }));
    button.withKey(String(index + 1));
    if (effect === "") return el("div", { class: "plan-choice" }, button.root);
    const id = `effect-${index}`;
    button.root.setAttribute("aria-describedby", id);
    return el(
      "div",
      { class: "plan-choice" },
      button.root,
      el("p", { class: "plan-effect", id }, isolate(effect)),
    );
  }
}
