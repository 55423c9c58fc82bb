import assert from "node:assert/strict";
import test from "node:test";

import "./fakeDom.js";
import { calls, settle } from "./fakeTauri.js";

const { ChoiceQuestion } = await import("../src/choiceQuestion.js");
const { Layers } = await import("../src/layers.js");
const { NoticeBody } = await import("../src/noticeBody.js");
const { PlanBody } = await import("../src/planBody.js");
const { QuestionSetBody } = await import("../src/questionSetBody.js");
const { StatusLine } = await import("../src/statusLine.js");

const plain = (text) => ({ text, blocks: null });
const option = (label, preview = null) => ({
  label,
  description: "",
  preview: preview && plain(preview),
});
const VIEW = {
  header: "Sign-in",
  text: plain("How?"),
  multiple: false,
  options: [option("Passkeys", "key"), option("Password", "word")],
  other: true,
  note: false,
  chosen: [],
  otherText: { kind: "empty" },
  noteText: { kind: "empty" },
};
const QUESTION = { id: "q1", asker: { name: "acme" }, handBack: false };

/** All elements below one, itself included. */
const all = (node) =>
  typeof node === "string" ? [] : [node, ...node.children.flatMap((child) => all(child))];
const byTag = (root, tag) => all(root).filter(({ tagName }) => tagName === tag);
const named = (root, name) => all(root).find((node) => node.getAttribute?.("aria-label") === name);
const button = (root, label) =>
  byTag(root, "BUTTON").find((node) => node.textContent.includes(label));

function choiceQuestion(view) {
  const edits = [];
  const question = new ChoiceQuestion(view, 1, (...edit) => edits.push(edit));
  return { question, edits };
}

function choose(root, name) {
  const input = named(root, name);
  for (const other of byTag(root, "INPUT")) {
    if (input.getAttribute("type") === "radio") other.checked = false;
  }
  input.checked = true;
  input.dispatchEvent(new Event("change"));
}

function context() {
  const presses = [];
  return {
    presses,
    layers: new Layers(),
    status: new StatusLine(null),
    press: async (press, _by, _button, before) => {
      await before?.();
      presses.push(press);
      return presses.reply ?? { reply: "done" };
    },
  };
}

test("a chosen option is sent with the number of its question", () => {
  const { question, edits } = choiceQuestion(VIEW);
  choose(question.root, "Password");
  assert.deepEqual(edits, [[3, { kind: "choices", indices: [1] }, "chosen"]]);
});

test("typing another answer chooses it", () => {
  const { question, edits } = choiceQuestion(VIEW);
  const box = named(question.root, "Other answer");
  box.value = "Email";
  box.dispatchEvent(new Event("input"));
  assert.deepEqual(edits, [
    [4, { kind: "text", text: "Email" }, "typing"],
    [3, { kind: "choices", indices: [2] }, "chosen"],
  ]);
  assert.ok(named(question.root, "Other").checked);
});

test("a question without options is a text field", () => {
  const { question, edits } = choiceQuestion({ ...VIEW, options: [] });
  const box = named(question.root, "Your answer");
  box.value = "x";
  box.dispatchEvent(new Event("input"));
  assert.deepEqual(edits.at(-1), [3, { kind: "choices", indices: [0] }, "chosen"]);
  box.value = "";
  box.dispatchEvent(new Event("input"));
  assert.deepEqual(edits.at(-1), [3, { kind: "empty" }, "chosen"]);
});

test("the preview is that of the focused option", () => {
  const { question } = choiceQuestion({ ...VIEW, chosen: [1] });
  assert.ok(named(question.root, "Preview of Password"));
  named(question.root, "Passkeys").dispatchEvent(new Event("focus"));
  assert.equal(named(question.root, "Preview of Passkeys").textContent, "Passkeyskey");
});

test("options and another answer print and declare their keys", () => {
  const { question } = choiceQuestion(VIEW);
  const keys = byTag(question.root, "INPUT").map((input) =>
    input.getAttribute("aria-keyshortcuts"),
  );
  assert.deepEqual(keys, ["1", "2", "3", null]);
  assert.deepEqual(
    byTag(question.root, "KBD").map(({ textContent }) => textContent),
    ["1", "2", "3"],
  );
});

test("missing answers are shown at their questions until they change", async () => {
  const page = context();
  const body = new QuestionSetBody(QUESTION, { body: "questions", questions: [VIEW, VIEW] }, page);
  page.presses.reply = {
    reply: "problems",
    first: 1,
    check: { problems: 1, fields: [{ problem: null }, { problem: "Choose one" }], preview: "" },
  };
  body.send();
  await settle();
  assert.deepEqual(page.presses[0], { press: "send", secretsToo: false });
  assert.match(body.root.textContent, /Choose one/);
  assert.match(body.bar.textContent, /1 question has no answer yet/);
  choose(body.root.children[1], "Password");
  assert.doesNotMatch(body.root.textContent, /Choose one/);
  assert.doesNotMatch(body.bar.textContent, /no answer yet/);
  calls.at(-1).resolve({});
});

test("each choice of a plan is a button with its effect and key", async () => {
  const page = context();
  const plan = {
    plan: plain("Do it"),
    choices: [
      { label: "Approve", effect: "Edits files" },
      { label: "Keep planning", effect: "" },
    ],
    feedback: { kind: "empty" },
  };
  const body = new PlanBody(QUESTION, { body: "plan", plan }, page);
  const approve = button(body.root, "Approve");
  assert.equal(approve.getAttribute("aria-keyshortcuts"), "1");
  const effect = all(body.root).find((node) => node.getAttribute?.("id") === "effect-0");
  assert.equal(approve.getAttribute("aria-describedby"), "effect-0");
  assert.equal(effect.textContent, "Edits files");
  button(body.root, "Keep planning").dispatchEvent(new Event("click"));
  await settle();
  assert.deepEqual(page.presses, [{ press: "choose", choice: 1 }]);
  assert.ok(named(body.root, "Plan from acme, not from Doorbell"));
});

test("Ctrl+Enter answers no plan", () => {
  const page = context();
  const plan = { plan: plain("Do it"), choices: [], feedback: { kind: "empty" } };
  new PlanBody(QUESTION, { body: "plan", plan }, page).send();
  assert.deepEqual(page.presses, []);
});

test("a notice is only closed", async () => {
  const page = context();
  const body = new NoticeBody({ body: "notice", reason: "finished" }, page);
  assert.equal(body.root.textContent, "Finished");
  assert.equal(byTag(body.bar, "BUTTON").length, 1);
  button(body.bar, "Close").dispatchEvent(new Event("click"));
  await settle();
  assert.deepEqual(page.presses, [{ press: "close" }]);
});
