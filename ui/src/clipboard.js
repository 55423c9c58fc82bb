// Copying text, also where the page is not allowed to use the clipboard by itself.

import { el } from "./dom.js";

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * @param {string} text
 * @returns {boolean}
 */
function copyBySelection(text) {
  const before = document.activeElement;
  const area = el("textarea", { class: "unseen", readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
