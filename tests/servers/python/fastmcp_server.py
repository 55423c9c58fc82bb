"""A stdio server built on FastMCP, with its own ways to ask a person.

2025-11-25: `ctx.elicit` pushes a form and wraps a single value in a property named `value`.
2026-07-28: `ctx.elicit` fails, because FastMCP does not support rounds there; a tool can end its
call with `input_required` itself.
"""

from dataclasses import dataclass
from typing import Literal

from fastmcp import Context, FastMCP
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult

server = FastMCP("fastmcp-server", version="1.0.0")


@dataclass
class Order:
    dish: Literal["soup", "salad"]
    portions: int = 1
    spicy: bool = False


@server.tool
async def ask_text(ctx: Context) -> str:
    """Pushes a form with one text."""
    return told(await ctx.elicit("What is your name?", response_type=str))


@server.tool
async def ask_choice(ctx: Context) -> str:
    """Pushes a form with one choice, whose titles differ from its values."""
    dishes = {"soup": {"title": "Soup of the day"}, "salad": {"title": "Green salad"}}
    return told(await ctx.elicit("Which dish?", response_type=dishes))


@server.tool
async def ask_yes_no(ctx: Context) -> str:
    """Pushes a form with a yes or no; FastMCP refuses to push one without fields."""
    return told(await ctx.elicit("Shall I order?", response_type=bool))


@server.tool
async def ask_data(ctx: Context) -> str:
    """Pushes a form made from a dataclass."""
    return told(await ctx.elicit("What shall I order?", response_type=Order))


@server.tool
async def ask_twice(ctx: Context) -> str:
    """Pushes one form after the other."""
    first = await ctx.elicit("What is your name?", response_type=str)
    second = await ctx.elicit("And your colour?", response_type=["red", "blue"])
    return f"{told(first)}; {told(second)}"


@server.tool
async def ask_in_rounds(ctx: Context) -> str | InputRequiredResult:
    """2026-07-28: asks for a form by input_required, with a state."""
    answers = ctx.input_responses or {}
    if "name" not in answers:
        schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        params = ElicitRequestFormParams(message="What is your name?", requested_schema=schema)
        return InputRequiredResult(
            input_requests={"name": ElicitRequest(params=params)},
            request_state="asked for a name",
        )
    answer = answers["name"]
    return f"{ctx.request_state}: {answer.content['name'] if answer.content else answer.action}"


def told(answer) -> str:
    """The answer as one line for the tests."""
    return f"accept {answer.data!r}" if answer.action == "accept" else answer.action


if __name__ == "__main__":
    # The banner would query the package index.
    server.run(show_banner=False, log_level="WARNING")
