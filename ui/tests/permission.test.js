import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";
import "./fakeTauri.js";

const { el } = await import("../src/dom.js");
const { argumentList, closedArguments } = await import("../src/permissionArguments.js");
const { Layers } = await import("../src/layers.js");
const { PermissionChoices } = await import("../src/permissionChoices.js");
const { hintFor } = await import("../src/body.js");
const { deferHandlers } = await import("../src/deferButtons.js");
const { PermissionBar } = await import("../src/permissionBar.js");
const { StatusLine } = await import("../src/statusLine.js");
const { diffView, FIRST_LINES } = await import("../src/diffView.js");
const { PermissionEditor } = await import("../src/permissionEditor.js");
const { ReadWatcher } = await import("../src/readWatcher.js");

/** What a screen reader reads of a diff's line. */
const spoken = (line) => line.getAttribute("aria-label");

test("diff has a line for each line, in order, with signs and words", () => {
  const diff = diffView("@Change 1 of 1\n same\n-old\n+new\n+", () => {});
  assert.deepEqual(diff.children.map(spoken), [
    "Change 1 of 1",
    "same",
    "Removed: old",
    "Added: new",
    "Added: ",
  ]);
  const marks = diff.children.map((line) => line.children[0].textContent);
  assert.deepEqual(marks, ["", " ", "-", "+", "+"]);
});

test("long diff is complete before its end can be seen", async () => {
  const lines = Array.from({ length: FIRST_LINES + 120 }, (_, index) => `+${index}`);
  let isDrawn = false;
  const diff = await new Promise((resolve) => {
    const diff = diffView(lines.join("\n"), () => {
      isDrawn = true;
      resolve(diff);
    });
    assert.equal(diff.children.length, FIRST_LINES);
    assert.equal(isDrawn, false);
  });
  assert.deepEqual(
    diff.children.map(spoken),
    lines.map((line) => `Added: ${line.slice(1)}`),
  );
});

test("arguments are listed whole, and named while they are closed", () => {
  const values = [
    { name: "command", value: "a\nb" },
    { name: "timeout", value: "5" },
  ];
  const texts = argumentList(values).children.map((child) => child.textContent);
  assert.deepEqual(texts, ["command", "a\nb", "timeout", "5"]);
  const closed = closedArguments(values);
  assert.equal(closed.children.length, 1);
  assert.match(closed.textContent, /All arguments.*command, timeout/);
  closed.dispatchEvent(new Event("toggle"));
  closed.dispatchEvent(new Event("toggle"));
  assert.equal(closed.children.length, 2);
  assert.equal(closed.children[1].children.length, 4);
});

test("each choice is a button with its effect as its name and its own press", () => {
  const pressed = [];
  const choices = new PermissionChoices(["First", "Second"], (choice) => () => {
    pressed.push(choice);
  });
  assert.deepEqual(
    choices.buttons.map((button) => button.children[0].textContent),
    ["First", "Second"],
  );
  choices.buttons[1].click();
  choices.buttons[0].click();
  assert.deepEqual(pressed, [1, 0]);
  assert.equal(choices.root.hidden, false);
  assert.equal(new PermissionChoices([], () => () => {}).root.hidden, true);
});

/** A watcher in a page with a field below the end, and a button outside the part that scrolls. */
function watcher() {
  const listeners = new Map();
  document.addEventListener = (type, listener) => listeners.set(type, listener);
  document.removeEventListener = (type) => listeners.delete(type);
  let report;
  globalThis.IntersectionObserver = class {
    constructor(callback) {
      report = callback;
    }
    observe() {}
    disconnect() {}
  };
  const end = el("div");
  const root = el("section", {}, end);
  const field = el("textarea");
  const button = el("button");
  const main = el("main", {}, root, field);
  root.closest = (selector) => (selector === "main" ? main : null);
  let reads = 0;
  let unread = 0;
  const watcher = new ReadWatcher(
    root,
    end,
    () => {
      reads += 1;
    },
    () => {
      unread += 1;
    },
  );
  watcher.start();
  return {
    root,
    field,
    button,
    reads: () => reads,
    unread: () => unread,
    see: (isIntersecting) => report([{ isIntersecting }]),
    does: (type, target, key) =>
      listeners.get(type)?.(key === undefined ? { type, target } : { type, target, key }),
  };
}

