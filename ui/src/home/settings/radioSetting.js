// A setting with a few choices.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { Child } from "../../dom.js" */
/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingText } from "./setting.js" */

/**
 * @template T
 * @typedef {object} Choice
 * @property {T} value
 * @property {string} title
 * @property {Child} [description]
 */

/**
 * @template T
 * @typedef {object} RadioOptions
 * @property {Choice<T>[]} choices
 * @property {(view: HomeView) => T} chosen
 * @property {(value: T) => Promise<void>} set
 * @property {(view: HomeView) => string | null} [note]
 */

/**
 * @template T
 * @param {SettingText} text
 * @param {RadioOptions<T>} options
 * @returns {Setting}
 */
export function radioSetting(text, { choices, chosen, set, note }) {
  const setting = new Setting(text, "stacked");
  const radios = choices.map(({ value, title, description }, index) => {
    const radio = el("input", {
      type: "radio",
      name: text.name,
      // With aria-labelledby, WebKit would also read the whole label.
      "aria-label": title,
      "aria-describedby": description ? `${text.name}-${index}-about` : null,
    });
    radio.addEventListener("change", () => setting.apply(set(value)));
    return radio;
  });
  const rows = choices.map(({ title, description }, index) =>
    el(
      "label",
      { class: "option" },
      radios[index],
      el(
        "span",
        { class: "option-text" },
        el("span", {}, title),
        description &&
          el(
            "span",
            { class: "option-description", id: `${text.name}-${index}-about` },
            description,
          ),
      ),
    ),
  );
  const isShort = choices.every(({ description }) => !description);
  const group = el(
    "div",
    {
      role: "radiogroup",
      class: isShort ? "options row" : "options",
      "aria-labelledby": setting.titleId,
      "aria-describedby": setting.descriptionId,
    },
    ...rows,
  );
  return setting.withControl((view) => {
    const value = chosen(view);
    radios.forEach((radio, index) => {
      radio.checked = choices[index]?.value === value;
    });
    setting.setNote(note?.(view));
  }, group);
}
