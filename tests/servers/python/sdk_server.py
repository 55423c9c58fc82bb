"""A server built on the MCP Python SDK with one tool for each way to ask a person.

    python sdk_server.py               on stdio
    python sdk_server.py --http PORT   on streamable HTTP; prints its URL first (port 0: any free port)

The SDK serves both eras of the protocol: 2025-11-25, where a server sends requests, and 2026-07-28,
where a call ends with `input_required` and the client calls again.
"""

import argparse
import socket
from typing import Annotated

import anyio
import uvicorn
from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.shared.exceptions import UrlElicitationRequiredError
from mcp_types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    InputRequest,
    InputRequiredResult,
    ListRootsRequest,
)
from pydantic import BaseModel, Field

SIGN_IN = "https://example.com/sign-in"

server = MCPServer("python-sdk-server", version="1.0.0", log_level="WARNING")

# The elicitation ids that require_link has issued, by account.
handed_out: dict[str, str] = {}


class Table(BaseModel):
    # A default makes a field optional; a default of None is left out of the schema.
    name: str = Field(title="Name", description="Who the table is for")
    guests: int = Field(title="Guests", ge=1, le=12, default=2)
    note: str | None = Field(title="Note", default=None)


@server.tool()
async def ask_form(ctx: Context) -> str:
    """2025-11-25: pushes a form. 2026-07-28: fails, because servers cannot push."""
    answer = await ctx.elicit("Which table shall I book?", Table)
    return told(answer)


def which_table() -> Elicit[Table]:
    return Elicit("Which table shall I book?", Table)


@server.tool()
async def ask_form_either_way(
    table: Annotated[ElicitationResult[Table], Resolve(which_table)],
) -> str:
    """Asks a form in both eras: pushed in the older, by input_required with a sealed state in the newer."""
    return told(table)


@server.tool()
async def ask_link(ctx: Context, finished: bool = True) -> str:
    """2025-11-25: pushes a link; after consent sends the completion if `finished`."""
    name = f"link-{ctx.request_id}"
    answer = await ctx.elicit_url("Please sign in", f"{SIGN_IN}?for={name}", name)
    if answer.action == "accept" and finished:
        await ctx.session.send_elicit_complete(name, ctx.request_id)
    return answer.action


@server.tool()
async def require_link(account: str) -> str:
    """2025-11-25: the first call for an account fails with -32042 and a link, the second succeeds."""
    if account not in handed_out:
        name = f"account-{account}"
        handed_out[account] = name
        link = ElicitRequestURLParams(
            message=f"Please sign in to {account}",
            url=f"{SIGN_IN}?account={account}",
            elicitation_id=name,
        )
        raise UrlElicitationRequiredError([link])
    return f"signed in to {account}"


@server.tool()
async def finish_link(ctx: Context, account: str) -> str:
    """2025-11-25: sends the completion of the link that require_link issued for an account."""
    await ctx.session.send_elicit_complete(handed_out[account], ctx.request_id)
    return "said"


@server.tool()
async def ask_in_rounds(ctx: Context, greeting: str) -> str | InputRequiredResult:
    """2026-07-28: asks for a form and a link at once, then for a form, with a state; then greets."""
    answers = ctx.input_responses or {}
    if ctx.request_state is None:
        return InputRequiredResult(
            input_requests={"name": form("What is your name?", "name"), "sign-in": link()},
            request_state="asked for a name",
        )
    if "colour" not in answers:
        first = answers["name"]
        if first.action != "accept" or answers["sign-in"].action != "accept":
            return f"name: {first.action}, sign-in: {answers['sign-in'].action}"
        return InputRequiredResult(
            input_requests={"colour": form("Which colour?", "colour")},
            request_state=f"{greeting} {first.content['name']}",
        )
    colour = answers["colour"]
    return f"{ctx.request_state}, {colour.content['colour'] if colour.content else colour.action}"


@server.tool()
async def ask_without_state(ctx: Context) -> str | InputRequiredResult:
    """2026-07-28: asks for a form without a state."""
    answers = ctx.input_responses or {}
    if "name" not in answers:
        return InputRequiredResult(input_requests={"name": form("What is your name?", "name")})
    return f"{answers['name'].action}, state {ctx.request_state}"


@server.tool()
async def ask_for_roots_too(ctx: Context) -> str | InputRequiredResult:
    """2026-07-28: asks for a form and for the client's roots in one round."""
    answers = ctx.input_responses or {}
    if not answers.keys() >= {"name", "roots"}:
        return InputRequiredResult(
            input_requests={"name": form("What is your name?", "name"), "roots": ListRootsRequest()},
            request_state="asked for a name and roots",
        )
    return f"{answers['name'].action}, {len(answers['roots'].roots)} roots"


@server.tool()
async def count(ctx: Context, to: int, ask: bool = False) -> str:
    """Reports progress at each number, if the caller wants it. 2025-11-25: may push a form half-way."""
    for number in range(1, to + 1):
        await ctx.report_progress(number, to, f"counted {number}")
        if ask and number == to // 2:
            await ctx.elicit("Which table shall I book?", Table)
    return f"counted to {to}"


@server.tool()
async def header(ctx: Context, name: str) -> str:
    """The value of an HTTP header of the call; over stdio there are none."""
    return (ctx.headers or {}).get(name, "none")


@server.prompt()
async def letter(ctx: Context) -> str | InputRequiredResult:
    """2026-07-28: a prompt that asks for a form."""
    answers = ctx.input_responses or {}
    if "name" not in answers:
        return InputRequiredResult(
            input_requests={"name": form("Who is the letter for?", "name")},
            request_state="letter",
        )
    return f"Write a letter: {answers['name'].model_dump_json(exclude_none=True)}"


@server.resource("notes://{topic}")
async def notes(topic: str, ctx: Context) -> str | InputRequiredResult:
    """2026-07-28: a resource that asks for a form."""
    answers = ctx.input_responses or {}
    if "name" not in answers:
        return InputRequiredResult(
            input_requests={"name": form(f"Whose notes on {topic}?", "name")},
            request_state=topic,
        )
    return f"notes on {topic}: {answers['name'].action}"


def form(message: str, field: str) -> InputRequest:
    schema = {"type": "object", "properties": {field: {"type": "string"}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def link() -> InputRequest:
    return ElicitRequest(params=ElicitRequestURLParams(message="Please sign in", url=SIGN_IN))


def told(answer: ElicitationResult[Table]) -> str:
    """The answer as one line for the tests."""
    if isinstance(answer, AcceptedElicitation):
        return f"accept {answer.data.model_dump_json()}"
    return answer.action


async def serve_http(port: int) -> None:
    listener = socket.create_server(("127.0.0.1", port))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    config = uvicorn.Config(server.streamable_http_app(), log_level="warning")
    await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--http", type=int, metavar="PORT")
    arguments = parser.parse_args()
    if arguments.http is None:
        server.run()
    else:
        anyio.run(serve_http, arguments.http)
