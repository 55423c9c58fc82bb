import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";

import { contrast, pairs, THEMES, tokensFor, unlistedColours, withTable } from "./contrast.js";

const DESIGN = new URL("../../docs/design.md", import.meta.url);

test("contrast is computed as WCAG defines it", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#777777", "#777777"), 1);
  assert.equal(contrast("#ffffff", "#767676").toFixed(2), "4.54");
});

test("tokens are read for each theme", () => {
  const css = ":root {--a: #111111; --b: #222222;}\n@media (x) {\n  :root {\n --b: #333333;\n }\n}";
  assert.deepEqual(
    [...tokensFor([], css)],
    [
      ["a", "#111111"],
      ["b", "#222222"],
    ],
  );
  assert.deepEqual(
    [...tokensFor(["(x)"], css)],
    [
      ["a", "#111111"],
      ["b", "#333333"],
    ],
  );
  for (const { queries } of THEMES) assert.ok(tokensFor(queries).size > 20);
});

test("text and controls have enough contrast in every theme", () => {
  const weak = pairs().flatMap(({ use, front, back, ratios, minimums }) =>
    ratios.flatMap((ratio, index) =>
      ratio >= minimums[index]
        ? []
        : [`${use} --${front} on --${back}, ${THEMES[index].name}: ${ratio.toFixed(2)}`],
    ),
  );
  assert.deepEqual(weak, []);
});

test("every colour is in a pair", () => {
  assert.deepEqual(unlistedColours(), [], "add it to TEXT, CONTROLS or DECORATION in contrast.js");
});

test("the design sheet has the current table", () => {
  const text = existsSync(DESIGN) ? readFileSync(DESIGN, "utf8") : "";
  assert.equal(text, withTable(text), "run node tests/contrast.js ../docs/design.md in ui");
});

test("no control has the faint border of cards", () => {
  const controls =
    /\.(button|box|switch|icon-button|box-button)\b|\b(button|input|select|textarea)\b/;
  const folder = new URL("../style/", import.meta.url);
  const faint = readdirSync(folder).flatMap((file) => {
    const rules = readFileSync(new URL(file, folder), "utf8").matchAll(/([^{}]+)\{([^{}]*)\}/g);
    return [...rules]
      .filter(([, selector, body]) => controls.test(selector) && /border[^;]*--border\)/.test(body))
      .map(([, selector]) => `${file}: ${selector.trim()}`);
  });
  assert.deepEqual(faint, []);
});
