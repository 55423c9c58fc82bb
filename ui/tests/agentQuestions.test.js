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
const { tellWhenFull, textBox } = await import("../src/textBox.js");

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
const byId = (root, id) => all(root).find((node) => node.getAttribute?.("id") === id);
const byRole = (root, role) => all(root).filter((node) => node.getAttribute?.("role") === role);
const button = (root, label) =>
  byTag(root, "BUTTON").find((node) => node.textContent.includes(label));

function choiceQuestion(view) {
  const edits = [];
  const question = new ChoiceQuestion(view, 1, "acme", (...edit) => edits.push(edit));
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

const CHECK = { problems: 0, fields: [], preview: "" };

function questionSet(questions, page) {
  return new QuestionSetBody(QUESTION, { body: "questions", questions, check: CHECK }, page);
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
  assert.deepEqual(keys.slice(0, 4), ["1", "2", "3", null]);
  assert.deepEqual(
    byTag(question.root, "KBD").map(({ textContent }) => textContent),
    ["1", "2", "3"],
  );
});

test("missing answers are shown at their questions until they change", async () => {
  const page = context();
  const body = questionSet([VIEW, VIEW], page);
  page.presses.reply = {
    reply: "problems",
    first: 1,
    check: { problems: 1, fields: [{ problem: null }, { problem: "Choose one" }], preview: "" },
  };
  body.send();
  await settle();
  assert.deepEqual(page.presses[0], { press: "send", secretsToo: true });
  assert.match(body.root.textContent, /Choose one/);
  assert.match(body.bar.textContent, /1 question has no answer yet/);
  choose(body.root.children[1], "Password");
  assert.doesNotMatch(body.root.textContent, /Choose one/);
  assert.doesNotMatch(body.bar.textContent, /no answer yet/);
  calls.at(-1).resolve(CHECK);
});

function planBody(page, parts) {
  const plan = {
    plan: plain("Do it"),
    changes: null,
    choices: [],
    feedback: { kind: "empty" },
    comments: [],
    ...parts,
  };
  return new PlanBody(QUESTION, { body: "plan", plan }, page);
}

const paragraph = (line, text) => ({
  block: "paragraph",
  line,
  text: [{ inline: "text", text }],
});
const PLAN = { text: "a\n\n- b", blocks: [paragraph(1, "a"), paragraph(3, "b")] };

function type(box, text) {
  box.value = text;
  box.dispatchEvent(new Event("input"));
}

test("a comment stands below its part, is sent with its line, and can be removed", async () => {
  const body = planBody(context(), { plan: PLAN });
  const comment = named(body.root, "Comment on line 3");
  comment.click();
  assert.ok(comment.hidden);
  const before = calls.length;
  type(byId(body.root, "comment-3"), "Why?");
  assert.deepEqual(calls[before].args.request, {
    id: "q1",
    field: 3,
    input: { kind: "text", text: "Why?" },
  });
  calls[before].resolve(CHECK);
  await settle();
  assert.match(body.root.textContent, /Any answer sends your comment, too\./);
  assert.ok(button(body.bar, "Keep planning").classList.contains("primary"));
  named(body.root, "Remove comment on line 3").click();
  assert.equal(byId(body.root, "comment-3"), undefined);
  assert.ok(!comment.hidden);
  assert.doesNotMatch(body.root.textContent, /Any answer/);
  assert.ok(button(body.bar, "Keep planning").classList.contains("plain"));
});

test("comments and feedback are there again", () => {
  const body = planBody(context(), {
    plan: PLAN,
    feedback: { kind: "text", text: "Smaller" },
    comments: [
      { line: 1, text: "c" },
      { line: 3, text: "d" },
    ],
  });
  assert.equal(byId(body.root, "comment-1").value, "c");
  assert.equal(byId(body.root, "feedback").value, "Smaller");
  assert.match(body.root.textContent, /sends your 2 comments and what you wrote, too/);
});

test("the difference to the last plan is offered only if there is one", () => {
  assert.equal(button(planBody(context(), {}).root, "Changes since"), undefined);
  const { root } = planBody(context(), { changes: " a\n-b\n+c" });
  const [whole, changes] = ["Whole plan", "Changes since"].map((label) => button(root, label));
  const diff = () => byRole(root, "list")[0];
  assert.equal(whole.getAttribute("aria-pressed"), "true");
  assert.equal(diff(), undefined);
  changes.click();
  assert.equal(changes.getAttribute("aria-pressed"), "true");
  const lines = diff().children.map((line) => line.getAttribute("aria-label"));
  assert.deepEqual(lines, ["a", "Removed: b", "Added: c"]);
});

