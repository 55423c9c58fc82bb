// Comments on the parts of a plan, each below its part.

import { el } from "./dom.js";
import { icon } from "./icon.js";
import { leaveOnEscape, textBox } from "./textBox.js";

/** @import { Input } from "./generated/Input" */
/** @import { PlanCommentView } from "./generated/PlanCommentView" */
/** @import { Layers } from "./layers.js" */

/** As many as are sent. */
const MAX_COMMENTS = 64;
const MAX_COMMENT_LENGTH = 1000;
/** How far each key moves between the parts; the ends are far away in both directions. */
const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["Home", -Infinity],
  ["End", Infinity],
]);

/**
 * @typedef {object} CommentHandlers
 * @property {(line: number, input: Input) => void} edited
 * @property {() => void} full called when there is no room for one more
 * @property {Layers} layers
 */

export class PlanComments {
  /** In the order of the plan. @type {CommentedPart[]} */
  #parts = [];
  /** By line. */
  #texts;
  #handlers;

  /**
   * @param {PlanCommentView[]} comments
   * @param {CommentHandlers} handlers
   */
  constructor(comments, handlers) {
    this.#texts = new Map(comments.map(({ line, text }) => [line, text]));
    this.#handlers = handlers;
  }

  get count() {
    return [...this.#texts.values()].filter((text) => text.trim() !== "").length;
  }

  /**
   * Puts a part together with its comment.
   *
   * @param {HTMLElement} node
   * @param {number} line
   * @returns {HTMLElement}
   */
  decorate = (node, line) => {
    if (this.#parts.some((part) => part.line === line)) return node;
    const part = new CommentedPart(node, line, this.#texts.get(line) ?? "", {
      ...this.#handlers,
      edited: (input) => {
        this.#texts.set(line, input.kind === "text" ? input.text : "");
        this.#handlers.edited(line, input);
      },
      canOpen: () => this.count < MAX_COMMENTS,
      opened: () => this.#setTabStop(this.#neighbour(line)),
    });
    part.button.tabIndex = this.#parts.length === 0 ? 0 : -1;
    this.#parts.push(part);
    return part.root;
  };

  /**
   * Makes one Tab stop of all buttons in the plan: the arrow keys move between them. It is where the
   * person reads.
   *
   * @param {HTMLElement} plan
   */
  listenTo(plan) {
    plan.addEventListener("focusin", ({ target }) => {
      const part = this.#parts.find(({ button }) => button === target);
      if (part !== undefined) this.#setTabStop(part);
    });
    plan.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && event.target === plan) this.#setTabStop(this.#firstVisible(plan));
      const current = this.#parts.findIndex(({ button }) => button === event.target);
      const step = STEPS.get(event.key);
      if (current === -1 || step === undefined) return;
      event.preventDefault();
      const reachable = this.#parts.filter(({ button }) => !button.hidden);
      const from = reachable.findIndex(({ button }) => button === event.target);
      const to = Math.min(Math.max(from + step, 0), reachable.length - 1);
      reachable[to]?.button.focus();
    });
  }

  /**
   * @param {number} line
   * @returns {CommentedPart | undefined} the next part without a comment, or the one before
   */
  #neighbour(line) {
    const free = this.#parts.filter(({ button }) => !button.hidden);
    return free.find((part) => part.line > line) ?? free.at(-1);
  }

  /** @param {CommentedPart | undefined} stop */
  #setTabStop(stop) {
    if (stop === undefined) return;
    for (const part of this.#parts) part.button.tabIndex = part === stop ? 0 : -1;
  }

  /**
   * @param {HTMLElement} plan
   * @returns {CommentedPart | undefined}
   */
  #firstVisible(plan) {
    const top = plan.closest("main")?.getBoundingClientRect().top ?? 0;
    return this.#parts.find(
      ({ button, root }) => !button.hidden && root.getBoundingClientRect().bottom > top,
    );
  }
}

/**
 * @typedef {object} PartHandlers
 * @property {(input: Input) => void} edited
 * @property {() => boolean} canOpen
 * @property {() => void} opened
 * @property {() => void} full
 * @property {Layers} layers
 */

/** A part of the plan, with a button to comment on it. */
class CommentedPart {
  line;
  root;
  button;
  /** @type {HTMLElement | null} */
  #comment = null;
  #handlers;

  /**
   * @param {HTMLElement} node
   * @param {number} line
   * @param {string} text
   * @param {PartHandlers} handlers
   */
  constructor(node, line, text, handlers) {
    this.line = line;
    this.#handlers = handlers;
    this.button = el(
      "button",
      { type: "button", class: "plan-comment-button", "aria-label": this.#name, title: "Comment" },
      icon("comment"),
    );
    this.button.addEventListener("click", () => {
      if (!handlers.canOpen()) {
        handlers.full();
        return;
      }
      this.#open("").focus();
      handlers.opened();
    });
    const isHeading = node.classList.contains("document-heading");
    this.root = el(
      "div",
      { class: isHeading ? "plan-part plan-heading" : "plan-part" },
      node,
      this.button,
    );
    if (text !== "") this.#open(text);
  }

  get #name() {
    return `Comment on line ${this.line}`;
  }

  /**
   * @param {string} text
   * @returns {HTMLTextAreaElement} the box
   */
  #open(text) {
    const { edited, layers } = this.#handlers;
    const id = `comment-${this.line}`;
    const box = textBox(id, text, MAX_COMMENT_LENGTH, edited);
    const remove = el("button", { type: "button", class: "link" }, "Remove");
    remove.setAttribute("aria-label", `Remove comment on line ${this.line}`);
    remove.addEventListener("click", () => {
      edited({ kind: "empty" });
      this.#close();
    });
    leaveOnEscape(box, layers, () => {
      if (box.value === "") this.#close();
      else remove.focus();
    });
    this.#comment = el(
      "div",
      { class: "plan-comment" },
      el("div", { class: "plan-comment-head" }, el("label", { for: id }, this.#name), remove),
      box,
    );
    this.button.hidden = true;
    this.root.append(this.#comment);
    return box;
  }

  #close() {
    this.#comment?.remove();
    this.#comment = null;
    this.button.hidden = false;
    this.button.focus();
  }
}
