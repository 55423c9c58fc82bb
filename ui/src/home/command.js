// A command to be copied: one press, or the focus, selects all of it.

import { el } from "../dom.js";

/**
 * @param {string} name what it is for
 * @param {string} text
 * @returns {HTMLElement}
 */
export function commandText(name, text) {
  const command = el("code", {}, text);
  const box = el(
    "pre",
    {
      class: "command",
      tabindex: 0,
      role: "group",
      "aria-label": `Command: ${name}`,
      title: "Ctrl+C copies it",
    },
    command,
  );
  box.addEventListener("focus", () => getSelection()?.selectAllChildren(command));
  return box;
}
