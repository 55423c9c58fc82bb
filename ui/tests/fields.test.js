import assert from "node:assert/strict";
import test from "node:test";

import { timePart } from "../src/fields/date.js";
import { matcher, optionNote } from "../src/fields/option.js";
import { textFrom, toTextInput } from "../src/fields/textLine.js";

test("finds the time after a date", () => {
  for (const [text, time] of [
    ["2026-11-16 14:30", "14:30"],
    ["  2026-11-16T14:30 ", "14:30"],
    ["2026-11-16", ""],
    ["14:30", ""],
    ["2026-02-30 14:30", ""],
  ]) {
    assert.equal(timePart(text), time, text);
  }
});

test("empty text is no input", () => {
  assert.deepEqual(toTextInput(""), { kind: "empty" });
  assert.deepEqual(toTextInput(" "), { kind: "text", text: " " });
  assert.equal(textFrom(toTextInput("a")), "a");
  assert.equal(textFrom({ kind: "empty" }), "");
});

test("a search finds title, value and description in any case", () => {
  const matches = matcher({ title: "Staging", value: "stg-1", description: "Resets Nightly" });
  for (const query of ["", "  ", "STAG", "stg-1", " nightly "]) assert.equal(matches(query), true);
  for (const query of ["prod", "null", "stagingstg"]) assert.equal(matches(query), false, query);
});

test("a search does not find missing parts", () => {
  assert.equal(matcher({ title: "a", value: null, description: null })("null"), false);
});

test("an option's note has value and description", () => {
  assert.equal(optionNote({ title: "t", value: "v", description: "d" }), "v. d");
  assert.equal(optionNote({ title: "t", value: null, description: "d" }), "d");
  assert.equal(optionNote({ title: "t", value: null, description: null }), null);
});
