// Several lines of text, or JSON, in a box that grows with them.

import { el } from "../dom.js";
import { asText, textOf } from "./line.js";

/** @import { Control, Wiring } from "../controls.js" */
/** @import { Input } from "../generated/Input" */

/**
 * @param {Wiring} wiring
 * @param {Input} input
 * @param {"prose" | "json"} kind
 * @returns {Control}
 */
export function paragraph(wiring, input, kind) {
  const box = el("textarea", {
    id: wiring.id,
    class: `box ${kind}`,
    dir: kind === "json" ? null : "auto",
    rows: 3,
    autocomplete: "off",
    spellcheck: kind === "json" ? "false" : null,
    "aria-required": String(wiring.required),
  });
  box.value = textOf(input);
  // An unseen copy of the text in the same grid cell gives the box its height.
  const copy = el("div", { class: `box ${kind} copy`, "aria-hidden": "true" });
  const grow = () => copy.replaceChildren(`${box.value}\n`);
  grow();
  box.addEventListener("input", () => {
    grow();
    wiring.changed(asText(box.value), "typing");
  });
  return {
    root: el("div", { class: "grows" }, copy, box),
    carrier: box,
    target: () => box,
    isGroup: false,
    mask: (on) => box.classList.toggle("masked", on),
  };
}
