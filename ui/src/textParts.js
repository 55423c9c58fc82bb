// Long text in blocks, because WebKit's time for a line without a break is quadratic.

import { el, isolate } from "./dom.js";

export const PART_LENGTH = 4000;

/**
 * A part ends at a line feed if it can. A longer line is broken at a space.
 *
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function textParts(text) {
  if (text.length <= PART_LENGTH) return [isolate(text)];
  const parts = [];
  for (let start = 0; start < text.length; ) {
    const end = partEnd(text, start);
    const part = text.slice(start, end);
    const isFlowing = !/\s\s|[\n\t]/.test(part);
    parts.push(el("bdi", { class: isFlowing ? "text-part flowing" : "text-part" }, part));
    // The end of the block stands for the line feed.
    start = text[end] === "\n" ? end + 1 : end;
  }
  return parts;
}

/**
 * @param {string} text
 * @param {number} start
 * @returns {number}
 */
function partEnd(text, start) {
  const limit = start + PART_LENGTH;
  if (text.length <= limit) return text.length;
  const line = text.lastIndexOf("\n", limit);
  if (line > start) return line;
  const space = text.lastIndexOf(" ", limit - 1);
  if (space > start) return space + 1;
  const isInsidePair = /[\uDC00-\uDFFF]/.test(text.charAt(limit));
  return isInsidePair ? limit - 1 : limit;
}
