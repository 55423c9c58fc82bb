#!/usr/bin/env python3
"""ask.py [MESSAGE [SCHEMA]]: asks the person at this desktop and prints the answer.

Exit code 0 sent, 1 declined, 2 cancelled, 69 not asked."""
import json, os, socket, sys

NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
message = sys.argv[1] if len(sys.argv) > 1 else "What is your name?"
schema = json.loads(sys.argv[2]) if len(sys.argv) > 2 else NAME

def call(id, method, params):
    request = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    print(json.dumps(request), file=lines, flush=True)
    replies = (reply for reply in map(json.loads, lines) if "id" in reply)
    return next(replies)["result"]  # without a result it was not asked

try:
    path = os.environ.get("DOORBELL_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/doorbell/doorbell.sock"
    doorbell = socket.socket(socket.AF_UNIX)
    doorbell.connect(path)
    lines = doorbell.makefile("rw", encoding="utf-8")
    call(1, "doorbell/hello", {"protocol": 1, "client": {"name": "ask.py", "version": "1.0.0"}})
    answer = call(2, "elicitation/create", {"message": message, "requestedSchema": schema})
except (OSError, LookupError, ValueError, StopIteration) as error:
    print(f"ask.py: not asked: {error!r}", file=sys.stderr)
    sys.exit(69)
print(json.dumps(answer.get("content", answer["action"]), ensure_ascii=False))
sys.exit({"accept": 0, "decline": 1}.get(answer["action"], 2))
