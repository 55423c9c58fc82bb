// Draws formatted text from outside: one element for each part. Links stay text.

import { copyText } from "./backend.js";
import { el } from "./dom.js";
import { PART_LENGTH, textParts } from "./textParts.js";

/** @import { BlockView } from "./generated/BlockView" */
/** @import { InlineView } from "./generated/InlineView" */
/** @import { ListItemView } from "./generated/ListItemView" */

const COPIED_SHOWN_MS = 2000;
/** Headings in the text stand below the window's own. */
const FIRST_HEADING_LEVEL = 3;
const LAST_HEADING_LEVEL = 6;

/**
 * Puts something around a part, which begins at a line of the original text.
 *
 * @callback Decorate
 * @param {HTMLElement} part
 * @param {number} line
 * @returns {HTMLElement}
 */

/**
 * @param {BlockView[]} blocks
 * @param {Decorate} [decorate] for each part that holds no others
 * @returns {HTMLElement[]}
 */
export function documentNodes(blocks, decorate = (part) => part) {
  return blocks.map((block) => blockNode(block, decorate));
}

/**
 * @param {BlockView} block
 * @param {Decorate} decorate
 * @returns {HTMLElement}
 */
function blockNode(block, decorate) {
  switch (block.block) {
    case "paragraph":
      return decorate(el("p", {}, ...inlineNodes(block.text)), block.line);
    case "heading":
      return decorate(heading(block.level, block.text), block.line);
    case "code":
      return decorate(codeBlock(block.label, block.code), block.line);
    case "list":
      return list(block.items, decorate);
    case "quote":
      return el("blockquote", {}, ...documentNodes(block.blocks, decorate));
    case "table":
      return decorate(table(block.header, block.rows), block.line);
    case "rule":
      return el("hr");
  }
}

/**
 * @param {number} level
 * @param {InlineView[]} text
 * @returns {HTMLElement}
 */
function heading(level, text) {
  return el(
    "p",
    {
      class: "document-heading",
      role: "heading",
      "aria-level": Math.min(level + FIRST_HEADING_LEVEL - 1, LAST_HEADING_LEVEL),
    },
    ...inlineNodes(text),
  );
}

/**
 * @param {InlineView[]} inlines
 * @returns {(HTMLElement | string)[]}
 */
function inlineNodes(inlines) {
  return inlines.flatMap(inlineNode);
}

/**
 * @param {InlineView} inline
 * @returns {(HTMLElement | string)[]}
 */
function inlineNode(inline) {
  switch (inline.inline) {
    case "text":
      // Not isolated, so that it decides the direction of its paragraph.
      return inline.text.length <= PART_LENGTH ? [inline.text] : textParts(inline.text);
    case "code":
      return [el("code", {}, ...textParts(inline.text))];
    case "emphasis":
      return [el("em", {}, ...inlineNodes(inline.text))];
    case "strong":
      return [el("strong", {}, ...inlineNodes(inline.text))];
    case "address":
      return address(inline.text, inline.address);
  }
}

/**
 * @param {InlineView[]} text empty if it is the address itself
 * @param {string} target
 * @returns {(HTMLElement | string)[]}
 */
function address(text, target) {
  const shown = el("bdi", { class: "document-address" }, target);
  return text.length === 0 ? [shown] : [...inlineNodes(text), " (", shown, ")"];
}

/**
 * Long lines are wrapped, because what is beyond an edge is not seen.
 *
 * @param {string} label
 * @param {string} code
 * @returns {HTMLElement}
 */
export function codeBlock(label, code) {
  return el(
    "div",
    { class: "document-code" },
    el("pre", { dir: "ltr" }, el("code", {}, ...textParts(code))),
    el(
      "div",
      { class: "document-code-foot" },
      label !== "" && el("bdi", { class: "document-code-label" }, label),
      copyButton(code),
    ),
  );
}

/**
 * @param {string} code
 * @returns {HTMLElement}
 */
function copyButton(code) {
  const button = el("button", { type: "button", class: "link" }, "Copy");
  let timer = 0;
  const show = (/** @type {string} */ label) => {
    clearTimeout(timer);
    button.replaceChildren(label);
    timer = setTimeout(() => button.replaceChildren("Copy"), COPIED_SHOWN_MS);
  };
  button.addEventListener("click", () => {
    copyText(code).then(
      () => show("Copied"),
      () => show("Not copied"),
    );
  });
  return button;
}

/**
 * @param {ListItemView[]} items
 * @param {Decorate} decorate
 * @returns {HTMLElement}
 */
function list(items, decorate) {
  const isNumbered = items[0]?.number !== null;
  return el(
    isNumbered ? "ol" : "ul",
    {},
    ...items.map(({ number, blocks }) =>
      el("li", { value: number }, ...documentNodes(blocks, decorate)),
    ),
  );
}

/**
 * @param {InlineView[][]} header
 * @param {InlineView[][][]} rows
 * @returns {HTMLElement} scrolls by itself, and by keyboard
 */
function table(header, rows) {
  return el(
    "div",
    { class: "document-table", tabindex: 0, role: "group", "aria-label": "Table" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...header.map((cell) => el("th", {}, ...inlineNodes(cell))))),
      el(
        "tbody",
        {},
        ...rows.map((row) =>
          el("tr", {}, ...row.map((cell) => el("td", {}, ...inlineNodes(cell)))),
        ),
      ),
    ),
  );
}
