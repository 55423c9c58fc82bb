import assert from "node:assert/strict";
import test from "node:test";

import { fakeClock } from "./fakeClock.js";
import "./fakeDom.js";

const { Button, inputDevice } = await import("../src/button.js");
const { clampable, cut } = await import("../src/clampable.js");
const { arrange, el, quoted, showEach, textDirection } = await import("../src/dom.js");
const { SecretConsent } = await import("../src/secret.js");
const { optionRow } = await import("../src/fields/optionGroup.js");
const { StatusLine } = await import("../src/statusLine.js");

test("el omits absent attributes and children", () => {
  const element = el(
    "p",
    { id: "a", title: null, hidden: false, dir: undefined },
    "x",
    null,
    false,
  );
  assert.deepEqual([...element.attributes], [["id", "a"]]);
  assert.equal(element.textContent, "x");
  assert.equal(el("p", { inert: true, tabindex: 0 }).getAttribute("inert"), "");
});

test("claimed names are quoted and isolated", () => {
  const element = quoted("acme");
  assert.equal(element.textContent, "“acme”");
  assert.equal(element.children[1].tagName, "BDI");
});

test("a text has the direction of its first letter", () => {
  assert.equal(textDirection("1. Name"), "ltr");
  assert.equal(textDirection("«שם» (name)"), "rtl");
  assert.equal(textDirection("الاسم"), "rtl");
  assert.equal(textDirection("42"), "ltr");
});

test("arrange keeps children that are in order", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => el("li", { id }));
  const list = el("ul", {}, a, b, c);
  const moved = [];
  const insert = list.insertBefore.bind(list);
  list.insertBefore = (child, next) => {
    moved.push(child.getAttribute("id"));
    insert(child, next);
  };
  arrange(list, [a, c]);
  assert.deepEqual(moved, []);
  assert.deepEqual(list.children, [a, c]);
  arrange(list, [a, b, c]);
  assert.deepEqual(moved, ["b"]);
  assert.deepEqual(list.children, [a, b, c]);
});

test("showEach reuses parts by key and removes the others", () => {
  const list = el("ul");
  const parts = new Map();
  const log = [];
  const make = ({ id }) => {
    log.push(`make ${id}`);
    const root = el("li");
    return {
      root,
      show: ({ text }) => root.replaceChildren(text),
      unmounted: () => log.push(`unmounted ${id}`),
    };
  };
  const show = (...views) => showEach(list, parts, views, ({ id }) => id, make);
  show({ id: "a", text: "1" }, { id: "b", text: "2" });
  const [first, second] = list.children;
  show({ id: "b", text: "3" }, { id: "c", text: "4" });
  assert.deepEqual(log, ["make a", "make b", "unmounted a", "make c"]);
  assert.equal(list.children[0], second);
  assert.notEqual(list.children[1], first);
  assert.equal(list.textContent, "34");
  assert.deepEqual([...parts.keys()], ["b", "c"]);
});

test("text up to the limit is not clamped", () => {
  const element = el("p");
  assert.deepEqual(clampable(element, "12345", 5), [element]);
  assert.equal(element.textContent, "12345");
  assert.equal(element.classList.has("clamped"), false);
});

test("longer text is cut until the button is pressed", () => {
  const element = el("p");
  const [shown, button] = clampable(element, "123456", 5);
  assert.equal(shown, element);
  for (const [clamped, text, label] of [
    [true, "1234…", "Show all"],
    [false, "123456", "Show less"],
    [true, "1234…", "Show all"],
  ]) {
    assert.equal(element.classList.has("clamped"), clamped);
    assert.equal(element.textContent, text);
    assert.equal(button.textContent, label);
    button.click();
  }
});

test("cutting does not split a character", () => {
  assert.equal(cut("ab😀cd", 4), "ab…");
  assert.equal(cut("ab😀cd", 5), "ab😀…");
  assert.equal(cut("ab😀cd", 6), "ab😀cd");
});

/** A consent to send to "postgres", with its check box. */
function setUpConsent() {
  const consent = new SecretConsent("postgres");
  const label = consent.root.children[1].children[1];
  return { consent, label, checkbox: label.children[0] };
}

