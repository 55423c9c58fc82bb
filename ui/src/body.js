// What a question asks for: a form, a link or a permission.

import { FormBody } from "./formBody.js";
import { LinkBody } from "./linkBody.js";
import { PermissionBody } from "./permissionBody.js";

/** @import { Button } from "./button.js" */
/** @import { By } from "./generated/By" */
/** @import { Press } from "./generated/Press" */
/** @import { PressReply } from "./generated/PressReply" */
/** @import { QuestionView } from "./generated/QuestionView" */
/** @import { Layers } from "./layers.js" */
/** @import { StatusLine } from "./statusLine.js" */

/**
 * Says a press, after what must reach Rust first: if nothing is named, what `settled` waits for.
 *
 * @callback SendPress
 * @param {Press} press
 * @param {By} by
 * @param {Button | null} button
 * @param {() => Promise<void>} [before]
 * @returns {Promise<PressReply | null>}
 */

/**
 * What a body is given by the sheet around it.
 *
 * @typedef {object} BodyContext
 * @property {Layers} layers
 * @property {StatusLine} status
 * @property {SendPress} press
 */

/**
 * @typedef {object} Body
 * @property {HTMLElement} root what scrolls
 * @property {HTMLElement} bar what is always in reach
 * @property {Button} close
 * @property {(question: QuestionView) => void} update
 * @property {() => boolean} focusFirst whether there is something to take the focus
 * @property {() => void} send Ctrl+Enter
 * @property {() => Promise<void>} flushed resolves when Rust knows all that is on the screen
 * @property {() => void} unmounted
 */

/** What the status line says while nothing else is. */
export const HINTS = {
  form: "Ctrl+Enter sends · Esc dismisses",
  link: "Esc dismisses",
  permission: "Esc leaves it to the terminal",
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
  }
}
