"""Stands in for the model of Claude Code, on this machine: model.py SCRIPT

Prints its port. SCRIPT lists what the model says, in turn: {"text": …, "name": TOOL, "input": …}. Then
it reports the last tool's result. All other requests are refused, so the agent reaches nobody.
"""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SCRIPT = json.loads(sys.argv[1])
# A model writes word by word.
PAUSE = 0.04


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send_error(404)

    def do_CONNECT(self):
        self.send_error(403)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.path.startswith("/v1/messages"):
            return self.send_error(404)
        if "count_tokens" in self.path:
            return self.reply({"input_tokens": 1})
        content = list(self.content(request))
        calls = any(block["type"] == "tool_use" for block in content)
        message = {
            **{"id": "msg", "type": "message", "role": "assistant", "model": request["model"]},
            "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        if request.get("stream"):
            self.stream(message, content)
        else:
            self.reply({**message, "content": content})

    def content(self, request):
        """What the model says to this conversation."""
        messages = [m["content"] for m in request["messages"] if isinstance(m["content"], list)]
        blocks = [block for content in messages for block in content]
        results = [block["content"] for block in blocks if block["type"] == "tool_result"]
        offered = [tool["name"] for tool in request.get("tools", [])]
        if len(results) < len(SCRIPT) and SCRIPT[len(results)]["name"] in offered:
            step = SCRIPT[len(results)]
            yield {"type": "text", "text": step["text"]}
            call = {"name": step["name"], "input": step["input"]}
            yield {"type": "tool_use", "id": f"toolu_{len(results)}", **call}
        else:
            result = results[-1] if results else ""
            text = result if isinstance(result, str) else result[0]["text"]
            yield {"type": "text", "text": f"Done. {text}"}

    def stream(self, message, content):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.event("message_start", message={**message, "content": [], "stop_reason": None})
        for index, block in enumerate(content):
            if block["type"] == "text":
                start = {**block, "text": ""}
                deltas = [{"type": "text_delta", "text": w} for w in words(block["text"])]
            else:
                start = {**block, "input": {}}
                deltas = [
                    {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
                ]
            self.event("content_block_start", index=index, content_block=start)
            for delta in deltas:
                time.sleep(PAUSE)
                self.event("content_block_delta", index=index, delta=delta)
            self.event("content_block_stop", index=index)
        stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        self.event("message_delta", delta=stop, usage=message["usage"])
        self.event("message_stop")
        self.close_connection = True

    def event(self, kind, **data):
        line = json.dumps({"type": kind, **data})
        self.wfile.write(f"event: {kind}\ndata: {line}\n\n".encode())
        self.wfile.flush()

    def reply(self, body):
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def words(text):
    return [word + " " for word in text.split(" ")[:-1]] + [text.split(" ")[-1]]


with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
