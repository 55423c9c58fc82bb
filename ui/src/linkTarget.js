// The link to consent to: its domain with the warnings about it, and the whole URL as plain text.

import { el, isolate } from "./dom.js";
import { icon } from "./icon.js";
import { PART_LENGTH, textParts } from "./textParts.js";
import { warningList } from "./warningList.js";

/** @import { LinkView } from "./generated/LinkView" */

/** Longer URLs show their length. */
const LONG_URL = 600;
/** A domain that is still too long is broken. */
const MIN_DOMAIN_SCALE = 0.5;
const NUMBER_FORMAT = new Intl.NumberFormat("en-GB");

export class LinkTarget {
  #domain;
  #name;
  /** For which the domain was scaled. */
  #width = 0;
  #resizes = new ResizeObserver(() => this.#scaleDomain());

  /**
   * @param {string} name the asker
   * @param {LinkView} link
   * @param {() => void} onCopy
   */
  constructor(name, link, onCopy) {
    this.#name = isolate(link.registrable);
    this.#domain = el("h2", { class: "target-domain", id: "target-domain" }, this.#name);
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
      link.unicodeHost !== null &&
        el("p", { class: "target-reading" }, "Reads as ", isolate(link.unicodeHost)),
      warningList(link.warnings),
      el("div", { class: "target-box" }, wholeLink(link), copyButton(onCopy)),
      link.url.length >= LONG_URL &&
        el("p", { class: "target-length" }, `${NUMBER_FORMAT.format(link.url.length)} characters`),
    );
  }

  mounted() {
    this.#resizes.observe(this.#domain);
  }

  unmounted() {
    this.#resizes.disconnect();
  }

  /**
   * In JavaScript, because WebKit counts the zoom twice in the units that relate a font to the width
   * of its container.
   */
  #scaleDomain() {
    const { clientWidth, style, classList } = this.#domain;
    if (clientWidth === this.#width) return;
    this.#width = clientWidth;
    classList.remove("broken");
    style.removeProperty("--scale");
    const scale = clientWidth / this.#name.getBoundingClientRect().width;
    if (scale >= 1) return;
    style.setProperty("--scale", String(Math.max(scale, MIN_DOMAIN_SCALE)));
    classList.toggle("broken", scale < MIN_DOMAIN_SCALE);
  }

  /** Scrolls the domain into view, which matters only in a low window. */
  focus() {
    this.root.focus({ preventScroll: true });
    this.#domain.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Copying needs no guard: it answers nothing.
 *
 * @param {() => void} onCopy
 * @returns {HTMLElement}
 */
function copyButton(onCopy) {
  const button = el(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Copy link", title: "Copy link" },
    icon("copy"),
  );
  button.addEventListener("click", onCopy);
  return button;
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
