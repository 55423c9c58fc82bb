// The arguments of a tool by name.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { textParts } from "./textParts.js";

/** @import { ArgumentView } from "./generated/ArgumentView" */

/**
 * @param {ArgumentView[]} values
 * @returns {HTMLElement}
 */
export function argumentList(values) {
  return el(
    "dl",
    { class: "permission-code permission-values" },
    ...values.flatMap(({ name, value }) => [
      el("dt", {}, isolate(name)),
      el("dd", {}, ...textParts(value)),
    ]),
  );
}

/**
 * All arguments, one click away. Their names can be seen without it.
 *
 * @param {ArgumentView[]} values
 * @returns {HTMLElement}
 */
export function closedArguments(values) {
  const names = values.map(({ name }) => name).join(", ");
  const root = el(
    "details",
    { class: "permission-all" },
    el(
      "summary",
      {},
      icon("chevron"),
      el("span", {}, "All arguments"),
      el("small", {}, isolate(names)),
    ),
  );
  // Built on demand: it repeats what may be long.
  root.addEventListener("toggle", () => root.append(argumentList(values)), { once: true });
  return root;
}
