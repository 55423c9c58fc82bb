// A modal sheet that shows what would change in an agent's files, and asks.

import { Button, setPressesAccepted } from "../button.js";
import { el, isolate } from "../dom.js";

/** @import { InputDevice } from "../generated/InputDevice" */
/** @import { PlanView } from "../generated/PlanView" */
/** @import { Home } from "./home.js" */

/** A key or click meant for the page below must not agree. */
const GUARD_MS = 500;

/** @type {Record<string, string>} */
const LINE_CLASSES = { "+": "diff-added", "-": "diff-removed", "@": "diff-place" };

export class ChangeSheet {
  #home;

  /** @param {Home} home */
  constructor(home) {
    this.#home = home;
  }

  /**
   * @param {PlanView} plan
   * @returns {Promise<InputDevice | null>} what pressed Change, or null if the person cancelled
   */
  ask(plan) {
    return new Promise((resolve) => {
      let isGuarded = true;
      /** @param {InputDevice | null} pressedBy */
      const finish = (pressedBy) => {
        clearTimeout(guard);
        this.#home.closeSheet(root, cancel);
        resolve(pressedBy);
      };
      const cancel = () => finish(null);
      const change = new Button("Change", "primary", (by) => isGuarded || finish(by));
      const cancelButton = new Button("Cancel", "plain", cancel).alwaysReady();
      const diffs = plan.changes.map(({ file, diff }) => fileDiff(file, diff));
      const root = el(
        "div",
        { class: "dialog-backdrop" },
        el(
          "div",
          {
            class: "dialog change-sheet",
            role: "dialog",
            "aria-modal": "true",
            "aria-labelledby": "change-sheet-title",
            "aria-describedby": "change-sheet-text",
          },
          el("h2", { id: "change-sheet-title" }, title(plan)),
          el(
            "p",
            { id: "change-sheet-text" },
            "Doorbell keeps a backup, and turning the switch off restores the file.",
          ),
          el("div", { class: "change-files" }, ...diffs),
          el("div", { class: "buttons" }, cancelButton.root, change.root),
        ),
      );
      setPressesAccepted(root, false);
      const guard = setTimeout(() => {
        isGuarded = false;
        setPressesAccepted(root, true);
      }, GUARD_MS);
      this.#home.openSheet(root, cancel);
      diffs[0]?.querySelector("pre")?.focus();
    });
  }
}

/**
 * @param {PlanView} plan
 * @returns {string}
 */
function title({ changes }) {
  return changes.length === 1 ? "Change this file?" : `Change these ${changes.length} files?`;
}

/**
 * @param {string} file
 * @param {string} diff
 * @returns {HTMLElement}
 */
function fileDiff(file, diff) {
  return el(
    "figure",
    { class: "change-file" },
    el("figcaption", {}, el("code", {}, isolate(file))),
    // Focusable, so that the arrow keys scroll it.
    el(
      "pre",
      { class: "diff", tabindex: 0, role: "group", "aria-label": `Changes in ${file}` },
      ...diffLines(diff),
    ),
  );
}

/**
 * @param {string} diff
 * @returns {HTMLElement[]} its lines without the header that repeats the file's name
 */
export function diffLines(diff) {
  const lines = diff.split("\n").filter((line) => line !== "");
  const body = lines.slice(lines.findIndex((line) => line.startsWith("@@")));
  return body.map((line) =>
    el("span", { class: `diff-line ${LINE_CLASSES[line.charAt(0)] ?? ""}` }, `${line}\n`),
  );
}
