// A setting between two bounds. It is set when the slider is let go.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingWords } from "./setting.js" */

/**
 * @typedef {object} Bounds
 * @property {number} least
 * @property {number} most
 * @property {number} step
 * @property {(value: number) => string} says the value, for people
 * @property {(view: HomeView) => number} value
 * @property {(value: number) => Promise<void>} set
 */

/**
 * @param {SettingWords} words
 * @param {Bounds} what
 * @returns {Setting}
 */
export function slider(words, { least, most, step, says, value, set }) {
  const setting = new Setting(words, "beside");
  const range = el("input", {
    type: "range",
    class: "slider",
    min: least,
    max: most,
    step,
    "aria-labelledby": setting.titleId,
    "aria-describedby": setting.aboutId,
  });
  const reading = el("output", { class: "slider-value", "aria-hidden": "true" });
  /** Whether it is being moved: then it shows where it is, not what is set. */
  let moves = false;
  const read = () => {
    const text = says(range.valueAsNumber);
    reading.replaceChildren(text);
    range.setAttribute("aria-valuetext", text);
  };
  range.addEventListener("input", () => {
    moves = true;
    read();
  });
  range.addEventListener("change", () => {
    moves = false;
    setting.sets(set(range.valueAsNumber));
  });
  return setting.holds(
    (view) => {
      if (moves) return;
      range.valueAsNumber = value(view);
      read();
    },
    range,
    reading,
  );
}
