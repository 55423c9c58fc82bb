// A plan: the whole document, or what changed since the last one.

import { diffView } from "./diffView.js";
import { documentText } from "./documentText.js";
import { el } from "./dom.js";

/** @import { AgentPlanView } from "./generated/AgentPlanView" */
/** @import { PlanComments } from "./planComments.js" */

/**
 * @param {string} name the asker
 * @param {AgentPlanView} plan
 * @param {PlanComments} comments
 * @returns {HTMLElement}
 */
export function planDocument(name, { plan, changes }, comments) {
  const whole = el("div", {}, ...documentText(plan, false, comments.decorate));
  const root = el("section", {
    class: "plan",
    tabindex: 0,
    role: "region",
    "aria-label": `Plan from ${name}, not from Doorbell`,
  });
  root.append(...(changes === null ? [whole] : withChanges(whole, changes)));
  comments.listenTo(root);
  return root;
}

/**
 * @param {HTMLElement} whole
 * @param {string} changes
 * @returns {HTMLElement[]}
 */
function withChanges(whole, changes) {
  const diff = el("div", { hidden: true });
  const show = (/** @type {boolean} */ isWhole) => {
    whole.hidden = !isWhole;
    diff.hidden = isWhole;
    if (!isWhole && diff.children.length === 0) diff.append(diffView(changes, () => {}));
    wholeButton.setAttribute("aria-pressed", String(isWhole));
    changesButton.setAttribute("aria-pressed", String(!isWhole));
  };
  const wholeButton = el("button", { type: "button" }, "Whole plan");
  const changesButton = el("button", { type: "button" }, "Changes since the last plan");
  wholeButton.addEventListener("click", () => show(true));
  changesButton.addEventListener("click", () => show(false));
  show(true);
  const buttons = { class: "plan-views", role: "group", "aria-label": "Show" };
  return [el("div", buttons, wholeButton, changesButton), whole, diff];
}
