//! What the proxy has no duty for passes as it came.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::support::{Doorbell, ScriptedServer, name_form, wait_until};

/// Lines that no proxy should touch.
const ODD: [&str; 9] = [
    "\n",
    "\r\n",
    "Server listening on stdio\n",
    " {\"jsonrpc\" : \"2.0\",\t\"id\":1.0,\"method\":\"x/y\", \"params\":{\"n\":1.10,\"m\":1e3}} \r\n",
    "{\"id\":123456789012345678901234567890,\"result\":{\"z\":1,\"a\":2},\"jsonrpc\":\"2.0\",\"more\":null}\n",
    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]\n",
    "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"method\":\"b\"}\n",
    "{\"jsonrpc\":\"2.0\",\"id\":\"\\u00e9\\/\",\"error\":{\"code\":-32042}}\n",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"nobody's\"}}\n",
];

#[test]
fn odd_lines_pass_in_both_directions() {
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    for line in ODD {
        wrapped.says(line.as_bytes());
    }
    for line in ODD {
        assert_eq!(server.hears_line(), line);
    }
    for line in ODD {
        server.says_line(line);
    }
    for line in ODD {
        assert_eq!(wrapped.hears(), line.as_bytes());
    }
    // The last line may have no end.
    wrapped.says(b"{\"jsonrpc\":\"2.0\"}");
    wrapped.child.stdin = None;
    assert_eq!(server.hears_line(), "{\"jsonrpc\":\"2.0\"}");
    server.hears_the_end();
    server.exits(0);
    assert!(wrapped.child.wait().unwrap().success());
}

#[test]
fn large_messages_pass() {
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    let text = "\\u00e9x".repeat(1024 * 1024);
    let call = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"arguments\":\"{text}\"}}}}\n"
    );
    let result = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"text\":\"{text}\"}}}}\n");
    std::thread::scope(|scope| {
        scope.spawn(|| wrapped.says(call.as_bytes()));
        assert!(server.hears_line() == call);
    });
    std::thread::scope(|scope| {
        scope.spawn(|| server.says_line(&result));
        assert!(wrapped.hears() == result.as_bytes());
    });
}

/// What the agent does not read, the server cannot say: nothing piles up in between.
#[test]
fn a_server_waits_for_an_agent_that_reads_slowly() {
    const LINES: usize = 400;
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    // A word from the agent, so that everything is connected.
    wrapped.says(b"{}\n");
    server.hears_line();
    let line = format!("{{\"x\":\"{}\"}}\n", "x".repeat(64 * 1024));
    let said = Arc::new(AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let counted = Arc::clone(&said);
        let (server, line) = (&mut server, &line);
        scope.spawn(move || {
            for _ in 0..LINES {
                server.says_line(line);
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        let mut seen = (usize::MAX, 0);
        wait_until("it says no more", || {
            let now = said.load(Ordering::SeqCst);
            seen = if seen.0 == now {
                (now, seen.1 + 1)
            } else {
                (now, 0)
            };
            now > 0 && seen.1 > 40
        });
        assert!(seen.0 < LINES / 2, "{} lines were taken", seen.0);
        // In the other direction all is well.
        wrapped.says(b"{\"still\":\"here\"}\n");
        for _ in 0..LINES {
            assert!(wrapped.hears() == line.as_bytes());
        }
    });
    assert_eq!(server.hears_line(), "{\"still\":\"here\"}\n");
}

/// Each side talks before it listens, as blocking programs do. Without a proxy that goes well as long
/// as one of them listens in the end; the proxy, which has something of its own to say to the server,
/// must not wait for it meanwhile.
#[test]
fn two_sides_that_talk_at_once_do_not_wait_for_each_other_for_ever() {
    const LINES: usize = 64;
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    let initialize = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}},
    });
    wrapped.says(format!("{initialize}\n").as_bytes());
    server.hears();
    let large = format!("{{\"x\":\"{}\"}}\n", "x".repeat(64 * 1024));
    let mut to_server = wrapped.child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        let large = &large;
        scope.spawn(move || {
            for _ in 0..LINES {
                to_server.write_all(large.as_bytes()).unwrap();
            }
        });
        // The server reads nothing yet, and asks: it is told of progress and of refusals.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for id in 0..LINES {
                    server.says(&json!({
                        "jsonrpc": "2.0", "id": id, "method": "elicitation/create",
                        "params": {
                            "message": "Who?", "requestedSchema": name_form(),
                            "_meta": {"progressToken": id},
                        },
                    }));
                    server.says_line(large);
                }
            });
            for _ in 0..LINES {
                assert!(wrapped.hears() == large.as_bytes());
            }
        });
        let mut heard = 0;
        while heard < LINES {
            heard += usize::from(server.hears_line() == *large);
        }
    });
}

/// The agent's end, byte for byte.
struct Wrapped {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Wrapped {
    fn says(&mut self, bytes: &[u8]) {
        self.child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn hears(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        self.output.read_until(b'\n', &mut line).unwrap();
        line
    }
}

impl Drop for Wrapped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(server: &ScriptedServer, doorbell: &Doorbell) -> Wrapped {
    let mut child = server
        .wrapped(&doorbell.socket(), &[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    Wrapped { child, output }
}
