// A setting that is one of a few.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { Child } from "../../dom.js" */
/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingWords } from "./setting.js" */

/**
 * @template T
 * @typedef {object} Choice
 * @property {T} value
 * @property {string} title
 * @property {Child} [about]
 */

/**
 * @template T
 * @typedef {object} OneOf
 * @property {Choice<T>[]} choices
 * @property {(view: HomeView) => T} chosen
 * @property {(value: T) => Promise<void>} set
 * @property {(view: HomeView) => string | null} [note]
 */

/**
 * @template T
 * @param {SettingWords} words
 * @param {OneOf<T>} what
 * @returns {Setting}
 */
export function oneOf(words, { choices, chosen, set, note }) {
  const setting = new Setting(words, "stacked");
  const radios = choices.map(({ value, title, about }, place) => {
    const radio = el("input", {
      type: "radio",
      name: words.name,
      // WebKit would say the whole label after a name it is only pointed to.
      "aria-label": title,
      "aria-describedby": about ? `${words.name}-${place}-about` : null,
    });
    radio.addEventListener("change", () => setting.sets(set(value)));
    return radio;
  });
  const rows = choices.map(({ title, about }, place) =>
    el(
      "label",
      { class: "option" },
      radios[place],
      el(
        "span",
        { class: "option-text" },
        el("span", {}, title),
        about &&
          el("span", { class: "option-description", id: `${words.name}-${place}-about` }, about),
      ),
    ),
  );
  const isShort = choices.every(({ about }) => !about);
  const group = el(
    "div",
    {
      role: "radiogroup",
      class: isShort ? "options row" : "options",
      "aria-labelledby": setting.titleId,
      "aria-describedby": setting.aboutId,
    },
    ...rows,
  );
  return setting.holds((view) => {
    const value = chosen(view);
    radios.forEach((radio, place) => {
      radio.checked = choices[place]?.value === value;
    });
    setting.note(note?.(view));
  }, group);
}
