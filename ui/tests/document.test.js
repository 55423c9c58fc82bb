import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";
import { calls, settle } from "./fakeTauri.js";

const { documentNodes } = await import("../src/document.js");
const { documentText, lineCount } = await import("../src/documentText.js");

const text = (text) => ({ inline: "text", text });
const paragraph = (...inlines) => ({ block: "paragraph", text: inlines });

/** The elements as a person reads their code: `P(a STRONG(b))`. */
const outline = (node) =>
  typeof node === "string"
    ? node
    : `${node.tagName}(${node.children.map((child) => outline(child)).join("")})`;
const outlines = (...blocks) => documentNodes(blocks).map(outline).join(" ");

test("each part is one element", () => {
  const strong = { inline: "strong", text: [text("b")] };
  const emphasis = { inline: "emphasis", text: [strong] };
  assert.equal(outlines(paragraph(text("a "), emphasis)), "P(a EM(STRONG(b)))");
  assert.equal(
    outlines({ block: "quote", blocks: [paragraph(text("a"))] }, { block: "rule" }),
    "BLOCKQUOTE(P(a)) HR()",
  );
  const table = { block: "table", header: [[text("a")]], rows: [[[text("1")]]] };
  assert.equal(outlines(table), "DIV(TABLE(THEAD(TR(TH(a)))TBODY(TR(TD(1)))))");
});

test("HTML in a text stays text", () => {
  assert.equal(outlines(paragraph(text("<img src=x>"))), "P(<img src=x>)");
});

test("a link is its text and its address, not an anchor", () => {
  const link = { inline: "address", text: [text("docs")], address: "https://a.example" };
  assert.equal(outlines(paragraph(link)), "P(docs (BDI(https://a.example)))");
  assert.equal(outlines(paragraph({ ...link, text: [] })), "P(BDI(https://a.example))");
});

test("headings stand below those of the window", () => {
  const [first, last] = documentNodes(
    [1, 6].map((level) => ({ block: "heading", level, text: [] })),
  );
  assert.equal(first.getAttribute("role"), "heading");
  assert.deepEqual(
    [first, last].map((node) => node.getAttribute("aria-level")),
    ["3", "6"],
  );
});

test("items keep their numbers", () => {
  const item = (number) => ({ number, blocks: [paragraph(text("a"))] });
  const [numbered, bullets] = documentNodes([
    { block: "list", items: [item(3), item(7)] },
    { block: "list", items: [item(null)] },
  ]);
  assert.equal(numbered.tagName, "OL");
  assert.deepEqual(
    numbered.children.map((li) => li.getAttribute("value")),
    ["3", "7"],
  );
  assert.equal(bullets.tagName, "UL");
  assert.equal(bullets.children[0].getAttribute("value"), null);
});

test("code is copied as it is shown", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [block] = documentNodes([{ block: "code", label: "sh", code: "ls\ncd" }]);
  const [, foot] = block.children;
  const [, button] = foot.children;
  button.click();
  assert.equal(calls.at(-1).command, "copy_text");
  assert.deepEqual(calls.at(-1).args, { text: "ls\ncd" });
  calls.at(-1).resolve();
  await settle();
  assert.equal(button.textContent, "Copied");
  context.mock.timers.tick(2000);
  assert.equal(button.textContent, "Copy");
});

test("plain text has no buttons", () => {
  const nodes = documentText({ text: "a\nb", blocks: null }, true);
  assert.deepEqual(nodes.map(outline), ["DIV(P(BDI(a\nb)))"]);
});

test("the original is one click away", () => {
  const view = { text: "**a**", blocks: [paragraph({ inline: "strong", text: [text("a")] })] };
  const [body, foot] = documentText(view, true);
  const [button] = foot.children;
  assert.equal(body.textContent, "a");
  button.click();
  assert.equal(body.textContent, "**a**");
  assert.equal(button.textContent, "Show formatted");
  button.click();
  assert.equal(body.textContent, "a");
  assert.equal(button.textContent, "Show original");
});

test("a long text is cut until Show all", () => {
  const long = { text: "a\n".repeat(30), blocks: null };
  const [body, foot] = documentText(long, true);
  assert.ok(body.classList.has("document-clamped"));
  foot.children[0].click();
  assert.ok(!body.classList.has("document-clamped"));
  assert.equal(documentText(long, false).length, 1);
  assert.equal(documentText({ text: "a\n".repeat(15), blocks: null }, true).length, 1);
  // The empty lines of formatted text are only gaps.
  const gaps = "a\n\n".repeat(10);
  const isCut = (blocks) =>
    documentText({ text: gaps, blocks }, true)[0].classList.contains("document-clamped");
  assert.equal(isCut(null), true);
  assert.equal(isCut([]), false);
});

test("a control below the cut shows all", () => {
  const [body] = documentText({ text: "a\n".repeat(30), blocks: null }, true);
  body.dispatchEvent(new Event("focusin"));
  assert.ok(!body.classList.has("document-clamped"));
});

test("long lines count as several", () => {
  assert.equal(lineCount("a"), 1);
  assert.equal(lineCount(`${"a".repeat(64)}\n${"a".repeat(65)}`), 3);
});
