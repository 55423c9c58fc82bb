"""Stands in for the models of other people's agents, on this machine: model.py [SCRIPT]

Prints its port, and speaks the interfaces of Anthropic, OpenAI and Gemini. The person's prompt says what
the model does, or else SCRIPT: "I'll deploy. call:deploy {"version": "2.4.1"} call:publish {}" makes it say
the text and call the tools, one after the other. Then it says "Done." and what the tools said, or what
SCRIPT has after its last call. $PLAN in the arguments is the file that Claude Code wants a plan in.

It is also the agents' proxy, and refuses everything else: an agent reaches nobody.
"""

import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

SCRIPT = sys.argv[1] if len(sys.argv) > 1 else ""
# A model writes word by word, which a recording shows.
PAUSE = 0.04 if SCRIPT else 0
CALL = re.compile(r"call:(\w+)\s*")
PLAN = re.compile(r'[^"\s\\]+/plans/[^"\s\\]+\.md')
# Claude Code adds to what a tool said.
REMINDER = re.compile("<system-reminder>.*?</system-reminder>", re.DOTALL)
# Claude Code's tool for an MCP server that is still starting.
WAIT = "WaitForMcpServers"
USED = {"input_tokens": 1, "output_tokens": 1}
numbers = count(1)


class Conversation:
    """What the person and the tools have said, in turn."""

    def __init__(self, tools):
        self.tools = [tool for tool in tools if tool]
        self.script, self.results = SCRIPT, []
        self.plan, self.has_waited = "", False

    def prompt(self, text):
        if CALL.search(text):
            self.script, self.results = text, []

    def result(self, content):
        self.results.append(REMINDER.sub("", as_text(content)).strip())

    def ending(self, calls):
        if self.script != SCRIPT:
            return ""
        rest = SCRIPT[calls[-1].end() :] if calls else SCRIPT
        end = json.JSONDecoder().raw_decode(rest)[1] if calls else 0
        return rest[end:].strip()

    def reply(self):
        """The text that the model says, and the (tool, arguments) it calls, or None."""
        calls = list(CALL.finditer(self.script))
        if len(self.results) >= len(calls):
            return self.ending(calls) or " ".join(["Done.", *self.results]), None
        call = calls[len(self.results)]
        is_scripted = self.script == SCRIPT and not self.results
        text = self.script[: call.start()].strip() if is_scripted else ""
        script = self.script[call.end() :].replace("$PLAN", self.plan)
        arguments, _ = json.JSONDecoder().raw_decode(script)
        # Each agent puts the server's name before a tool's in its own way.
        names = sorted((name for name in self.tools if name.endswith(call[1])), key=len)
        if not names and WAIT in self.tools and not self.has_waited:
            return "", (WAIT, {})
        if not names:
            return f"There is no tool {call[1]} among {', '.join(self.tools)}.", None
        return text, (names[0], arguments)


def as_text(content):
    """A tool's result, which every agent wraps differently."""
    if isinstance(content, list):
        return "\n".join(map(as_text, content))
    if isinstance(content, dict):
        inner = next((content[key] for key in ("text", "output", "content", "error") if key in content), None)
        return json.dumps(content) if inner is None else as_text(inner)
    return str(content)


def parts(content):
    return [{"type": "text", "text": content}] if isinstance(content, str) else content or []


def anthropic(request):
    """/v1/messages"""
    talk = Conversation(tool.get("name") for tool in request.get("tools", []))
    waits = set()
    talk.plan = next(iter(PLAN.findall(json.dumps(request))), "")
    for message in request["messages"]:
        for part in parts(message["content"]):
            if part["type"] == "tool_use" and part["name"] == WAIT:
                waits.add(part["id"])
            elif part["type"] == "tool_result" and part["tool_use_id"] in waits:
                talk.has_waited = True
            elif part["type"] == "tool_result":
                talk.result(part.get("content", ""))
            elif part["type"] == "text" and message["role"] == "user":
                talk.prompt(part["text"])
    text, call = talk.reply()
    content = [{"type": "text", "text": text}] if text else []
    if call:
        content.append({"type": "tool_use", "id": f"toolu_{next(numbers)}", "name": call[0], "input": call[1]})
    message = {
        **{"id": f"msg_{next(numbers)}", "type": "message", "role": "assistant", "model": request["model"]},
        **{"content": content, "stop_sequence": None, "usage": USED},
        "stop_reason": "tool_use" if call else "end_turn",
    }
    return anthropic_events(message) if request.get("stream") else message