test("what fits into the window is read at once", () => {
  const page = watcher();
  page.see(true);
  page.see(true);
  assert.equal(page.reads(), 1);
  assert.equal(page.unread(), 0);
});

test("what does not fit is unread until its end is seen", () => {
  const page = watcher();
  page.see(false);
  assert.equal(page.reads(), 0);
  assert.equal(page.unread(), 1);
  page.see(true);
  page.see(false);
  assert.equal(page.reads(), 1);
  assert.equal(page.unread(), 1);
});

test("a focus that scrolls past the end is not reading", () => {
  const page = watcher();
  page.see(false);
  page.does("focusin", page.field);
  page.see(true);
  assert.equal(page.reads(), 0);
  page.does("keydown", page.field, "ArrowDown");
  page.does("keydown", page.root, "Tab");
  page.does("keydown", page.button, " ");
  page.does("pointerdown", page.button);
  assert.equal(page.reads(), 0);
  page.does("wheel", page.root);
  assert.equal(page.reads(), 1);
});

test("a focused button leaves the scrolling keys to the page", () => {
  const page = watcher();
  page.see(false);
  page.does("focusin", page.field);
  page.see(true);
  page.does("keydown", page.button, "End");
  assert.equal(page.reads(), 1);
});

test("scrolling by key is reading", () => {
  for (const key of ["End", "PageDown", " "]) {
    const page = watcher();
    page.see(false);
    page.does("focusin", page.field);
    page.does("keydown", page.root, key);
    assert.equal(page.reads(), 0);
    page.see(true);
    assert.equal(page.reads(), 1);
  }
});

const TEXTS = [{ label: "Command", asked: "npm test", text: "npm test" }];

/** An editor, what was typed into it, and how often Edit was pressed. */
function editor(texts = TEXTS) {
  const edits = [];
  let presses = 0;
  const editor = new PermissionEditor(texts, "command", {
    open: () => {
      presses += 1;
    },
    edited: (...edit) => edits.push(edit),
    layers: new Layers(),
    leave: () => {},
  });
  const [edit, fields, reset] = editor.root.children;
  return { editor, edits, edit, fields, reset, presses: () => presses };
}

test("texts are opened by a press that Rust accepts", () => {
  const { editor: root, edit, fields, reset, presses } = editor();
  root.update(TEXTS, false, false);
  edit.click();
  assert.equal(presses(), 1);
  assert.ok(fields.hidden);
  root.update(TEXTS, true, false);
  assert.ok(!fields.hidden);
  assert.ok(edit.hidden);
  assert.ok(reset.hidden);
  assert.equal(fields.children.length, 1);
  root.update(TEXTS, true, true);
  assert.equal(fields.children.length, 1);
  assert.ok(!reset.hidden);
});

test("a changed text is there again, and can be reset", () => {
  const texts = [{ label: "Command", asked: "npm test", text: "npm ci" }];
  const { editor: root, edits, fields, reset } = editor(texts);
  root.update(texts, true, true);
  const box = fields.children[0].children[1].children[1];
  assert.equal(box.value, "npm ci");
  box.value = "npm run";
  box.dispatchEvent(new Event("input"));
  reset.click();
  assert.deepEqual(edits, [
    [0, { kind: "text", text: "npm run" }],
    [0, { kind: "text", text: "npm test" }],
  ]);
});

test("no button of a permission is primary, except Deny at a severe warning", () => {
  const command = { detail: "command", text: "npm test" };
  const address = (severity) => ({ detail: "address", warnings: [{ severity }] });
  for (const [detail, expected] of [
    [command, []],
    [address("caution"), []],
    [address("severe"), ["Deny"]],
  ]) {
    const handlers = deferHandlers(new Layers(), true, () => {});
    const bar = new PermissionBar({ detail }, [], new StatusLine(null), handlers);
    const answers = bar.buttons.children.at(-1).children;
    const primary = answers.filter(({ classList }) => classList.contains("primary"));
    assert.deepEqual(
      primary.map((button) => button.children[0].children[0]),
      expected,
    );
  }
});

test("Esc leads to the terminal only if there is one", () => {
  const body = { body: "permission" };
  assert.equal(hintFor({ body, handBack: true }), "Esc Answer in terminal");
  assert.equal(hintFor({ body, handBack: false }), "Esc Cancel");
});

test("no texts, no editor", () => {
  assert.ok(editor([]).editor.root.hidden);
});
