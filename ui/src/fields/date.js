// A date, or a date and time, typed or chosen from the calendar. The text box holds the value.

import { Calendar } from "../calendar.js";
import { formatDay, parseDay } from "../day.js";
import { el } from "../dom.js";
import { icon } from "../icon.js";
import { isComposing } from "../keyboard.js";
import { textFrom, textInput, toTextInput } from "./textLine.js";

/** @import { Control, ControlContext } from "../controls.js" */
/** @import { Day } from "../day.js" */
/** @import { Input } from "../generated/Input" */

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @returns {Control}
 */
export function dateField(context, input) {
  return new DateBox(context, input, null).control();
}

/**
 * @param {ControlContext} context
 * @param {Input} input
 * @param {string} zone the time zone sent with the time
 * @returns {Control}
 */
export function dateTimeField(context, input, zone) {
  return new DateBox(context, input, zone).control();
}

class DateBox {
  #isOpen = false;
  #close = () => this.#hide();
  #context;
  #zone;
  #box;
  #button;
  #time;
  #calendar;
  #popup;
  #root;

  /**
   * @param {ControlContext} context
   * @param {Input} input
   * @param {string | null} zone null for a date without time
   */
  constructor(context, input, zone) {
    this.#context = context;
    this.#zone = zone;
    this.#box = textInput(context, textFrom(input), "numeric");
    this.#box.placeholder = zone === null ? "YYYY-MM-DD" : "YYYY-MM-DD HH:MM";
    this.#button = el(
      "button",
      {
        type: "button",
        class: "box-button",
        "aria-label": `Calendar for ${context.title}`,
        "aria-expanded": "false",
      },
      icon("calendar"),
    );
    this.#calendar = new Calendar(context.id, (day) => this.#onDayChosen(day));
    this.#time = zone === null ? null : timeBox();
    this.#popup = this.#makePopup();
    this.#root = el(
      "div",
      { class: "date" },
      el("div", { class: "line" }, this.#box, this.#button),
      this.#popup,
      zone !== null && el("p", { class: "zone" }, "Time zone: ", el("bdi", {}, zone)),
    );
    this.#listen();
  }

  /** @returns {Control} */
  control() {
    return {
      root: this.#root,
      ariaTarget: this.#box,
      focusTarget: () => this.#box,
      isGroup: false,
    };
  }

  #makePopup() {
    const done = el("button", { type: "button", class: "button plain small" }, "Done");
    done.addEventListener("click", () => this.#hide());
    return el(
      "div",
      {
        class: "popup calendar-popup",
        role: "dialog",
        "aria-modal": "true",
        "aria-label": this.#zone === null ? "Choose a date" : "Choose a date and a time",
        hidden: true,
      },
      this.#calendar.root,
      this.#time &&
        el("div", { class: "calendar-foot" }, el("label", {}, "Time ", this.#time), done),
    );
  }

  #listen() {
    this.#box.addEventListener("input", () =>
      this.#context.changed(toTextInput(this.#box.value), "typing"),
    );
    this.#button.addEventListener("click", () => (this.#isOpen ? this.#hide() : this.#open()));
    this.#popup.addEventListener("keydown", (event) => trapTabFocus(event, this.#popup));
    this.#time?.addEventListener("input", () => {
      // Leave an incomplete date alone: it is still being typed.
      const day = parseDay(this.#box.value);
      if (day !== null || this.#box.value.trim() === "") this.#setDay(day);
    });
    this.#time?.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !isComposing(event)) this.#hide();
    });
    this.#root.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.#root.contains(relatedTarget)) this.#hide();
    });
  }

  #open() {
    this.#isOpen = true;
    this.#popup.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    this.#context.layers.add(this.#close);
    if (this.#time) this.#time.value = timePart(this.#box.value);
    this.#calendar.show(parseDay(this.#box.value));
    this.#popup.scrollIntoView({ block: "nearest" });
    this.#box.scrollIntoView({ block: "nearest" });
    this.#calendar.focus();
  }

  #hide() {
    if (!this.#isOpen) return;
    const hadFocus = this.#popup.contains(document.activeElement);
    this.#isOpen = false;
    this.#popup.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
    this.#context.layers.remove(this.#close);
    if (hadFocus) this.#box.focus();
  }

  /** @param {Day} day */
  #onDayChosen(day) {
    this.#setDay(day);
    if (this.#time) {
      this.#calendar.show(day);
      this.#time.focus();
      this.#time.select();
    } else {
      this.#hide();
    }
  }

  /** @param {Day | null} day */
  #setDay(day) {
    const time = this.#time?.value.trim() ?? "";
    this.#box.value = [day ? formatDay(day) : "", time].filter((part) => part !== "").join(" ");
    this.#context.changed(toTextInput(this.#box.value), "chosen");
  }
}

/** @returns {HTMLInputElement} */
function timeBox() {
  return el("input", {
    type: "text",
    class: "box time",
    placeholder: "HH:MM",
    inputmode: "numeric",
    autocomplete: "off",
    spellcheck: "false",
  });
}

/**
 * "14:30" of "2026-11-16 14:30".
 *
 * @param {string} text
 * @returns {string}
 */
export function timePart(text) {
  return parseDay(text) === null
    ? ""
    : text
        .trim()
        .slice(10)
        .replace(/^[T\s]+/i, "");
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} popup
 */
function trapTabFocus(event, popup) {
  if (event.key !== "Tab") return;
  const focusable = [...popup.querySelectorAll("button, input, td[tabindex='0']")];
  const first = focusable[0];
  const last = focusable[focusable.length - 1];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  if (document.activeElement === from && to instanceof HTMLElement) {
    event.preventDefault();
    to.focus();
  }
}
