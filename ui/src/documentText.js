// A text from outside: formatted if it is Markdown, with the original one click away, and cut if it
// is long.

import { showAllButton } from "./clampable.js";
import { documentNodes } from "./document.js";
import { el } from "./dom.js";
import { textParts } from "./textParts.js";

/** @import { Decorate } from "./document.js" */
/** @import { DocumentView } from "./generated/DocumentView" */

const CLAMPED_LINES = 14;
/** A cut that hides less than this is not worth a click. */
const MIN_HIDDEN_LINES = 3;
/** About what fits in a line of the default window. */
const LINE_LENGTH = 64;

/**
 * @param {DocumentView} view
 * @param {boolean} canClamp
 * @param {Decorate} [decorate] for the parts of formatted text
 * @returns {HTMLElement[]} the text, and its buttons if it has any
 */
export function documentText({ text, blocks }, canClamp, decorate) {
  const plain = () => el("p", { class: "document-plain" }, ...textParts(text));
  const body = el("div", { class: "document" });
  const buttons = [];
  // Between the parts of formatted text is no line, only a gap.
  const lines = lineCount(blocks ? text.replace(/\n{2,}/g, "\n") : text);
  if (canClamp && lines >= CLAMPED_LINES + MIN_HIDDEN_LINES) {
    const all = clampButton(body);
    buttons.push(all);
  }
  if (blocks) {
    const formatted = documentNodes(blocks, decorate);
    body.append(...formatted);
    buttons.push(
      originalButton((isOriginal) => {
        body.classList.toggle("original", isOriginal);
        body.replaceChildren(...(isOriginal ? [plain()] : formatted));
      }),
    );
  } else {
    body.append(plain());
  }
  return buttons.length === 0 ? [body] : [body, el("div", { class: "document-foot" }, ...buttons)];
}

/**
 * @param {string} text
 * @returns {number} an estimate
 */
export function lineCount(text) {
  return text
    .split("\n")
    .reduce((count, line) => count + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
}

/**
 * Shows the first lines, until the person asks for more or reaches a control below them.
 *
 * @param {HTMLElement} body
 * @returns {HTMLElement}
 */
function clampButton(body) {
  const clamp = (/** @type {boolean} */ isClamped) => {
    body.classList.toggle("document-clamped", isClamped);
  };
  const button = showAllButton(clamp);
  clamp(true);
  body.addEventListener("focusin", () => {
    if (body.classList.contains("document-clamped")) button.click();
  });
  return button;
}

/**
 * @param {(isOriginal: boolean) => void} show
 * @returns {HTMLElement}
 */
function originalButton(show) {
  let isOriginal = false;
  const button = el("button", { type: "button", class: "link" }, "Show original");
  button.addEventListener("click", () => {
    isOriginal = !isOriginal;
    show(isOriginal);
    button.replaceChildren(isOriginal ? "Show formatted" : "Show original");
  });
  return button;
}
