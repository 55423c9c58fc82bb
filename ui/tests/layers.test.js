import assert from "node:assert/strict";
import test from "node:test";

import { Layers } from "../src/layers.js";

test("closes the innermost layer first", () => {
  const layers = new Layers();
  const closed = [];
  layers.add(() => closed.push("outer"));
  layers.add(() => closed.push("inner"));
  assert.equal(layers.closeInnermost(), true);
  assert.deepEqual(closed, ["inner"]);
  assert.equal(layers.closeInnermost(), true);
  assert.equal(layers.closeInnermost(), false);
  assert.deepEqual(closed, ["inner", "outer"]);
});

test("a removed layer is not closed", () => {
  const layers = new Layers();
  const close = () => assert.fail("closed");
  layers.add(close);
  layers.remove(close);
  assert.equal(layers.closeInnermost(), false);
});

test("closes all layers, each once", () => {
  const layers = new Layers();
  const closed = [];
  for (const name of ["a", "b", "c"]) {
    const close = () => {
      closed.push(name);
      layers.remove(close);
    };
    layers.add(close);
  }
  layers.closeAll();
  assert.deepEqual(closed, ["c", "b", "a"]);
});
