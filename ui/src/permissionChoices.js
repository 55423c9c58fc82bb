// The ways to allow more than this once, each a button that is named by its effect.

import { Button } from "./button.js";
import { el } from "./dom.js";

/** @import { PressHandler } from "./deferButtons.js" */

export class PermissionChoices {
  /** @type {HTMLElement[]} */
  buttons;

  /**
   * @param {string[]} effects
   * @param {(choice: number) => PressHandler} allowMore
   */
  constructor(effects, allowMore) {
    this.buttons = effects.map((effect, index) => {
      const { root } = new Button(effect, "plain", allowMore(index));
      root.classList.add("permission-choice");
      root.setAttribute("dir", "auto");
      return root;
    });
    this.root = el(
      "section",
      {
        class: "permission-choices",
        role: "group",
        "aria-labelledby": "permission-choices",
        hidden: effects.length === 0,
      },
      el("h3", { id: "permission-choices" }, "Or allow more than this once"),
      ...this.buttons,
    );
  }
}
