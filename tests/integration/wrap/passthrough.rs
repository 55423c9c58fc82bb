//! Messages that do not concern the proxy pass unchanged.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::support::{Doorbell, ScriptedServer, name_form, wait_until};

/// Lines that the proxy must not change.
const UNUSUAL_LINES: [&str; 9] = [
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
fn unusual_lines_pass_unchanged_in_both_directions() {
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    for line in UNUSUAL_LINES {
        wrapped.send(line.as_bytes());
    }
    for line in UNUSUAL_LINES {
        assert_eq!(server.read_line(), line);
    }
    for line in UNUSUAL_LINES {
        server.send_line(line);
    }
    for line in UNUSUAL_LINES {
        assert_eq!(wrapped.read_line(), line.as_bytes());
    }
    // The last line may lack a newline.
    wrapped.send(b"{\"jsonrpc\":\"2.0\"}");
    wrapped.child.stdin = None;
    assert_eq!(server.read_line(), "{\"jsonrpc\":\"2.0\"}");
    server.expect_eof();
    server.exit(0);
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
        scope.spawn(|| wrapped.send(call.as_bytes()));
        assert!(server.read_line() == call);
    });
    std::thread::scope(|scope| {
        scope.spawn(|| server.send_line(&result));
        assert!(wrapped.read_line() == result.as_bytes());
    });
}

/// The proxy does not buffer what the agent does not read.
#[test]
fn slow_agent_applies_backpressure_to_the_server() {
    const LINES: usize = 400;
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    // A first line from the agent connects all parts.
    wrapped.send(b"{}\n");
    server.read_line();
    let line = format!("{{\"x\":\"{}\"}}\n", "x".repeat(64 * 1024));
    let sent = Arc::new(AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let counted = Arc::clone(&sent);
        let (server, line) = (&mut server, &line);
        scope.spawn(move || {
            for _ in 0..LINES {
                server.send_line(line);
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        let (mut previous, mut unchanged) = (usize::MAX, 0);
        wait_until("the server is blocked", || {
            let now = sent.load(Ordering::SeqCst);
            unchanged = if now == previous { unchanged + 1 } else { 0 };
            previous = now;
            now > 0 && unchanged > 40
        });
        assert!(previous < LINES / 2, "{previous} lines were buffered");
        // The other direction still works.
        wrapped.send(b"{\"still\":\"here\"}\n");
        for _ in 0..LINES {
            assert!(wrapped.read_line() == line.as_bytes());
        }
    });
    assert_eq!(server.read_line(), "{\"still\":\"here\"}\n");
}

/// Each side writes before it reads, as blocking programs do. The proxy, which also writes to the
/// server itself, must not block on that.
#[test]
fn simultaneous_writes_do_not_deadlock() {
    const LINES: usize = 64;
    let doorbell = Doorbell::start();
    let mut server = ScriptedServer::new();
    let mut wrapped = start(&server, &doorbell);
    let initialize = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}},
    });
    wrapped.send(format!("{initialize}\n").as_bytes());
    server.read_message();
    let large = format!("{{\"x\":\"{}\"}}\n", "x".repeat(64 * 1024));
    let mut to_server = wrapped.child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        let large = &large;
        scope.spawn(move || {
            for _ in 0..LINES {
                to_server.write_all(large.as_bytes()).unwrap();
            }
        });
        // The server reads nothing yet and asks, so that the proxy sends it progress and refusals.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for id in 0..LINES {
                    server.send(&json!({
                        "jsonrpc": "2.0", "id": id, "method": "elicitation/create",
                        "params": {
                            "message": "Who?", "requestedSchema": name_form(),
                            "_meta": {"progressToken": id},
                        },
                    }));
                    server.send_line(large);
                }
            });
            for _ in 0..LINES {
                assert!(wrapped.read_line() == large.as_bytes());
            }
        });
        let mut received = 0;
        while received < LINES {
            received += usize::from(server.read_line() == *large);
        }
    });
}

/// A proxy whose agent side reads and writes raw bytes.
struct Wrapped {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Wrapped {
    fn send(&mut self, bytes: &[u8]) {
        self.child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn read_line(&mut self) -> Vec<u8> {
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
