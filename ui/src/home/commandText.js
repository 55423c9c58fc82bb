// A command to be copied: one press, or the focus, selects all of it.

import { el } from "../dom.js";

/**
 * @param {string} purpose what it is for
 * @param {string} text
 * @returns {HTMLElement}
 */
export function commandText(purpose, text) {
  // A line may end between two words, but not within the dashes of one.
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
