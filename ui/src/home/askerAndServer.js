// "Claude Code · shop via github". Long names wrap to their own lines, so that neither hides
// the other.

import { el, isolate } from "../dom.js";

/**
 * @param {string} asker
 * @param {string} server
 * @returns {HTMLElement[]}
 */
export function askerAndServer(asker, server) {
  return [
    el("span", { class: "row-agent", title: asker }, isolate(asker)),
    el("span", { class: "row-server", title: server }, " via ", isolate(server)),
  ];
}
