// A permission question: the tool call, the rules that Always allow adds, and a reason to deny.

import { errorMessage, readToEnd } from "./backend.js";
import { deferHandlers } from "./deferButtons.js";
import { el } from "./dom.js";
import { EditQueue } from "./editQueue.js";
import { toTextInput } from "./fields/textLine.js";
import { PermissionBar } from "./permissionBar.js";
import { PermissionDetails, ruleList } from "./permissionDetails.js";

/** @import { BodyContext } from "./body.js" */
/** @import { Button } from "./button.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "permission" }>} PermissionView */

const MAX_REASON_LENGTH = 1000;

export class PermissionBody {
  /** @type {QuestionView} */
  #question;
  #context;
  #edits;
  #details;
  #reason;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {PermissionView} view
   * @param {BodyContext} context
   */
  constructor(question, view, context) {
    this.#question = question;
    this.#context = context;
    const { asker, handBack } = question;
    this.#edits = new EditQueue(
      question.id,
      () => {},
      (error) => context.status.show(errorMessage(error), "problem"),
    );
    this.#details = new PermissionDetails(asker.name, view.tool, view.arguments, () =>
      this.#onReadToEnd(),
    );
    this.#reason = this.#reasonField();
    this.#bar = new PermissionBar(context.status, {
      ...deferHandlers(context.layers, handBack, context.press),
      deny: this.#pressHandler({ press: "deny" }),
      always: view.rules.length === 0 ? null : this.#pressHandler({ press: "alwaysAllow" }),
      allow: this.#pressHandler({ press: "allow" }),
      close: this.#pressHandler({ press: "close" }),
    });
    this.root = el(
      "div",
      { class: "permission-body" },
      this.#details.root,
      view.rules.length > 0 && ruleList(view.rules),
      el(
        "div",
        { class: "permission-reason" },
        el("label", { for: "reason" }, "Reason if you deny", el("small", {}, "optional")),
        this.#reason,
      ),
    );
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /** @param {QuestionView} question */
  update(question) {
    this.#question = question;
    const { asker, body, state } = question;
    if (body.body !== "permission") return;
    this.#bar.show(body.read);
    if (state.state !== "withdrawn") return;
    this.#context.layers.closeAll();
    this.#reason.readOnly = true;
    this.#bar.withdrawn(asker.name, state.at, state.reason);
  }

  focusFirst() {
    this.#details.focus();
    return true;
  }

  /** Ctrl+Enter never allows anything. */
  send() {}

  async flush() {
    await this.#edits.flush().catch(() => {});
  }

  unmounted() {
    this.#details.unmounted();
    this.#edits.clear();
  }

  #onReadToEnd() {
    const { id, generation } = this.#question;
    readToEnd(id, generation).catch((error) =>
      this.#context.status.show(errorMessage(error), "problem"),
    );
  }

  /** @returns {HTMLTextAreaElement} */
  #reasonField() {
    const box = el("textarea", {
      id: "reason",
      class: "box",
      dir: "auto",
      rows: 2,
      maxlength: MAX_REASON_LENGTH,
      autocomplete: "off",
    });
    box.addEventListener("input", () => this.#edits.add(0, toTextInput(box.value), "typing"));
    return box;
  }

  /**
   * @param {Press} press
   * @returns {(by: InputDevice, button: Button) => void}
   */
  #pressHandler(press) {
    return async (by, button) => {
      const reply = await this.#context.press(press, by, button);
      if (reply?.reply === "unread") {
        this.#context.status.show("Not allowed yet: scroll to the last line first.", "problem");
      }
    };
  }
}
