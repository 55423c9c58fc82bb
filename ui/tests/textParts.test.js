import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";

const { PART_LENGTH, textParts } = await import("../src/textParts.js");

const texts = (text) => textParts(text).map((part) => part.textContent);

test("text up to the limit is one part", () => {
  const text = "a".repeat(PART_LENGTH);
  assert.deepEqual(texts(text), [text]);
  assert.deepEqual(texts(""), [""]);
  assert.equal(texts(`${text}a`).length, 2);
});

test("a part ends at a line feed, which the block replaces", () => {
  const line = "a".repeat(PART_LENGTH - 10);
  assert.deepEqual(texts(`${line}\n${line}\n\n${line}`), [line, `${line}\n`, line]);
  const full = "a".repeat(PART_LENGTH);
  assert.deepEqual(texts(`${full}\nb`), [full, "b"]);
});

test("a long line is broken after a space", () => {
  const words = "word ".repeat(PART_LENGTH);
  const parts = texts(words);
  assert.equal(parts.join(""), words);
  for (const part of parts) {
    assert.ok(part.length <= PART_LENGTH);
    assert.match(part, / $/);
  }
});

test("no part splits a character", () => {
  const text = `a${"😀".repeat(PART_LENGTH)}`;
  const parts = texts(text);
  assert.equal(parts.join(""), text);
  for (const part of parts) assert.ok(part.isWellFormed?.() ?? true);
  assert.equal(parts[0], `a${"😀".repeat(PART_LENGTH / 2 - 1)}`);
});
