// What an agent tells its person: finished, or waiting in the terminal. Some agents take a reply.

import { AnswerBar, buttonRow } from "./answerBar.js";
import { errorMessage } from "./backend.js";
import { Button } from "./button.js";
import { el } from "./dom.js";
import { EditQueue } from "./editQueue.js";
import { textFrom, toTextInput } from "./fields/textLine.js";
import { icon } from "./icon.js";
import { MAX_WRITTEN_LENGTH } from "./textBox.js";

/** @import { BodyContext } from "./body.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { NoticeReason } from "./generated/NoticeReason" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "notice" }>} NoticeView */

/** @type {Record<NoticeReason, { iconName: "check" | "handedBack", title: string }>} */
const REASONS = {
  finished: { iconName: "check", title: "Finished" },
  waitsInTerminal: { iconName: "handedBack", title: "Waiting for you in the terminal" },
};

/** Claude Code tells its model that a program sent it. */
const REPLY_HINT =
  "The agent continues with this. It doesn’t count as your approval of anything the agent asks.";

export class NoticeBody {
  #context;
  #edits;
  #bar;
  #heading;
  #send = new Button("Send", "primary", (by) => this.#sendReply(by));
  /** @type {HTMLTextAreaElement | null} */
  #reply = null;

  /**
   * @param {QuestionView} question
   * @param {NoticeView} view
   * @param {BodyContext} context
   */
  constructor({ id }, { reason, reply, terminal }, context) {
    this.#context = context;
    this.#edits = new EditQueue(
      id,
      () => {},
      (error) => context.status.show(errorMessage(error), "problem"),
    );
    const { iconName, title } = REASONS[reason];
    const close = new Button("Close", "plain", this.#press({ press: "close" }));
    const goToTerminal = new Button(
      "Go to terminal",
      "plain",
      this.#press({ press: "goToTerminal" }),
    );
    this.#send.root.setAttribute("aria-keyshortcuts", "Control+Enter");
    const answers = [
      ...(terminal ? [goToTerminal] : []),
      close,
      ...(reply === null ? [] : [this.#send]),
    ];
    const buttons = buttonRow(null, ...answers);
    this.#bar = new AnswerBar(context.status, this.#press({ press: "close" }), buttons);
    this.#heading = el("h2", { class: "notice-title", tabindex: -1 }, icon(iconName), title);
    this.root = el("div", { class: "notice-body" }, this.#heading);
    this.after = reply === null ? null : this.#replyBox(textFrom(reply));
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /** @param {QuestionView} question */
  update({ state }) {
    if (state.state !== "withdrawn") return;
    this.flush();
    if (this.#reply !== null) this.#reply.readOnly = true;
    const text = el("p", {}, "Nothing was sent. You can still copy what you wrote.");
    this.#bar.end(text, state.reason);
  }

  focusFirst() {
    this.#heading.focus({ preventScroll: true });
    return true;
  }

  send() {
    if (this.#reply !== null) this.#sendReply("key");
  }

  async flush() {
    await this.#edits.flush().catch(() => {});
  }

  unmounted() {
    this.#edits.clear();
  }

  /** @param {InputDevice} by */
  async #sendReply(by) {
    const flush = () => this.#edits.flush();
    const press = /** @type {const} */ ({ press: "send", secretsToo: false });
    const result = await this.#context.press(press, by, this.#send, flush);
    if (result?.reply !== "problems") return;
    this.#context.status.show(result.check.fields[0]?.problem ?? "", "problem");
    this.#reply?.focus();
  }

  /**
   * @param {string} text
   * @returns {HTMLElement}
   */
  #replyBox(text) {
    const box = el("textarea", {
      id: "reply",
      class: "box",
      dir: "auto",
      rows: 2,
      maxlength: MAX_WRITTEN_LENGTH,
      autocomplete: "off",
      "aria-describedby": "reply-hint",
    });
    box.value = text;
    box.addEventListener("input", () => {
      this.#context.status.clear();
      this.#edits.add(0, toTextInput(box.value), "typing");
    });
    this.#reply = box;
    return el(
      "div",
      { class: "notice-reply" },
      el("label", { for: "reply" }, "Reply"),
      box,
      el("p", { class: "notice-reply-hint", id: "reply-hint" }, REPLY_HINT),
    );
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
