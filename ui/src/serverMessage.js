// The server's message, marked as not written by Doorbell.

import { documentText } from "./documentText.js";
import { el } from "./dom.js";

/** @import { QuestionView } from "./generated/QuestionView" */

/** Messages of this length have several lines in any window. */
const LONG_MESSAGE = 240;

/**
 * @param {QuestionView} question
 * @returns {HTMLElement}
 */
export function serverMessage({ asker, message, messageBlocks, body }) {
  return el(
    "section",
    {
      class: message.length >= LONG_MESSAGE ? "message long" : "message",
      tabindex: 0,
      role: "region",
      "aria-label": `Message from ${asker.name}, not from Doorbell`,
    },
    ...documentText({ text: message, blocks: messageBlocks }, isClampable(body)),
  );
}

/**
 * The message of a link scrolls by itself, and the message of a form without fields is all there is
 * to read.
 *
 * @param {QuestionView["body"]} body
 * @returns {boolean}
 */
function isClampable(body) {
  if (body.body === "form") return body.form.fields.length > 0;
  return body.body !== "link";
}
