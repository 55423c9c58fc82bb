import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";
import "./fakeTauri.js";

const { Layers } = await import("../src/layers.js");
const { LinkBar } = await import("../src/linkBar.js");
const { StatusLine } = await import("../src/statusLine.js");
const { warningList } = await import("../src/warningList.js");

const warning = (severity) => ({ severity, text: `a ${severity} warning` });

function all(element, matches) {
  if (typeof element === "string") return [];
  const own = matches(element) ? [element] : [];
  return [...own, ...element.children.flatMap((child) => all(child, matches))];
}

/** The styles of Decline and of the button that opens the link, by their labels. */
function styles(bar) {
  const labelled = (element) => element.classList.has("button");
  const buttons = all(bar.root, labelled).map((button) => {
    const [label] = all(button, (element) => element.classList.has("button-label"));
    const style = ["plain", "primary", "danger"].find((name) => button.classList.has(name));
    return [label.children[0], style];
  });
  return buttons.filter(([label]) => label === "Decline" || label.startsWith("Open"));
}

function bar(...severities) {
  const link = { warnings: severities.map(warning) };
  const handlers = { layers: new Layers(), answerInTerminal: null };
  const bar = new LinkBar(link, new StatusLine(null), handlers);
  bar.show("looking", null);
  return bar;
}

test("the more severe a warning, the less opening is recommended", () => {
  const plain = [
    ["Decline", "plain"],
    ["Open in browser", "primary"],
  ];
  assert.deepEqual(styles(bar()), plain);
  assert.deepEqual(styles(bar("note")), plain);
  assert.deepEqual(styles(bar("caution", "note")), [
    ["Decline", "plain"],
    ["Open in browser", "plain"],
  ]);
  const severe = bar("severe", "caution");
  const safe = [
    ["Decline", "primary"],
    ["Open anyway…", "plain"],
  ];
  assert.deepEqual(styles(severe), safe);
  severe.show("armed", null);
  assert.deepEqual(styles(severe), [safe[0], ["Open anyway…", "danger"]]);
  severe.show("looking", null);
  assert.deepEqual(styles(severe), safe);
});

test("only notes are folded away", () => {
  const list = warningList(["severe", "caution", "note", "note"].map(warning));
  const [notes] = all(list, (element) => element.tagName === "DETAILS");
  const rows = (element) => all(element, ({ tagName }) => tagName === "LI").length;
  assert.equal(rows(list), 4);
  assert.equal(rows(notes), 2);
  const [summary] = all(notes, (element) => element.tagName === "SUMMARY");
  assert.equal(summary.textContent, "2 notes");
  assert.equal(warningList([]).hidden, true);
});
