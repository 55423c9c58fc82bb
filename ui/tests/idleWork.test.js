import assert from "node:assert/strict";
import test from "node:test";

import { fakeClock } from "./fakeClock.js";
import "./fakeDom.js";
import "./fakeTauri.js";

const { whenIdle } = await import("../src/idleWork.js");
const { checkBoxes } = await import("../src/fields/checkBoxes.js");
const { listEditor } = await import("../src/fields/listEditor.js");

const CONTEXT = {
  id: "field-0",
  titleId: "field-0-title",
  title: "Regions",
  hint: null,
  required: false,
  isOnFirstScreen: true,
  announce: () => {},
  changed: () => {},
};

const options = (count) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Option ${index}`,
    value: null,
    description: null,
  }));

const find = (element, tag) =>
  (element.children ?? []).flatMap((child) => (child.tagName === tag ? [child] : find(child, tag)));

const rows = (control) =>
  find(control.root, "LABEL").map((row) => row.children[0].getAttribute("aria-label"));

test("idle work is done in order, in slices that let the page answer", (context) => {
  const advance = fakeClock(context);
  const done = [];
  const work = (name, steps) =>
    whenIdle(() => {
      done.push(name);
      context.mock.method(performance, "now", () => Date.now() + done.length * 5);
      steps -= 1;
      return steps > 0;
    });
  work("a", 3);
  work("b", 1);
  assert.deepEqual(done, []);
  setTimeout(() => done.push("key"), 50);
  advance(1000);
  assert.deepEqual(done, ["a", "a", "key", "a", "b"]);
});

test("failed idle work does not stop the rest", (context) => {
  const advance = fakeClock(context);
  const done = [];
  whenIdle(() => {
    throw new Error("failed");
  });
  whenIdle(() => {
    done.push("next");
    return false;
  });
  assert.throws(() => advance(1000), /failed/);
  advance(1000);
  assert.deepEqual(done, ["next"]);
});

test("a long list gets its first rows at once and the others later", (context) => {
  const advance = fakeClock(context);
  const control = checkBoxes(CONTEXT, { kind: "choices", indices: [0, 999] }, options(1000));
  assert.equal(rows(control).length, 20);
  assert.match(control.root.textContent, /2 chosen$/);
  advance(10_000);
  assert.deepEqual(
    rows(control),
    options(1000).map(({ title }) => title),
  );
  const boxes = find(control.root, "LABEL").map((row) => row.children[0]);
  assert.deepEqual(
    [...boxes.keys()].filter((index) => boxes[index].checked),
    [0, 999],
  );
});

test("a long list below the first screen gets all its rows later", (context) => {
  const advance = fakeClock(context);
  const below = { ...CONTEXT, isOnFirstScreen: false };
  const control = checkBoxes(below, { kind: "empty" }, options(21));
  assert.equal(rows(control).length, 0);
  assert.equal(rows(checkBoxes(below, { kind: "empty" }, options(20))).length, 20);
  advance(10_000);
  assert.equal(rows(control).length, 21);
});

test("a filter shows the matching rows of a list that is not complete", (context) => {
  const advance = fakeClock(context);
  const control = checkBoxes(CONTEXT, { kind: "empty" }, options(1000));
  const [filter] = control.root.children;
  filter.value = "option 99";
  filter.dispatchEvent(new Event("input"));
  advance(10_000);
  const found = [99, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999];
  assert.deepEqual(
    rows(control),
    found.map((index) => `Option ${index}`),
  );
  filter.value = "";
  filter.dispatchEvent(new Event("input"));
  advance(10_000);
  assert.equal(rows(control).length, 1000);
});

test("a change of a list includes the items without a row", (context) => {
  fakeClock(context);
  const items = Array.from({ length: 100 }, (_, index) => `Item ${index}`);
  /** @type {unknown[]} */
  const changes = [];
  const changed = (input) => changes.push(input);
  const control = listEditor({ ...CONTEXT, changed }, { kind: "list", items });
  assert.equal(find(control.root, "INPUT").length, 20);
  const [first] = find(control.root, "INPUT");
  first.value = "Changed";
  first.dispatchEvent(new Event("input"));
  assert.deepEqual(changes, [{ kind: "list", items: ["Changed", ...items.slice(1)] }]);
  const names = find(control.root, "INPUT").map((box) => box.getAttribute("aria-label"));
  assert.equal(names[99], "Regions 100");
});
