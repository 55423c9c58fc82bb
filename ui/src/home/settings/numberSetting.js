// A setting that is a whole number. It is applied on Enter or when the field loses the focus.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingText } from "./setting.js" */

/**
 * @typedef {object} NumberOptions
 * @property {number} min
 * @property {number} max
 * @property {string} unit
 * @property {(view: HomeView) => number} value
 * @property {(view: HomeView) => boolean} isEnabled
 * @property {(value: number) => Promise<void>} set
 */

/**
 * @param {SettingText} text
 * @param {NumberOptions} options
 * @returns {Setting}
 */
export function numberSetting(text, { min, max, unit, value, isEnabled, set }) {
  const setting = new Setting(text, "beside");
  const box = el("input", {
    type: "number",
    class: "box number",
    min,
    max,
    step: 1,
    "aria-labelledby": setting.titleId,
    "aria-describedby": setting.descriptionId,
  });
  let hasUnsavedInput = false;
  box.addEventListener("input", () => {
    hasUnsavedInput = true;
  });
  box.addEventListener("change", () => {
    hasUnsavedInput = false;
    const number = box.valueAsNumber;
    if (Number.isInteger(number) && number >= min && number <= max) {
      setting.apply(set(number));
    } else {
      setting.showProblem(`Enter a whole number from ${min} to ${max}.`);
      setting.showCurrent();
    }
  });
  return setting.withControl(
    (view) => {
      if (!hasUnsavedInput) box.valueAsNumber = value(view);
      box.disabled = !isEnabled(view);
    },
    box,
    el("span", { class: "setting-unit", "aria-hidden": "true" }, unit),
  );
}
