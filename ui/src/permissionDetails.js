// What an agent wants to do: a heading, and the command, diff, address or arguments to read.

import { diffView } from "./diffView.js";
import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { argumentList } from "./permissionArguments.js";
import { ReadWatcher } from "./readWatcher.js";
import { textParts } from "./textParts.js";
import { warningList } from "./warningList.js";

/** @import { PermissionView } from "./generated/PermissionView" */

/** Longer details show their number of lines. */
const LONG_TEXT_LINES = 12;

const CHANGED = "Changed by you. Allow sends your version.";

export class PermissionDetails {
  #watcher;
  #detail = el("div");
  #changed;
  /** The drawn text. @type {string | null} */
  #drawn = null;

  /**
   * @param {string} name the asker
   * @param {PermissionView} permission
   * @param {() => void} onReadToEnd called once, when the last line was visible
   */
  constructor(name, permission, onReadToEnd) {
    const { action, subject, description, reasons } = permission;
    const end = el("div", { class: "read-end", "aria-hidden": "true" });
    this.root = el(
      "section",
      {
        class: "permission",
        tabindex: 0,
        role: "region",
        "aria-label": `What ${name} wants to do`,
      },
      el(
        "h2",
        { class: "permission-heading" },
        action,
        subject !== null && " ",
        subject !== null && el("strong", {}, isolate(subject)),
      ),
      description !== null && el("p", { class: "permission-description" }, isolate(description)),
      reasons.length > 0 && sentences("permission-reasons", reasons),
    );
    this.#changed = changedMark();
    this.#watcher = new ReadWatcher(this.root, end, onReadToEnd);
    this.root.append(this.#changed, this.#detail, end);
    this.#draw(permission);
  }

  /**
   * @param {PermissionView} permission
   * @param {boolean} isChanged by the person
   */
  update(permission, isChanged) {
    this.#changed.hidden = !isChanged;
    this.#draw(permission);
  }

  /** @param {PermissionView} permission */
  #draw(permission) {
    const text = "text" in permission.detail ? permission.detail.text : "";
    if (text === this.#drawn) return;
    this.#drawn = text;
    const onDrawn = () => {
      if (text === this.#drawn) this.#watcher.start();
    };
    this.#detail.replaceChildren(...detail(permission, onDrawn));
  }

  focus() {
    this.root.focus({ preventScroll: true });
  }

  unmounted() {
    this.#watcher.stop();
  }
}

/** @returns {HTMLElement} */
function changedMark() {
  return el(
    "p",
    { class: "permission-changed", role: "status", "aria-label": CHANGED, hidden: true },
    icon("pencil"),
    CHANGED,
  );
}

/**
 * @param {string} className
 * @param {string[]} texts
 * @returns {HTMLElement}
 */
export function sentences(className, texts) {
  return el("ul", { class: className }, ...texts.map((text) => el("li", {}, isolate(text))));
}

/**
 * @param {PermissionView} permission
 * @param {() => void} onDrawn called when all of it is in the page
 * @returns {HTMLElement[]}
 */
function detail({ detail, arguments: values }, onDrawn) {
  if (detail.detail === "diff") {
    return [diffView(detail.text, onDrawn), ...lineCount(detail.text)];
  }
  onDrawn();
  switch (detail.detail) {
    case "command":
      return [
        el(
          "pre",
          { class: "permission-code command", dir: "ltr" },
          el("span", { class: "prompt", "aria-hidden": "true" }, "$"),
          el("code", {}, ...textParts(detail.text)),
        ),
        ...lineCount(detail.text),
      ];
    case "path":
      return [el("pre", { class: "permission-code", dir: "ltr" }, ...textParts(detail.text))];
    case "address": {
      const { before, domain, after, warnings } = detail;
      return [
        el(
          "pre",
          { class: "permission-code", dir: "ltr" },
          before,
          el("strong", {}, domain),
          ...(after === "" ? [] : textParts(after)),
        ),
        ...(warnings.length === 0 ? [] : [warningList(warnings)]),
      ];
    }
    case "arguments":
      return values.length === 0
        ? [el("p", { class: "permission-description" }, "Without arguments.")]
        : [argumentList(values)];
  }
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function lineCount(text) {
  const lines = text.split("\n").length;
  if (lines < LONG_TEXT_LINES) return [];
  return [el("p", { class: "permission-length" }, `${lines} lines`)];
}
