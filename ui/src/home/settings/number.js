// A setting that is a whole number, typed. It is set when the field is left or on Enter.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingWords } from "./setting.js" */

/**
 * @typedef {object} WholeNumber
 * @property {number} least
 * @property {number} most
 * @property {string} unit
 * @property {(view: HomeView) => number} value
 * @property {(view: HomeView) => boolean} counts whether it has an effect now
 * @property {(value: number) => Promise<void>} set
 */

/**
 * @param {SettingWords} words
 * @param {WholeNumber} what
 * @returns {Setting}
 */
export function wholeNumber(words, { least, most, unit, value, counts, set }) {
  const setting = new Setting(words, "beside");
  const box = el("input", {
    type: "number",
    class: "box number",
    min: least,
    max: most,
    step: 1,
    "aria-labelledby": setting.titleId,
    "aria-describedby": setting.aboutId,
  });
  /** Whether something was typed that is not set yet. */
  let typed = false;
  box.addEventListener("input", () => {
    typed = true;
  });
  box.addEventListener("change", () => {
    typed = false;
    const number = box.valueAsNumber;
    if (Number.isInteger(number) && number >= least && number <= most) {
      setting.sets(set(number));
    } else {
      setting.refuse(`A whole number between ${least} and ${most} is needed.`);
      setting.again();
    }
  });
  return setting.holds(
    (view) => {
      if (!typed) box.valueAsNumber = value(view);
      box.disabled = !counts(view);
    },
    box,
    el("span", { class: "setting-unit", "aria-hidden": "true" }, unit),
  );
}
