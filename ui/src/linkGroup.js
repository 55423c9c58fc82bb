// "1 of 3 links for one request": the list of links and the progress through it.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/** @import { GroupMemberView } from "./generated/GroupMemberView" */

const OPENED = /** @type {const} */ ({ state: "opened", iconName: "check", text: "opened" });
const CURRENT = /** @type {const} */ ({ state: "current", iconName: "right", text: "this one" });
const WAITING = /** @type {const} */ ({ state: "waiting", iconName: "circle", text: "waits" });

export class LinkGroup {
  root = el("section", { class: "group", hidden: true, "aria-label": "Links of this request" });

  /** @param {GroupMemberView[]} members */
  show(members) {
    this.root.hidden = members.length < 2;
    const position = members.findIndex((member) => member.current) + 1;
    this.root.replaceChildren(
      el("p", { class: "group-count" }, `${position} of ${members.length} links for one request`),
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
