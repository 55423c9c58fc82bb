// A plan to approve: the whole document, what to change, and at its end the agent's choices as
// buttons.

import { AnswerBar, buttonRow, declineButton } from "./answerBar.js";
import { errorMessage } from "./backend.js";
import { Button } from "./button.js";
import { deferHandlers } from "./deferButtons.js";
import { documentText } from "./documentText.js";
import { el, isolate } from "./dom.js";
import { EditQueue } from "./editQueue.js";
import { textFrom, toTextInput } from "./fields/textLine.js";

/** @import { BodyContext } from "./body.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { Press } from "./generated/Press" */
/** @import { PlanChoiceView } from "./generated/PlanChoiceView" */
/** @import { Input } from "./generated/Input" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "plan" }>} PlanPart */

const MAX_FEEDBACK_LENGTH = 4000;

export class PlanBody {
  #context;
  #edits;
  #document;
  #feedback;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {PlanPart} part
   * @param {BodyContext} context
   */
  constructor({ id, asker, handBack }, { plan }, context) {
    this.#context = context;
    this.#edits = new EditQueue(
      id,
      () => {},
      (error) => context.status.show(errorMessage(error), "problem"),
    );
    this.#document = el(
      "section",
      {
        class: "plan",
        tabindex: 0,
        role: "region",
        "aria-label": `Plan from ${asker.name}, not from Doorbell`,
      },
      ...documentText(plan.plan, false),
    );
    this.#feedback = this.#feedbackBox(plan.feedback);
    const decline = declineButton("plain", this.#press({ press: "decline" }));
    const defer = deferHandlers(context.layers, handBack, context.press, asker.name);
    const buttons = buttonRow(defer, decline);
    this.#bar = new AnswerBar(context.status, this.#press({ press: "close" }), buttons);
    this.root = el(
      "div",
      { class: "plan-body" },
      this.#document,
      el(
        "div",
        { class: "plan-feedback" },
        el("label", { for: "feedback" }, "What to change ", optional()),
        this.#feedback,
      ),
      el(
        "div",
        { class: "plan-choices", role: "group", "aria-label": "Choices" },
        ...plan.choices.map((choice, index) => this.#choice(choice, index)),
      ),
    );
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /** @param {QuestionView} question */
  update({ asker, state }) {
    if (state.state !== "withdrawn") return;
    this.#context.layers.closeAll();
    this.#feedback.readOnly = true;
    this.#bar.withdraw(asker.name, state.at, state.reason, "Nothing was sent.");
  }

  focusFirst() {
    this.#document.focus({ preventScroll: true });
    return true;
  }

  /** No choice is the first one. */
  send() {}

  async flush() {
    await this.#edits.flush().catch(() => {});
  }

  unmounted() {
    this.#edits.clear();
  }

  /**
   * @param {PlanChoiceView} choice
   * @param {number} index
   * @returns {HTMLElement}
   */
  #choice({ label, effect }, index) {
    const button = new Button(label, "plain", this.#press({ press: "choose", choice: index }));
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

  /**
   * @param {Input} feedback
   * @returns {HTMLTextAreaElement}
   */
  #feedbackBox(feedback) {
    const box = el("textarea", {
      id: "feedback",
      class: "box",
      dir: "auto",
      rows: 2,
      maxlength: MAX_FEEDBACK_LENGTH,
      autocomplete: "off",
    });
    box.value = textFrom(feedback);
    box.addEventListener("input", () => this.#edits.add(0, toTextInput(box.value), "typing"));
    return box;
  }

  /**
   * @param {Press} press
   * @returns {(by: InputDevice, button: Button) => void}
   */
  #press(press) {
    return (by, button) => {
      this.#context.press(press, by, button);
    };
  }
}

function optional() {
  return el("span", { class: "optional" }, "optional");
}
