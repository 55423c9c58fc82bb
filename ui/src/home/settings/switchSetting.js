// A setting that is on or off.

import { el } from "../../dom.js";
import { Setting } from "./setting.js";

/** @import { HomeView } from "../../generated/HomeView" */
/** @import { SettingText } from "./setting.js" */

/**
 * @typedef {object} SwitchOptions
 * @property {(view: HomeView) => boolean} isOn
 * @property {(view: HomeView) => boolean} [isEnabled]
 * @property {(on: boolean) => Promise<void>} set
 * @property {(on: boolean) => Promise<boolean>} [confirm] resolves to false to cancel the change
 * @property {(view: HomeView) => string | null} [note]
 */

/**
 * @param {SettingText} text
 * @param {SwitchOptions} options
 * @returns {Setting}
 */
export function switchSetting(text, { isOn, isEnabled, set, confirm, note }) {
  const setting = new Setting(text, "beside");
  const box = el("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    "aria-labelledby": setting.titleId,
    "aria-describedby": setting.descriptionId,
  });
  box.addEventListener("change", async () => {
    const on = box.checked;
    if (confirm && !(await confirm(on))) setting.showCurrent();
    else await setting.apply(set(on));
  });
  const label = el("label", { class: "switch-target" }, box);
  return setting.withControl((view) => {
    box.checked = isOn(view);
    box.disabled = isEnabled?.(view) === false;
    setting.setNote(note?.(view));
  }, label);
}
