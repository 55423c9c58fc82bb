// What the bodies with answers of their own share: edits on their way to Rust, and presses that wait
// for them.

import { errorMessage } from "./backend.js";
import { deferHandlers } from "./deferButtons.js";
import { EditQueue } from "./editQueue.js";

/** @import { BodyContext } from "./body.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { CheckView } from "./generated/CheckView" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

export class AnswerBody {
  context;
  edits;
  /** For the buttons that put the question away. */
  defer;

  /**
   * @param {QuestionView} question
   * @param {BodyContext} context
   * @param {(check: CheckView) => void} [onChecked]
   */
  constructor({ id, asker, handBack }, context, onChecked = () => {}) {
    this.context = context;
    this.edits = new EditQueue(id, onChecked, (error) =>
      context.status.show(errorMessage(error), "problem"),
    );
    this.defer = deferHandlers(context.layers, handBack, context.press, asker.name);
  }

  /**
   * An answer is sent only after every edit.
   *
   * @param {Press} press
   * @returns {PressHandler}
   */
  answer(press) {
    return (by, button) => {
      this.context.press(press, by, button, () => this.edits.flush());
    };
  }

  /** @type {PressHandler} */
  pressClose = (by, button) => {
    this.context.press({ press: "close" }, by, button);
  };

  /** Ignores errors: the next edit shows them. */
  async flush() {
    await this.edits.flush().catch(() => {});
  }

  unmounted() {
    this.edits.clear();
  }
}
