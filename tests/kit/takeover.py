"""takeover.py WAY PROGRAM: connects, then lets another process or program ask.

WAY is one of the functions below. PROGRAM is what the connected process turns into."""
import json, os, socket, sys

WAY, PROGRAM = sys.argv[1:3]


def request(id, method, params):
    text = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    return (text + "\n").encode()


HELLO = request(0, "doorbell/hello", {"protocol": 1, "client": {"name": "takeover", "version": "1"}})
SCHEMA = {"type": "object", "properties": {}}
QUESTION = request(1, "elicitation/create", {"message": WAY, "requestedSchema": SCHEMA})

doorbell = socket.socket(socket.AF_UNIX)
doorbell.connect(os.environ["DOORBELL_SOCKET"])
replies = doorbell.makefile("rb")


def greet():
    doorbell.sendall(HELLO)
    replies.readline()


def become_program():
    os.set_inheritable(doorbell.fileno(), True)
    os.execv(PROGRAM, [PROGRAM, "-f", "/dev/null"])


def wait_for_program(process):
    while os.readlink(f"/proc/{process}/exe") != PROGRAM:
        os.sched_yield()


def ask():
    doorbell.sendall(QUESTION)
    replies.readline()


def child_asks():
    greet()
    if os.fork() == 0:
        ask()
        os._exit(0)
    os.wait()


def child_asks_for_program():
    greet()
    parent = os.getpid()
    if os.fork() != 0:
        become_program()
    wait_for_program(parent)
    ask()


def child_greets_for_program():
    parent = os.getpid()
    if os.fork() != 0:
        become_program()
    wait_for_program(parent)
    greet()
    ask()


def program_gets_early_question():
    doorbell.sendall(HELLO + QUESTION)
    become_program()


def shell_asks():
    greet()
    os.dup2(doorbell.fileno(), 9)
    script = 'printf "%s" "$1" >&9; read -r reply <&9'
    os.execv("/bin/sh", ["sh", "-c", script, "sh", QUESTION.decode()])


globals()[WAY]()
