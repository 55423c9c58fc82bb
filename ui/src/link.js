// A link to consent to: whose website it is, and all of it, as text that cannot be pressed.

import { el, said } from "./dom.js";
import { icon } from "./icon.js";

/** @import { LinkView } from "./generated/LinkView" */

/** From this length on it is said how much there is to scroll through. */
const LONG = 600;
const COUNT = new Intl.NumberFormat("en-GB");

export class Link {
  #domain;

  /**
   * @param {string} name who asks
   * @param {LinkView} link
   */
  constructor(name, link) {
    this.#domain = el(
      "h2",
      { class: "target-domain", id: "target-domain" },
      said(link.registrable),
    );
    this.root = el(
      "section",
      {
        class: "target",
        tabindex: -1,
        role: "region",
        "aria-label": `Link asked by ${name}`,
        "aria-describedby": "target-domain",
      },
      el(
        "p",
        { class: "target-label" },
        icon(link.thisComputer ? "computer" : "globe"),
        el("span", {}, link.thisComputer ? "This computer" : "Website"),
      ),
      this.#domain,
      link.unicodeHost !== null && bothForms(link.host, link.unicodeHost),
      wholeLink(link),
      link.url.length >= LONG &&
        el("p", { class: "target-length" }, `${COUNT.format(link.url.length)} characters`),
    );
  }

  /** Takes the focus. Only in a low window, where everything scrolls, has it to come into view. */
  enter() {
    this.root.focus({ preventScroll: true });
    this.#domain.scrollIntoView({ block: "nearest" });
  }
}

/**
 * "xn--pple-43d.com reads as аpple.com". Each stands alone: the second may run from right to left.
 *
 * @param {string} host
 * @param {string} unicodeHost
 * @returns {HTMLElement}
 */
function bothForms(host, unicodeHost) {
  return el(
    "p",
    { class: "target-forms" },
    el("bdi", { class: "target-form" }, host),
    el(
      "span",
      { class: "target-reads" },
      " reads as ",
      el("bdi", { class: "target-form" }, unicodeHost),
    ),
  );
}

/**
 * @param {LinkView} link
 * @returns {HTMLElement}
 */
function wholeLink({ before, domain, after }) {
  return el(
    "div",
    { class: "target-url", dir: "ltr", tabindex: 0, role: "group", "aria-label": "The whole link" },
    before,
    el("strong", {}, domain),
    after,
  );
}
