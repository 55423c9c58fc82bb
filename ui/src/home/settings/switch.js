// A setting that is on or off.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingWords } from "./setting.js" */

/**
 * @typedef {object} OnOff
 * @property {(view: HomeView) => boolean} isOn
 * @property {(on: boolean) => Promise<void>} set
 * @property {(on: boolean) => Promise<boolean>} [before] asks whether it may be set
 * @property {(view: HomeView) => string | null} [note]
 */

/**
 * @param {SettingWords} words
 * @param {OnOff} what
 * @returns {Setting}
 */
export function onOff(words, { isOn, set, before, note }) {
  const setting = new Setting(words, "beside");
  const box = el("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    "aria-labelledby": setting.titleId,
    "aria-describedby": setting.aboutId,
  });
  box.addEventListener("change", async () => {
    const on = box.checked;
    if (before && !(await before(on))) setting.again();
    else await setting.sets(set(on));
  });
  const label = el("label", { class: "switch-room" }, box);
  return setting.holds((view) => {
    box.checked = isOn(view);
    setting.note(note?.(view));
  }, label);
}
