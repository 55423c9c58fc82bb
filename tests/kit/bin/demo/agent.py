"""Asks questions and waits for the answers: agent.py SOCKET REQUESTS

REQUESTS is a JSON list of method and params. Run a copy named like an agent, because Doorbell
identifies agents by the script name.
"""

import json
import socket
import sys

path, requests = sys.argv[1:]
HELLO = {"protocol": 1, "client": {"name": "agent", "version": "1.0.0"}}

with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(path)
    lines = connection.makefile("rw")

    def send(number, method, params):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        lines.write(json.dumps(request) + "\n")
        lines.flush()

    send(0, "doorbell/hello", HELLO)
    # What comes earlier counts as another program's.
    print(lines.readline(), end="")
    for number, (method, params) in enumerate(json.loads(requests), start=1):
        send(number, method, params)
    for reply in lines:
        print(reply, end="", flush=True)
