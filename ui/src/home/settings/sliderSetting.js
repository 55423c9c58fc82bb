// A setting between two bounds. It is applied when the slider is released.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingText } from "./setting.js" */

/**
 * @typedef {object} SliderOptions
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {(value: number) => string} format
 * @property {(view: HomeView) => number} value
 * @property {(value: number) => Promise<void>} set
 */

/**
 * @param {SettingText} text
 * @param {SliderOptions} options
 * @returns {Setting}
 */
export function sliderSetting(text, { min, max, step, format, value, set }) {
  const setting = new Setting(text, "beside");
  const range = el("input", {
    type: "range",
    class: "slider",
    min,
    max,
    step,
    "aria-labelledby": setting.titleId,
    "aria-describedby": setting.descriptionId,
  });
  const output = el("output", { class: "slider-value", "aria-hidden": "true" });
  /** True while dragging: the slider then ignores new views. */
  let isMoving = false;
  const showValue = () => {
    const text = format(range.valueAsNumber);
    output.replaceChildren(text);
    range.setAttribute("aria-valuetext", text);
  };
  range.addEventListener("input", () => {
    isMoving = true;
    showValue();
  });
  range.addEventListener("change", () => {
    isMoving = false;
    setting.apply(set(range.valueAsNumber));
  });
  return setting.withControl(
    (view) => {
      if (isMoving) return;
      range.valueAsNumber = value(view);
      showValue();
    },
    range,
    output,
  );
}
