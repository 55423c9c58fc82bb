// A diff, one element for each line. A long one is drawn in parts, after the question is on the
// screen.

import { el } from "./dom.js";
import { whenIdle } from "./idleWork.js";
import { textParts } from "./textParts.js";

/** The lines that are drawn at once. */
export const FIRST_LINES = 300;
const LINES_PER_STEP = 50;

/** The kinds of lines by their mark. A screen reader says the word instead of the mark. */
const KINDS = new Map([
  ["+", { name: "added", word: "Added: " }],
  ["-", { name: "removed", word: "Removed: " }],
  [" ", { name: "same", word: "" }],
  ["@", { name: "note", word: "" }],
]);

/**
 * @param {string} text each line begins with its mark
 * @param {() => void} onDrawn called when the last line is in the page
 * @returns {HTMLElement}
 */
export function diffView(text, onDrawn) {
  const lines = text.split("\n");
  // A list, because WebKit leaves lines without a role out of the accessibility tree.
  const root = el("div", { class: "permission-code diff", dir: "ltr", role: "list" });
  let drawn = 0;
  const draw = (/** @type {number} */ count) => {
    root.append(...lines.slice(drawn, drawn + count).map(diffLine));
    drawn += count;
    if (drawn < lines.length) return true;
    onDrawn();
    return false;
  };
  if (draw(FIRST_LINES)) whenIdle(() => draw(LINES_PER_STEP));
  return root;
}

/**
 * @param {string} line
 * @returns {HTMLElement}
 */
function diffLine(line) {
  const mark = line.slice(0, 1);
  const { name, word } = KINDS.get(mark) ?? { name: "same", word: "" };
  return el(
    "div",
    { class: `diff-line ${name}`, role: "listitem", "aria-label": `${word}${line.slice(1)}` },
    el("span", { class: "diff-mark", "aria-hidden": "true" }, name === "note" ? "" : mark),
    el("span", { class: "diff-text" }, ...textParts(line.slice(1))),
  );
}
