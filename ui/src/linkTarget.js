// A link to consent to: whose website it is, and all of it, as text that cannot be pressed.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";

/** @import { LinkView } from "./generated/LinkView.js" */

/** From this length on it is said how much there is to scroll through. */
const LONG_URL = 600;
const NUMBER_FORMAT = new Intl.NumberFormat("en-GB");

export class LinkTarget {
  #domain;

  /**
   * @param {string} name who asks
   * @param {LinkView} link
   */
  constructor(name, link) {
    this.#domain = el(
      "h2",
      { class: "target-domain", id: "target-domain" },
      isolate(link.registrable),
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
      link.unicodeHost !== null && hostForms(link.host, link.unicodeHost),
      wholeLink(link),
      link.url.length >= LONG_URL &&
        el("p", { class: "target-length" }, `${NUMBER_FORMAT.format(link.url.length)} characters`),
    );
  }

  /** Takes the focus. Only in a low window, where everything scrolls, has it to come into view. */
  focus() {
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
function hostForms(host, unicodeHost) {
  return el(
    "p",
    { class: "target-hosts" },
    el("bdi", { class: "target-host" }, host),
    el(
      "span",
      { class: "target-unicode-host" },
      " reads as ",
      el("bdi", { class: "target-host" }, unicodeHost),
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
