// Said in the bar when the asker has stopped waiting.

import { el, said } from "./dom.js";
import { time } from "./moment.js";

export class Notice {
  root = el("div", { class: "notice", role: "status" });

  /**
   * @param {string} name
   * @param {number} at in milliseconds since 1970
   * @param {string} consequence
   * @param {string} reason
   */
  show(name, at, consequence, reason) {
    this.root.replaceChildren(
      el("p", {}, said(name), ` stopped waiting at ${time(at)}. ${consequence}`),
      el("p", { class: "notice-reason" }, said(reason)),
    );
  }

  focus() {
    this.root.tabIndex = -1;
    this.root.focus();
  }
}