const PASSWORD = { warning: "Don’t enter your password here.", noun: "the password" };
const TOKEN = { warning: "This looks like a GitHub token.", noun: "the GitHub token" };

test("consent names the secret and who would get it", () => {
  const { consent, label } = setUpConsent();
  assert.equal(consent.root.hidden, true);
  consent.show(PASSWORD);
  assert.equal(consent.root.hidden, false);
  assert.equal(label.textContent, "Send the password to postgres anyway");
});

test("consent lasts until the secret is another or gone", () => {
  const { consent, checkbox } = setUpConsent();
  consent.show(PASSWORD);
  checkbox.checked = true;
  consent.show({ ...PASSWORD });
  assert.equal(consent.isGiven, true);
  consent.show(TOKEN);
  assert.equal(consent.isGiven, false);
  checkbox.checked = true;
  consent.show(null);
  assert.equal(consent.isGiven, false);
  assert.equal(consent.root.hidden, true);
});

/** The visible and the hidden line of a status line. */
function setUpStatus(context) {
  const tick = fakeClock(context);
  const status = new StatusLine(null);
  const [line, announcement] = status.root.children;
  return { status, line, announcement, tick };
}

test("brief text disappears", (context) => {
  const { status, line, tick } = setUpStatus(context);
  status.showBriefly("Copied");
  tick(3999);
  assert.equal(line.textContent, "Copied");
  tick(1);
  assert.equal(line.textContent, "");
});

test("text outlives the timer of earlier brief text", (context) => {
  const { status, line, tick } = setUpStatus(context);
  status.showBriefly("Copied");
  status.show("Not sent", "problem");
  tick(10_000);
  assert.equal(line.textContent, "Not sent");
});

test("brief text does not replace persistent text", (context) => {
  const { status, line, announcement } = setUpStatus(context);
  status.setPersistent("Read to the end", "plain");
  status.showBriefly("Too soon");
  assert.equal(line.textContent, "Read to the end");
  assert.equal(announcement.textContent, "Too soon");
});

test("persistent text comes back when other text is cleared", (context) => {
  const { status, line } = setUpStatus(context);
  status.setPersistent("Read to the end", "plain");
  status.show("Not sent", "problem");
  assert.equal(line.textContent, "Not sent");
  status.clear();
  assert.equal(line.textContent, "Read to the end");
  status.setPersistent("", "plain");
  assert.equal(line.textContent, "");
});

test("only an alert interrupts a screen reader", (context) => {
  const { status, line } = setUpStatus(context);
  status.show("Danger", "alert");
  assert.equal(line.getAttribute("role"), "alert");
  status.show("Fine");
  assert.equal(line.getAttribute("role"), "status");
});

test("a press without a position and without a key is a program's", () => {
  assert.equal(inputDevice(1, false), "pointer");
  assert.equal(inputDevice(0, true), "key");
  assert.equal(inputDevice(0, false), "program");
});

test("a button shows its key, and the key presses it", () => {
  const presses = [];
  const { root } = new Button("Yes", "plain", (by) => presses.push(by)).withKey("Y");
  assert.equal(root.getAttribute("aria-keyshortcuts"), "Y");
  assert.match(root.textContent, /^YesY/);
  root.dispatchEvent(new CustomEvent("shortcut", { detail: "shortcut" }));
  assert.deepEqual(presses, ["shortcut"]);
});

test("the first nine options are numbered, and the first is the Tab stop", () => {
  const inputs = Array.from({ length: 10 }, () => el("input", { type: "checkbox" }));
  const rows = inputs.map((input, index) => optionRow(input, [], index));
  const keys = inputs.map((input) => input.getAttribute("aria-keyshortcuts"));
  assert.deepEqual(keys, ["1", "2", "3", "4", "5", "6", "7", "8", "9", null]);
  assert.equal(rows[8].textContent, "9");
  assert.equal(rows[9].textContent, "");
  assert.deepEqual([inputs[0].tabIndex, inputs[1].tabIndex], [0, -1]);
});
