// A permission question: what the agent wants to do, all its arguments, and a message to the agent.

import { AnswerBody } from "./answerBody.js";
import { errorMessage, readToEnd } from "./backend.js";
import { el, isolate } from "./dom.js";
import { textFrom } from "./fields/textLine.js";
import { closedArguments } from "./permissionArguments.js";
import { PermissionBar } from "./permissionBar.js";
import { PermissionChoices } from "./permissionChoices.js";
import { PermissionDetails, sentences } from "./permissionDetails.js";
import { PermissionEditor } from "./permissionEditor.js";
import { makeReadOnly } from "./readOnly.js";
import { textBox } from "./textBox.js";

/** @import { BodyContext } from "./body.js" */
/** @import { PressHandler } from "./deferButtons.js" */
/** @import { AskerView } from "./generated/AskerView" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { PermissionView } from "./generated/PermissionView" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "permission" }>} PermissionPart */

const MAX_MESSAGE_LENGTH = 1000;
/** The fields, as Rust numbers them. */
const FIELDS = { message: 0, firstText: 1 };

export class PermissionBody extends AnswerBody {
  /** @type {QuestionView} */
  #question;
  #details;
  #editor;
  #message;
  #choices;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {PermissionPart} part
   * @param {BodyContext} context
   */
  constructor(question, { permission, message }, context) {
    super(question, context);
    this.#question = question;
    const { name } = question.asker;
    this.#details = new PermissionDetails(name, permission, () => this.#onReadToEnd());
    this.#editor = this.#createEditor(permission);
    this.#message = textBox("agent-message", textFrom(message), MAX_MESSAGE_LENGTH, (input) =>
      this.edits.add(FIELDS.message, input, "typing"),
    );
    this.#choices = new PermissionChoices(permission.choices, (choice) =>
      this.#allow({ press: "allowMore", choice }),
    );
    this.#bar = new PermissionBar(permission, this.#choices.buttons, context.status, {
      ...this.defer,
      deny: this.answer({ press: "deny" }),
      allow: this.#allow({ press: "allow" }),
      close: this.pressClose,
    });
    const isClosed = permission.detail.detail !== "arguments" && permission.arguments.length > 0;
    this.root = el(
      "div",
      { class: "permission-body" },
      this.#details.root,
      this.#editor.root,
      isClosed && closedArguments(permission.arguments),
      this.#choices.root,
      permission.omitted.length > 0 && sentences("permission-omitted", permission.omitted),
      el(
        "div",
        { class: "permission-message" },
        el(
          "label",
          { for: this.#message.id },
          ...messageLabel(reader(question.asker), permission.takesNote),
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
    this.#keepInPlace(() => {
      this.#details.update(body.permission, body.changed);
      this.#editor.update(body.permission.texts, body.editing, body.changed);
    });
    this.#choices.root.hidden = body.permission.choices.length === 0;
    this.#bar.show(body.read, body.problem);
    if (state.state !== "withdrawn") return;
    this.context.layers.closeAll();
    makeReadOnly(this.#editor.root);
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

  unmounted() {
    super.unmounted();
    this.#details.unmounted();
  }

  /**
   * @param {PermissionView} permission
   * @returns {PermissionEditor}
   */
  #createEditor({ texts, detail }) {
    return new PermissionEditor(texts, detail.detail === "command" ? "command" : "new text", {
      open: this.answer({ press: "edit" }),
      edited: (index, input) => this.edits.add(FIELDS.firstText + index, input, "typing"),
      layers: this.context.layers,
      leave: () => this.#details.focus(),
    });
  }

  /**
   * What the person types changes the lines above it, which must not move it on the screen.
   *
   * @param {() => void} draw
   */
  #keepInPlace(draw) {
    const scroller = this.root.closest("main");
    const focused = document.activeElement;
    if (scroller === null || focused === null || !this.#editor.root.contains(focused)) {
      draw();
      return;
    }
    const { top } = focused.getBoundingClientRect();
    draw();
    scroller.scrollTop += focused.getBoundingClientRect().top - top;
  }

  #onReadToEnd() {
    const { id, generation } = this.#question;
    readToEnd(id, generation).catch((error) =>
      this.context.status.show(errorMessage(error), "problem"),
    );
  }

  /**
   * @param {Press} press
   * @returns {PressHandler}
   */
  #allow(press) {
    return async (by, button) => {
      const flush = () => this.edits.flush();
      const reply = await this.context.press(press, by, button, flush);
      if (reply?.reply !== "unread") return;
      const { body } = this.#question;
      const problem = body.body === "permission" ? body.problem : null;
      this.context.status.show(problem ?? "Scroll to the end first.", "problem");
    };
  }
}

/**
 * Who reads the message: the agent, if it is known.
 *
 * @param {AskerView} asker
 * @returns {string}
 */
function reader({ agent, agentSource, name }) {
  return agentSource.source === "program" ? name : agent;
}

/**
 * @param {string} name who reads the message
 * @param {boolean} takesNote whether the message can go with Allow, too
 * @returns {HTMLElement[]}
 */
function messageLabel(name, takesNote) {
  return takesNote
    ? [
        el("span", {}, "Tell ", isolate(name), " something"),
        el("small", {}, "sent with Allow or Deny"),
      ]
    : [
        el("span", {}, "Tell ", isolate(name), " what to do instead"),
        el("small", {}, "sent if you deny"),
      ];
}
