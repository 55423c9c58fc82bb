import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";

const { AskerCard } = await import("../src/askerCard.js");
const { Layers } = await import("../src/layers.js");

const ASKER = {
  agent: "Claude Code",
  agentSource: { source: "installed" },
  project: "shop",
  name: "Shop deploy",
  via: ["Shop deploy", "deploy"],
  familiarity: { known: "again", asked: 12, last: 0 },
  verified: {
    program: { name: "claude", path: "/usr/bin/claude", pid: 7 },
    check: "verified",
    started: null,
    parents: [],
    changed: false,
  },
  claimed: { client: "tests", server: null, agent: null, arguments: null },
};

/** The texts of the elements with this class. */
function texts(element, name) {
  if (typeof element === "string") return [];
  const own = element.classList.has(name) ? [element.textContent] : [];
  return [...own, ...element.children.flatMap((child) => texts(child, name))];
}

function card(asker, waiting = 0) {
  const card = new AskerCard(new Layers());
  const state = { state: "open", deadline: null };
  card.update({ asker: { ...ASKER, ...asker }, waiting, state });
  const [agent] = texts(card.root, "asker-agent");
  const [via] = texts(card.root, "asker-via");
  const [folder] = texts(card.root, "asker-folder");
  return { agent, via, folder, root: card.root };
}

test("says once who asks, and marks what is only claimed", () => {
  const badges = ({ root }) => texts(root, "badge").length;
  const installed = card({});
  assert.equal(installed.agent, "Claude Code · shop");
  assert.equal(installed.via, "via Shop deploy · deployunverified");
  assert.equal(badges(installed), 1);

  const direct = card({ via: [] });
  assert.equal(direct.via, "");
  assert.equal(badges(direct), 0);

  const claimed = card({ agentSource: { source: "claimed" } });
  assert.equal(claimed.agent, "Claude Code · shopunverified");
  assert.equal(claimed.via, "via Shop deploy · deploy");
  assert.equal(badges(claimed), 1);
});

test("a program called like an agent does not look like it", () => {
  const unknown = card({ agentSource: { source: "program", folder: "/tmp" } });
  assert.equal(unknown.agent, "A program called “Claude Code” · shop");
  assert.equal(unknown.folder, "in /tmp");
  const changed = card({ agentSource: { source: "changed" } });
  assert.equal(changed.agent, "An unknown program · shop");
});

test("counts the questions behind this one and before it", () => {
  const waiting = (count) => texts(card({}, count).root, "asker-waiting")[0];
  assert.equal(waiting(0), "");
  assert.equal(waiting(4), "4 more waiting");
  const known = (familiarity) => texts(card({ familiarity }).root, "asker-known")[0];
  assert.equal(known({ known: "first" }), "First request");
  assert.equal(known({ known: "again", asked: 1, last: 0 }), "1 earlier request");
  assert.equal(known({ known: "again", asked: 12, last: 0 }), "12 earlier requests");
});
