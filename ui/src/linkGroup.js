// "Link 1 of 3": the links of one request and the progress through them.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/** @import { GroupMemberView } from "./generated/GroupMemberView" */

const OPENED = /** @type {const} */ ({ state: "opened", iconName: "check", text: "opened" });
const CURRENT = /** @type {const} */ ({ state: "current", iconName: "right", text: "current" });
const WAITING = /** @type {const} */ ({ state: "waiting", iconName: "circle", text: "next" });

export class LinkGroup {
  root = el("section", { class: "group", hidden: true, "aria-label": "Links of this request" });

  /** @param {GroupMemberView[]} members */
  show(members) {
    this.root.hidden = members.length < 2;
    const position = members.findIndex((member) => member.current) + 1;
    this.root.replaceChildren(
      el("p", { class: "group-count" }, `Link ${position} of ${members.length}`),
      el("ol", { class: "group-links" }, ...members.map(row)),
    );
  }
}

/**
 * @param {GroupMemberView} member
 * @returns {HTMLElement}
 */
function row({ domain, current, opened }) {
  const { state, iconName, text } = opened ? OPENED : current ? CURRENT : WAITING;
  return el(
    "li",
    { class: `group-${state}`, "aria-current": current && "step" },
    icon(iconName),
    el("span", { class: "group-domain" }, isolate(domain)),
    el("span", { class: "group-state" }, text),
  );
}
