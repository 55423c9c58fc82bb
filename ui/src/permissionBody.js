// A permission question: what the agent wants to do, all its arguments, and a message to deny with.

import { errorMessage, readToEnd } from "./backend.js";
import { deferHandlers } from "./deferButtons.js";
import { el, isolate } from "./dom.js";
import { EditQueue } from "./editQueue.js";
import { toTextInput } from "./fields/textLine.js";
import { closedArguments } from "./permissionArguments.js";
import { PermissionBar } from "./permissionBar.js";
import { PermissionChoices } from "./permissionChoices.js";
import { PermissionDetails, sentences } from "./permissionDetails.js";

/** @import { BodyContext } from "./body.js" */
/** @import { Button } from "./button.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "permission" }>} PermissionView */

const MAX_MESSAGE_LENGTH = 1000;

export class PermissionBody {
  /** @type {QuestionView} */
  #question;
  #context;
  #edits;
  #details;
  #message;
  #choices;
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
    const { permission } = view;
    this.#details = new PermissionDetails(asker.name, permission, () => this.#onReadToEnd());
    this.#message = this.#messageField();
    this.#choices = new PermissionChoices(permission.choices, (choice) =>
      this.#pressHandler({ press: "allowMore", choice }),
    );
    this.#bar = new PermissionBar(permission, this.#choices.buttons, context.status, {
      ...deferHandlers(context.layers, handBack, context.press, asker.name),
      deny: this.#pressHandler({ press: "deny" }),
      allow: this.#pressHandler({ press: "allow" }),
      close: this.#pressHandler({ press: "close" }),
    });
    const isClosed = permission.detail.detail !== "arguments" && permission.arguments.length > 0;
    this.root = el(
      "div",
      { class: "permission-body" },
      this.#details.root,
      isClosed && closedArguments(permission.arguments),
      this.#choices.root,
      permission.omitted.length > 0 && sentences("permission-omitted", permission.omitted),
      el(
        "div",
        { class: "permission-message" },
        el(
          "label",
          { for: "deny-message" },
          el("span", {}, "Tell ", isolate(asker.name), " what to do instead"),
          el("small", {}, "sent if you deny"),
        ),
        this.#message,
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
    this.#message.readOnly = true;
    this.#choices.root.hidden = true;
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
  #messageField() {
    const box = el("textarea", {
      id: "deny-message",
      class: "box",
      dir: "auto",
      rows: 2,
      maxlength: MAX_MESSAGE_LENGTH,
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
        this.#context.status.show("Scroll to the end first.", "problem");
      }
    };
  }
}
