import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";
import "./fakeTauri.js";

const { switchableServers } = await import("../src/home/agentRows.js");
const { diffLines } = await import("../src/home/changeSheet.js");
const { changedFile } = await import("../src/home/pairingChanges.js");
const { lastAnswers } = await import("../src/home/recentAnswers.js");
const { agentsStep } = await import("../src/home/welcome.js");

const CAN = { is: "canBePaired", hook: null };
const PAIRED = { is: "paired", since: "2026-11-16T10:00:00Z", hook: null };
const BY_HAND = { is: "paired", since: null, hook: null };
const CANNOT = { is: "cannotBePaired", why: "No.", command: null };

const agent = (permissions, ...states) => ({
  permissions: permissions && { state: permissions },
  files: [{ file: "~/.a.json", servers: states.map((state) => ({ state })) }],
});

test("the first run counts agents until one is connected", () => {
  const label = (...agents) => agentsStep({ agents }).label;
  assert.equal(label(), "Connect your agents");
  assert.equal(label(agent(null), agent(CAN, CAN, CANNOT)), "Connect your agents (2 found)");
  const connected = { agents: [agent(null, CAN, PAIRED), agent(PAIRED), agent(null)] };
  assert.deepEqual(agentsStep(connected), {
    text: "2 of 3 agents connected.",
    label: "Open Agents",
  });
});

test("the last five answers leave out what the person did not answer", () => {
  const outcomes = ["accepted", "withdrawn", "declined", "dismissed", ..."aaaaa"];
  const entries = outcomes.map((outcome, id) => ({
    id,
    outcome: outcome === "a" ? "accepted" : outcome,
  }));
  assert.deepEqual(
    lastAnswers(entries).map(({ id }) => id),
    [0, 2, 4, 5, 6],
  );
});

test("all servers are those that Doorbell pairs or has paired", () => {
  const found = switchableServers(agent(null, CAN, PAIRED, BY_HAND, CANNOT));
  assert.deepEqual(
    found.map(({ server, file }) => [server.state, file]),
    [
      [CAN, "~/.a.json"],
      [PAIRED, "~/.a.json"],
    ],
  );
});

test("a hook is written to its own file", () => {
  const file = "~/.a.json";
  assert.equal(changedFile({ server: { state: CAN }, file }), file);
  const hook = "~/.claude/settings.json";
  assert.equal(changedFile({ server: { state: { ...CAN, hook } }, file }), hook);
});

test("a diff keeps every line in order without its header", () => {
  const lines = diffLines("--- f\n+++ f\n@@ -1,2 +1,2 @@\n {\n-  a\n+  b\n");
  assert.deepEqual(
    lines.map((line) => line.textContent),
    ["@@ -1,2 +1,2 @@\n", " {\n", "-  a\n", "+  b\n"],
  );
  const isAdded = lines.map((line) => line.getAttribute("class").includes("diff-added"));
  assert.deepEqual(isAdded, [false, false, false, true]);
});
