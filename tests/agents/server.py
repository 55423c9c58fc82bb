"""An MCP server that asks while its tools run: server.py [--http]

`deploy` asks a form, `sign_in` asks to open a link, and `publish` fails until a link was opened (-32042).
With --http it prints its address and speaks Streamable HTTP.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from queue import Queue

FORM = {
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
LINK = {"mode": "url", "elicitationId": "sign-in", "url": "https://shop.example/sign-in"}
LINK_REQUIRED = -32042
PAST = {"cancel": "cancelled", "decline": "declined"}
numbers = count(1)
published = set()


class Refused(Exception):
    """An error for the caller."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": data}


class Cancelled(Exception):
    """The caller cancelled the call."""


class Call:
    """A running tool. `send` writes a message to the caller, and `inbox` has what it writes next."""

    def __init__(self, message, send, inbox):
        self.id, self.params = message["id"], message["params"]
        self.send, self.inbox = send, inbox

    def ask(self, params):
        """The caller's answer to a question."""
        question = f"question-{next(numbers)}"
        self.send(id=question, method="elicitation/create", params=params)
        for message in self.inbox:
            if message.get("id") == question:
                return message.get("result", {"action": "error"})
            is_cancelled = message.get("method") == "notifications/cancelled"
            if is_cancelled and message["params"]["requestId"] == self.id:
                # Like most servers, it does not withdraw its question.
                raise Cancelled
        raise Cancelled

    def deploy(self, version="2.4.1"):
        """Deploys a built version of shop-api."""
        result = self.ask(FORM)
        if result["action"] != "accept":
            return f"Nothing was deployed: the question was {PAST.get(result['action'], 'not shown')}."
        target, canary = result["content"]["target"], result["content"]["canary"]
        return f"shop-api {version} is on {target}, with {canary} % of the traffic."

    def sign_in(self):
        """Signs in to the shop."""
        result = self.ask({**LINK, "message": "Sign in to the shop"})
        if result["action"] != "accept":
            return f"Not signed in: the link was {PAST.get(result['action'], 'not shown')}."
        self.send(method="notifications/elicitation/complete", params={"elicitationId": LINK["elicitationId"]})
        return "Signed in."

    def publish(self, version="2.4.1"):
        """Publishes a version."""
        if version in published:
            return f"shop-api {version} is public."
        published.add(version)
        link = {**LINK, "elicitationId": "publish", "message": "Confirm that you may publish"}
        raise Refused(LINK_REQUIRED, "A link must be opened first", {"elicitations": [link]})


TOOLS = {"deploy": Call.deploy, "sign_in": Call.sign_in, "publish": Call.publish}


def listed(name, tool):
    schema = {"type": "object", "properties": {"version": {"type": "string"}}}
    return {"name": name, "description": tool.__doc__, "inputSchema": schema}


def handle(message, send, inbox):
    """Answers a request."""
    id, method = message["id"], message["method"]
    try:
        if method == "initialize":
            revision = message["params"]["protocolVersion"]
            about = {"name": "shop-deploy", "title": "Shop deploy", "version": "3.1.0"}
            send(id=id, result={"protocolVersion": revision, "capabilities": {"tools": {}}, "serverInfo": about})
        elif method == "tools/list":
            send(id=id, result={"tools": [listed(*tool) for tool in TOOLS.items()]})
        elif method == "tools/call":
            call = Call(message, send, inbox)
            text = TOOLS[call.params["name"]](call, **call.params.get("arguments", {}))
            send(id=id, result={"content": [{"type": "text", "text": text}]})
        else:
            raise Refused(-32601, "Method not found")
    except Refused as refused:
        send(id=id, error=refused.error)
    except Cancelled:
        pass


class Http(BaseHTTPRequestHandler):
    """Streamable HTTP: every request is a POST, and a tool's questions come in its reply."""

    protocol_version = "HTTP/1.1"
    sessions = {}

    def do_GET(self):
        self.send_error(405)

    def do_DELETE(self):
        self.reply(200)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        session = self.headers.get("Mcp-Session-Id")
        if message.get("method") == "initialize":
            session = str(next(numbers))
            self.sessions[session] = Queue()
        inbox = self.sessions.get(session)
        if "id" not in message or "method" not in message:
            self.log_message("%s", json.dumps(message))
            inbox and inbox.put(message)
            return self.reply(202)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.end_headers()
        handle(message, self.event, iter(inbox.get, None) if inbox else ())
        self.close_connection = True

    def event(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message})
        self.wfile.write(f"event: message\ndata: {data}\n\n".encode())
        self.wfile.flush()

    def reply(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


if "--http" in sys.argv:
    with ThreadingHTTPServer(("127.0.0.1", 0), Http) as server:
        print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
        server.serve_forever()
inbox = (json.loads(line) for line in sys.stdin)
for message in inbox:
    if "id" in message and "method" in message:
        handle(message, write, inbox)
