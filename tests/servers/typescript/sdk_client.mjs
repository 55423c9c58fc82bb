/* An agent built on the MCP TypeScript SDK, without elicitation.

    node sdk_client.mjs ERA TOOL ARGUMENTS COMMAND [WORD ...]

ERA is `legacy` (initialize), `modern` (2026-07-28) or `auto` (tries the newer, then the older).
It starts the command, lists its tools, calls one and prints one line of JSON: the protocol version,
the reported progress, and the result or the error. It also prints progress to standard error at
once, because the SDK may not report progress that arrives together with the result. Data on standard
input cancels the call; the agent then exits when standard input ends. */

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const MODES = { legacy: "legacy", modern: { pin: "2026-07-28" }, auto: "auto" };

const [era, tool, given, command, ...args] = process.argv.slice(2);
const client = new Client(
  { name: "typescript-agent", version: "1.0.0" },
  { versionNegotiation: { mode: MODES[era] } },
);
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
// The SDK validates only results of listed tools.
await client.listTools();
const told = { protocolVersion: client.getNegotiatedProtocolVersion(), progress: [] };
const call = new AbortController();
const ended = new Promise((resolve) => process.stdin.on("end", resolve));
process.stdin.on("data", () => call.abort("the agent thought better of it"));
try {
  told.result = await client.callTool(
    { name: tool, arguments: JSON.parse(given) },
    {
      signal: call.signal,
      onprogress: (progress) => {
        told.progress.push(progress);
        console.error(progress.message);
      },
    },
  );
} catch (error) {
  told.error = String(error);
}
console.log(JSON.stringify(told));
if (call.signal.aborted) {
  await ended;
}
await client.close();
process.exit();
