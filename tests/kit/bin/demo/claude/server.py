"""An MCP server with one tool, `deploy`, which asks where to and how much."""

import json
import sys

TOOL = {
    "name": "deploy",
    "description": "Deploys a built version of shop-api.",
    "inputSchema": {
        "type": "object",
        "properties": {"version": {"type": "string"}},
        "required": ["version"],
    },
}
QUESTION = {
    "message": "shop-api 2.4.1 is built and its tests are green. Where should it go?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "target": {
                "type": "string",
                "title": "Where to",
                "oneOf": [
                    {"const": "staging", "title": "Staging"},
                    {"const": "production", "title": "Production"},
                ],
            },
            "canary": {
                "type": "integer",
                "title": "Canary share in percent",
                "minimum": 1,
                "maximum": 100,
                "default": 10,
            },
        },
        "required": ["target", "canary"],
    },
}


def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def messages():
    return (json.loads(line) for line in sys.stdin)


def ask():
    send(id="question", method="elicitation/create", params=QUESTION)
    for message in messages():
        if message.get("id") == "question":
            return message.get("result", {"action": "error"})


def deploy(version):
    result = ask()
    if result["action"] != "accept":
        past = {"cancel": "cancelled", "decline": "declined"}.get(result["action"], "not shown")
        return f"Nothing was deployed: the question was {past}."
    target, canary = result["content"]["target"], result["content"]["canary"]
    return f"shop-api {version} is on {target}, with {canary} % of the traffic."


for message in messages():
    id, method = message.get("id"), message.get("method")
    if id is None:
        continue
    if method == "initialize":
        revision = message["params"]["protocolVersion"]
        about = {"name": "shop-deploy", "title": "Shop deploy", "version": "3.1.0"}
        send(id=id, result={"protocolVersion": revision, "capabilities": {"tools": {}}, "serverInfo": about})
    elif method == "tools/list":
        send(id=id, result={"tools": [TOOL]})
    elif method == "tools/call":
        text = deploy(message["params"]["arguments"]["version"])
        send(id=id, result={"content": [{"type": "text", "text": text}]})
    else:
        send(id=id, error={"code": -32601, "message": "Method not found"})