def anthropic_events(message):
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            start = {**block, "text": ""}
            deltas = [{"type": "text_delta", "text": word} for word in re.findall(r"\S*\s*", block["text"])]
        else:
            start = {**block, "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in deltas:
            time.sleep(PAUSE)
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": USED}
    yield {"type": "message_stop"}


def responses(request):
    """/v1/responses. Codex nests the tools of an MCP server in a namespace."""
    spaces = {}
    for tool in request.get("tools", []):
        spaces.update({inner["name"]: tool["name"] for inner in tool.get("tools", [])})
        spaces.setdefault(tool.get("name"), None)
    talk = Conversation(spaces)
    for item in request["input"]:
        if item["type"].endswith("_call_output"):
            talk.result(item["output"])
        elif item["type"] == "message" and item["role"] == "user":
            talk.prompt(as_text(item["content"]))
    text, call = talk.reply()
    items = []
    if text:
        said = {"type": "output_text", "text": text, "annotations": []}
        items.append({"type": "message", "id": f"m_{next(numbers)}", "role": "assistant", "content": [said]})
    if call:
        ids = {"id": f"fc_{next(numbers)}", "call_id": f"call_{next(numbers)}"}
        space = {"namespace": spaces[call[0]]} if spaces[call[0]] else {}
        items.append({"type": "function_call", **ids, **space, "name": call[0], "arguments": json.dumps(call[1])})
    usage = {**USED, "total_tokens": 2, "input_tokens_details": {"cached_tokens": 0}}
    response = {"id": f"r_{next(numbers)}", "output": items, "usage": usage}
    yield {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}}
    for index, item in enumerate(items):
        for state in ("added", "done"):
            yield {"type": f"response.output_item.{state}", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": {**response, "status": "completed"}}


def chat(request):
    """/v1/chat/completions"""
    talk = Conversation(tool["function"]["name"] for tool in request.get("tools", []))
    for message in request["messages"]:
        if message["role"] == "tool":
            talk.result(message["content"])
        elif message["role"] == "user":
            talk.prompt(as_text(message["content"]))
    text, call = talk.reply()
    said = {"role": "assistant", "content": text}
    if call:
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        tool_call = {"index": 0, "id": f"call_{next(numbers)}", "type": "function", "function": function}
        said["tool_calls"] = [tool_call]
    stop = "tool_calls" if call else "stop"
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    common = {"id": f"c_{next(numbers)}", "created": 1, "model": request["model"]}
    if not request.get("stream"):
        choice = {"index": 0, "message": said, "finish_reason": stop}
        return {**common, "object": "chat.completion", "choices": [choice], "usage": usage}
    chunk = {**common, "object": "chat.completion.chunk"}
    return [
        {**chunk, "choices": [{"index": 0, "delta": said, "finish_reason": None}]},
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": stop}], "usage": usage},
        "[DONE]",
    ]


def gemini(request):
    """…:generateContent and …:streamGenerateContent"""
    tools = [function for tool in request.get("tools", []) for function in tool.get("functionDeclarations", [])]
    talk = Conversation(tool["name"] for tool in tools)
    for content in request["contents"]:
        for part in content["parts"]:
            if "functionResponse" in part:
                talk.result(part["functionResponse"]["response"])
            elif content["role"] == "user" and "text" in part:
                talk.prompt(part["text"])
    text, call = talk.reply()
    said = [{"text": text}] if text else []
    if call:
        said.append({"functionCall": {"name": call[0], "args": call[1]}})
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    candidate = {"content": {"role": "model", "parts": said}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage}


INTERFACES = {
    "/v1/messages": anthropic,
    "/v1/responses": responses,
    "/v1/chat/completions": chat,
    ":generateContent": gemini,
    ":streamGenerateContent": lambda request: [gemini(request)],
}


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_CONNECT(self):
        self.send_error(403)

    def do_GET(self):
        if self.path.startswith("/v1/models"):
            return self.answer({"object": "list", "data": [{"id": "mock", "object": "model"}], "models": []})
        self.send_error(404)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or "{}")
        path = self.path.split("?")[0]
        interface = next((INTERFACES[end] for end in INTERFACES if path.endswith(end)), None)
        if "count_tokens" in path:
            return self.answer({"input_tokens": 1})
        if path.startswith("http") or not interface:
            return self.send_error(404)
        answer = interface(request)
        self.answer(answer) if isinstance(answer, dict) else self.stream(answer)

    def answer(self, body):
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in events:
            kind = f"event: {event['type']}\n" if "type" in event else ""
            data = event if isinstance(event, str) else json.dumps(event)
            self.wfile.write(f"{kind}data: {data}\n\n".encode())
            self.wfile.flush()
        self.close_connection = True


with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
