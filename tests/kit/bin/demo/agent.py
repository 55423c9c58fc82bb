"""Asks one question and waits for the answer: agent.py SOCKET PARAMS

Run a copy named like an agent, because Doorbell identifies agents by the script name.
"""

import json
import socket
import sys

path, params = sys.argv[1:]
HELLO = {"protocol": 1, "client": {"name": "agent", "version": "1.0.0"}}

with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(path)
    lines = connection.makefile("rw")
    for number, (method, arguments) in enumerate(
        [("doorbell/hello", HELLO), ("elicitation/create", json.loads(params))]
    ):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": arguments}
        lines.write(json.dumps(request) + "\n")
        lines.flush()
        print(lines.readline(), flush=True)