test("a full box says so", () => {
  const status = new StatusLine(null);
  const box = textBox("note", "", 3, () => {});
  Object.assign(box, { maxLength: 3, value: "жж" });
  tellWhenFull(box, status);
  box.dispatchEvent(new Event("input"));
  assert.equal(status.root.textContent, "");
  box.value = "жжж";
  box.dispatchEvent(new Event("input"));
  assert.equal(status.root.textContent, "The limit of 3 characters is reached.");
  status.clear();
});

test("Enter sends a question of one choice once it is chosen", () => {
  const keys = (body) => button(body.bar, "Send").getAttribute("aria-keyshortcuts");
  const body = questionSet([VIEW], context());
  assert.ok(body.root.classList.contains("one-choice"));
  assert.equal(keys(body), "Control+Enter");
  choose(body.root, "Password");
  assert.equal(keys(body), "Enter Control+Enter");
  calls.at(-1).resolve(CHECK);
  const several = questionSet([{ ...VIEW, multiple: true, chosen: [0] }], context());
  assert.equal(keys(several), "Control+Enter");
});

test("a written secret is masked, and sent only with consent", async () => {
  const page = context();
  const secret = { warning: "This looks like a token.", noun: "the token" };
  const check = { ...CHECK, fields: [{ problem: null, sentAs: null, secret }] };
  const part = { body: "questions", questions: [VIEW], check };
  const body = new QuestionSetBody(QUESTION, part, page);
  assert.match(body.root.textContent, /This looks like a token\./);
  assert.equal(named(body.root, "Other answer").type, "password");
  page.presses.reply = { reply: "secretHeld", field: 0 };
  body.send();
  await settle();
  assert.deepEqual(page.presses.at(-1), { press: "send", secretsToo: false });
  assert.match(body.bar.textContent, /Not sent/);
  byTag(body.root, "INPUT").at(-1).checked = true;
  body.send();
  await settle();
  assert.deepEqual(page.presses.at(-1), { press: "send", secretsToo: true });
});

test("each choice of a plan is a button with its effect and key", async () => {
  const page = context();
  const body = planBody(page, {
    choices: [
      { label: "Approve", effect: "Edits files" },
      { label: "Approve and review", effect: "" },
    ],
  });
  const approve = button(body.root, "Approve");
  assert.equal(approve.getAttribute("aria-keyshortcuts"), "1");
  const effect = all(body.root).find((node) => node.getAttribute?.("id") === "effect-0");
  assert.equal(approve.getAttribute("aria-describedby"), "effect-0");
  assert.equal(effect.textContent, "Edits files");
  button(body.root, "Approve and review").click();
  button(body.bar, "Keep planning").click();
  await settle();
  assert.deepEqual(page.presses, [{ press: "choose", choice: 1 }, { press: "decline" }]);
  assert.ok(named(body.root, "Plan from acme, not from Doorbell"));
});

test("Ctrl+Enter answers no plan", () => {
  const page = context();
  planBody(page, {}).send();
  assert.deepEqual(page.presses, []);
});

const notice = (reply, terminal = false) => ({
  body: "notice",
  reason: "finished",
  reply,
  terminal,
});

test("a notice is only closed", async () => {
  const page = context();
  const body = new NoticeBody(QUESTION, notice(null), page);
  assert.equal(body.root.textContent, "Finished");
  assert.equal(body.after, null);
  assert.equal(byTag(body.bar, "BUTTON").length, 1);
  button(body.bar, "Close").dispatchEvent(new Event("click"));
  await settle();
  assert.deepEqual(page.presses, [{ press: "close" }]);
});

test("a notice takes a reply, and leads to the terminal", async () => {
  const page = context();
  const body = new NoticeBody(QUESTION, notice({ kind: "empty" }, true), page);
  const [box] = byTag(body.after, "TEXTAREA");
  box.value = "Run the linter, too";
  box.dispatchEvent(new Event("input"));
  assert.deepEqual(calls.at(-1).args.request.input, { kind: "text", text: "Run the linter, too" });
  calls.at(-1).resolve({});
  button(body.bar, "Send").dispatchEvent(new Event("click"));
  await settle();
  assert.deepEqual(page.presses, [{ press: "send", secretsToo: false }]);
  button(body.bar, "Go to terminal").dispatchEvent(new Event("click"));
  await settle();
  assert.deepEqual(page.presses[1], { press: "goToTerminal" });
});

test("Ctrl+Enter sends nothing where no reply is taken", () => {
  const page = context();
  new NoticeBody(QUESTION, notice(null), page).send();
  assert.deepEqual(page.presses, []);
});
