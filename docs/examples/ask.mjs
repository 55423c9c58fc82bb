#!/usr/bin/env node
// ask.mjs [MESSAGE [SCHEMA]]: asks the person at this desktop and prints the answer.
// Exit code 0 sent, 1 declined, 2 cancelled, 69 not asked.
import { connect } from "node:net";
import { createInterface } from "node:readline";

const NAME = '{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}';
const [message = "What is your name?", schema = NAME] = process.argv.slice(2);
const requestedSchema = JSON.parse(schema);

process.on("uncaughtException", ({ message }) => {
  console.error(`ask.mjs: not asked: ${message}`);
  process.exit(69);
});

const { DOORBELL_SOCKET, XDG_RUNTIME_DIR } = process.env;
const doorbell = connect(DOORBELL_SOCKET || `${XDG_RUNTIME_DIR}/doorbell/doorbell.sock`);
const lines = createInterface({ input: doorbell })[Symbol.asyncIterator]();

async function call(id, method, params) {
  doorbell.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  for (let next; !(next = await lines.next()).done; ) {
    const { result, error } = JSON.parse(next.value);
    if (result) return result;
    if (error) throw new Error(error.message);
  }
  throw new Error("the connection was closed");
}

await call(1, "doorbell/hello", { protocol: 1, client: { name: "ask.mjs", version: "1.0.0" } });
const answer = await call(2, "elicitation/create", { message, requestedSchema });
console.log(JSON.stringify(answer.content ?? answer.action));
process.exitCode = { accept: 0, decline: 1 }[answer.action] ?? 2;
doorbell.destroy();
