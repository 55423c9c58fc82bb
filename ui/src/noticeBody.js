// What an agent tells its person: finished, or waiting in the terminal. It needs no answer.

import { AnswerBar } from "./answerBar.js";
import { Button } from "./button.js";
import { el } from "./dom.js";
import { icon } from "./icon.js";

/** @import { BodyContext } from "./body.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { NoticeReason } from "./generated/NoticeReason" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "notice" }>} NoticeView */

/** @type {Record<NoticeReason, { iconName: "check" | "handedBack", title: string }>} */
const REASONS = {
  finished: { iconName: "check", title: "Finished" },
  waitsInTerminal: { iconName: "handedBack", title: "Waiting for you in the terminal" },
};

export class NoticeBody {
  #bar;
  #heading;

  /**
   * @param {NoticeView} view
   * @param {BodyContext} context
   */
  constructor({ reason }, context) {
    const { iconName, title } = REASONS[reason];
    const press = (/** @type {InputDevice} */ by, /** @type {Button} */ button) => {
      context.press({ press: "close" }, by, button);
    };
    const button = new Button("Close", "plain", press);
    this.#bar = new AnswerBar(context.status, press, el("div", { class: "buttons" }, button.root));
    this.#heading = el("h2", { class: "notice-title", tabindex: -1 }, icon(iconName), title);
    this.root = el("div", { class: "notice-body" }, this.#heading);
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /** @param {QuestionView} question */
  update({ asker, state }) {
    if (state.state !== "withdrawn") return;
    this.#bar.withdraw(asker.name, state.at, state.reason, "");
  }

  focusFirst() {
    this.#heading.focus({ preventScroll: true });
    return true;
  }

  send() {}

  async flush() {}

  unmounted() {}
}
