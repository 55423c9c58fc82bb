// A permission on the page: what the agent wants to do, what Always allow would add, and why not.

import { asidePresses } from "./asides.js";
import { readToEnd, wentWrong } from "./backend.js";
import { el } from "./dom.js";
import { Edits } from "./edits.js";
import { asText } from "./fields/line.js";
import { Permission, ruleList } from "./permission.js";
import { PermissionBar } from "./permissionBar.js";

/** @import { Around } from "./body.js" */
/** @import { Button } from "./button.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { By } from "./generated/By" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "permission" }>} PermissionView */

/** The longest reason. */
const REASON_LENGTH = 1000;

export class PermissionBody {
  /** @type {QuestionView} */
  #question;
  #around;
  #edits;
  #permission;
  #reason;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {PermissionView} view
   * @param {Around} around
   */
  constructor(question, view, around) {
    this.#question = question;
    this.#around = around;
    const { asker, handBack } = question;
    this.#edits = new Edits(
      question.id,
      () => {},
      (error) => around.status.say(wentWrong(error), "problem"),
    );
    this.#permission = new Permission(asker.name, view.tool, view.arguments, () => this.#read());
    this.#reason = this.#reasonField();
    this.#bar = new PermissionBar(around.status, {
      ...asidePresses(around.layers, handBack, around.press),
      deny: this.#presses({ press: "deny" }),
      always: view.rules.length === 0 ? null : this.#presses({ press: "alwaysAllow" }),
      allow: this.#presses({ press: "allow" }),
      close: this.#presses({ press: "close" }),
    });
    this.root = el(
      "div",
      { class: "permission-body" },
      this.#permission.root,
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
    this.#around.layers.closeAll();
    this.#reason.readOnly = true;
    this.#bar.withdrawn(asker.name, state.at, state.reason);
  }

  focusFirst() {
    this.#permission.enter();
    return true;
  }

  /** Ctrl+Enter never allows anything. */
  send() {}

  async settled() {
    await this.#edits.flush().catch(() => {});
  }

  left() {
    this.#permission.stop();
    this.#edits.drop();
  }

  #read() {
    const { id, generation } = this.#question;
    readToEnd(id, generation).catch((error) =>
      this.#around.status.say(wentWrong(error), "problem"),
    );
  }

  /** @returns {HTMLTextAreaElement} */
  #reasonField() {
    const box = el("textarea", {
      id: "reason",
      class: "box",
      dir: "auto",
      rows: 2,
      maxlength: REASON_LENGTH,
      autocomplete: "off",
    });
    box.addEventListener("input", () => this.#edits.note(0, asText(box.value), "typing"));
    return box;
  }

  /**
   * @param {Press} press
   * @returns {(by: By, button: Button) => void}
   */
  #presses(press) {
    return async (by, button) => {
      const reply = await this.#around.press(press, by, button);
      if (reply?.reply === "unread") {
        this.#around.status.say("Not allowed yet: scroll to the last line first.", "problem");
      }
    };
  }
}
