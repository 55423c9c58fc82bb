// A command to copy. Focusing it selects all of it.

import { el } from "../dom.js";

/**
 * @param {string} purpose
 * @param {string} text
 * @returns {HTMLElement}
 */
export function commandText(purpose, text) {
  // Lines may break between words, but not after the dashes of a flag.
  const words = text.split(/(?<= )/);
  const command = el(
    "code",
    {},
    ...words.map((word) => (word.startsWith("-") ? el("span", { class: "flag" }, word) : word)),
  );
  const box = el(
    "pre",
    {
      class: "command",
      tabindex: 0,
      role: "group",
      "aria-label": `Command: ${purpose}`,
      title: "Ctrl+C copies it",
    },
    command,
  );
  box.addEventListener("focus", () => getSelection()?.selectAllChildren(command));
  return box;
}
