// The body of a question: a form, a link, or what an agent asks itself.

import { FormBody } from "./formBody.js";
import { LinkBody } from "./linkBody.js";
import { NoticeBody } from "./noticeBody.js";
import { PermissionBody } from "./permissionBody.js";
import { PlanBody } from "./planBody.js";
import { isOneChoice, QuestionSetBody } from "./questionSetBody.js";

/** @import { Button } from "./button.js" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { QuestionView } from "./generated/QuestionView" */
/** @import { Layers } from "./layers.js" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * Sends a press once `before` resolves. `before` defaults to the body's `flush`.
 *
 * @callback SendPress
 * @param {Press} press
 * @param {InputDevice} by
 * @param {Button | null} button
 * @param {() => Promise<void>} [before]
 * @returns {Promise<PressReply | null>}
 */

/**
 * @typedef {object} BodyContext
 * @property {Layers} layers
 * @property {StatusLine} status
 * @property {HTMLElement} message above the body
 * @property {SendPress} press
 */

/**
 * @typedef {object} Body
 * @property {HTMLElement} root the scrolling part
 * @property {HTMLElement | null} [after] follows the message
 * @property {HTMLElement} bar the button bar, which stays in view
 * @property {Button} close
 * @property {(question: QuestionView) => void} update
 * @property {() => boolean} focusFirst returns false if nothing can take the focus
 * @property {() => void} send handles Ctrl+Enter
 * @property {() => Promise<void>} flush resolves when Rust has received every edit
 * @property {() => void} unmounted
 */

/**
 * The keys that no button shows, for the status line while it is empty.
 *
 * @param {QuestionView} question
 * @returns {string}
 */
export function hintFor({ body, handBack }) {
  switch (body.body) {
    case "form":
      return FORM_HINTS[body.form.kind.kind];
    case "link":
      return "Esc Cancel";
    case "permission":
      return handBack ? "Esc Answer in terminal" : "Esc Cancel";
    case "questions":
      return FORM_HINTS[isOneChoice(body.questions) ? "oneChoice" : "fields"];
    case "plan":
      return "Esc Cancel";
    case "notice":
      return body.reply === null ? "Esc Close" : "Ctrl+Enter Send · Esc Close";
  }
}

const FORM_HINTS = {
  yesNo: "Esc Cancel",
  oneChoice: "Enter Send · Esc Cancel",
  fields: "Ctrl+Enter Send · Esc Cancel",
};

/**
 * @param {QuestionView} question
 * @param {BodyContext} context
 * @returns {Body}
 */
export function createBody(question, context) {
  switch (question.body.body) {
    case "form":
      return new FormBody(question, question.body, context);
    case "link":
      return new LinkBody(question, question.body, context);
    case "permission":
      return new PermissionBody(question, question.body, context);
    case "questions":
      return new QuestionSetBody(question, question.body, context);
    case "plan":
      return new PlanBody(question, question.body, context);
    case "notice":
      return new NoticeBody(question, question.body, context);
  }
}
