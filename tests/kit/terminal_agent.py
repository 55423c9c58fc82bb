"""An agent in a terminal. Each line of the pipe named by the first argument is JSON with the
arguments of a `doorbell hook` and its event. What a hook writes to standard error is appended to the
second argument's file, after its exit code."""

import json
import subprocess
import sys

pipe, written = sys.argv[1:3]
print("The agent is ready.", flush=True)
while True:
    with open(pipe) as lines:
        for line in lines:
            request = json.loads(line)
            hook = subprocess.run(
                request["command"],
                input=json.dumps(request["event"]),
                text=True,
                stderr=subprocess.PIPE,
            )
            with open(written, "a") as file:
                file.write(f"{hook.returncode} {hook.stderr}")
