"""An agent built on the MCP Python SDK, without an elicitation callback.

    python sdk_client.py ERA TOOL ARGUMENTS COMMAND [WORD ...]

ERA is `legacy` (initialize), `modern` (2026-07-28) or `auto` (tries the newer, then the older).
It starts the command, calls one tool and prints one line of JSON: the protocol version, the
reported progress, and the result or the error. It also prints progress to standard error at once,
because the SDK may not report progress that arrives together with the result. A line on standard
input cancels the call; the agent then exits when standard input ends.
"""

import json
import os
import sys

import anyio
from mcp import Client, MCPError, StdioServerParameters

MODES = {"legacy": "legacy", "modern": "2026-07-28", "auto": "auto"}


async def call(era: str, tool: str, arguments: str, command: str, *words: str) -> dict:
    # By default the SDK passes on only a few variables.
    server = StdioServerParameters(command=command, args=list(words), env=dict(os.environ))
    progress: list[dict] = []

    async def reported(value: float, total: float | None, message: str | None) -> None:
        progress.append({"progress": value, "total": total, "message": message})
        print(message, file=sys.stderr, flush=True)

    async with Client(server, mode=MODES[era]) as client:
        told = {"protocolVersion": client.protocol_version, "progress": progress}
        async with anyio.create_task_group() as group:
            group.start_soon(thought_better, group.cancel_scope)
            try:
                result = await client.call_tool(
                    tool, json.loads(arguments), progress_callback=reported
                )
            except MCPError as error:
                told["error"] = error.error.model_dump(mode="json", exclude_none=True)
            else:
                told["result"] = result.model_dump(mode="json", by_alias=True, exclude_none=True)
            group.cancel_scope.cancel()
        if "result" not in told and "error" not in told:
            await anyio.to_thread.run_sync(sys.stdin.read)
        return told


async def thought_better(call: anyio.CancelScope) -> None:
    if await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
        call.cancel()


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    print(json.dumps(anyio.run(call, *sys.argv[1:])), flush=True)
    # A thread may still be reading standard input.
    os._exit(0)
