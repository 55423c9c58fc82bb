"""An agent that asks one question and waits: agent.py SOCKET PARAMS, under the agent's own name."""

import json
import socket
import sys

path, params = sys.argv[1:]
HELLO = {"protocol": 1, "client": {"name": "agent", "version": "1.0.0"}}

with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(path)
    lines = connection.makefile("rw")
    for number, (method, said) in enumerate(
        [("doorbell/hello", HELLO), ("elicitation/create", json.loads(params))]
    ):
        call = {"jsonrpc": "2.0", "id": number, "method": method, "params": said}
        lines.write(json.dumps(call) + "\n")
        lines.flush()
        print(lines.readline(), flush=True)
