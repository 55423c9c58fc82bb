// The link to consent to: its domain and the whole URL as plain text.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { PART_LENGTH, textParts } from "./textParts.js";

/** @import { LinkView } from "./generated/LinkView" */

/** Longer URLs show their length. */
const LONG_URL = 600;
const NUMBER_FORMAT = new Intl.NumberFormat("en-GB");

export class LinkTarget {
  #domain;

  /**
   * @param {string} name the asker
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

  /** Scrolls the domain into view, which matters only in a low window. */
  focus() {
    this.root.focus({ preventScroll: true });
    this.#domain.scrollIntoView({ block: "nearest" });
  }
}

/**
 * "xn--pple-43d.com reads as аpple.com". Each is isolated: the second may run from right to left.
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
    ...(before.length <= PART_LENGTH ? [before] : textParts(before)),
    el("strong", {}, domain),
    after.slice(0, PART_LENGTH),
    ...(after.length <= PART_LENGTH ? [] : textParts(after.slice(PART_LENGTH))),
  );
}
