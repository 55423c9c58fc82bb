// "Claude Code · shop through “github”": each name on a line of its own if it is long, so that neither
// can push the other out of sight.

import { el, isolate, quoted } from "../dom.js";

/**
 * @param {string} asker
 * @param {string} server
 * @returns {HTMLElement[]}
 */
export function askerAndServer(asker, server) {
  return [
    el("span", { class: "row-agent", title: asker }, isolate(asker)),
    el("span", { class: "row-server", title: server }, " through ", quoted(server)),
  ];
}
