//! The agent side (MCP host) of an MCP connection over pipes. It sends only what a test tells it to
//! send.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::wait_until;

/// An interpreter that imports many packages takes seconds to start.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The two revisions of MCP that differ in how servers ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2025-11-25: starts with a handshake; the server may send requests.
    Legacy,
    /// 2026-07-28: every request carries the capabilities of its sender; only the agent sends
    /// requests.
    Modern,
}

/// A child process and the agent that talks to it. Dropping it kills the process.
pub struct Host {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    received_lines: Vec<String>,
    /// Received messages that no test has asked for yet.
    unclaimed: VecDeque<Value>,
    stderr: Arc<Mutex<String>>,
    era: Era,
    capabilities: Value,
    next_id: u64,
}

impl Host {
    /// Starts a program and, in the legacy era, performs the handshake.
    pub fn start(command: Command, era: Era, capabilities: Value) -> Self {
        let mut host = Self::start_without_handshake(command, era, capabilities);
        if era == Era::Legacy {
            host.handshake();
        }
        host
    }

    pub fn start_without_handshake(mut command: Command, era: Era, capabilities: Value) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The test may have ended.
                let _ = sender.send(line);
            }
        });
        let stderr = Arc::new(Mutex::new(String::new()));
        collect(child.stderr.take().unwrap(), Arc::clone(&stderr));
        Self {
            input: child.stdin.take(),
            child,
            lines,
            received_lines: Vec::new(),
            unclaimed: VecDeque::new(),
            stderr,
            era,
            capabilities,
            // Servers start at 0 too, so a proxy that confuses the two sides' ids is detected.
            next_id: 0,
        }
    }

    /// Performs the `initialize` handshake and returns the server's reply.
    pub fn handshake(&mut self) -> Value {
        let id = self.send_request(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": self.capabilities,
                "clientInfo": {"name": "doorbell-tests", "version": "1.0.0"},
            }),
        );
        let reply = self.wait_for_reply(id);
        self.notify("notifications/initialized", json!({}));
        reply
    }

    /// Calls a tool and returns the request's id.
    pub fn call_tool(&mut self, tool: &str, arguments: Value) -> u64 {
        self.send_request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Calls a tool and returns the reply.
    pub fn call_tool_and_wait(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.call_tool(tool, arguments);
        self.wait_for_reply(id)
    }

    /// Sends a request with the metadata that the agent's era requires and returns its id.
    pub fn send_request(&mut self, method: &str, params: Value) -> u64 {
        self.send_request_as(self.era, method, params)
    }

    /// Like [`Self::send_request`] in a given era: an agent may try both.
    pub fn send_request_as(&mut self, era: Era, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let params = match era {
            Era::Legacy => params,
            Era::Modern => self.with_client_meta(params),
        };
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Responds to a request of the server.
    pub fn respond(&mut self, request: &Value, result: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    pub fn send(&mut self, message: &Value) {
        self.write(&format!("{message}\n"));
    }

    /// Writes to the program's standard input.
    pub fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the pipe is open");
        if let Err(error) = input.write_all(text.as_bytes()) {
            panic!("{error}; its standard error: {}", self.stderr());
        }
    }

    pub fn wait_for_reply(&mut self, id: u64) -> Value {
        self.wait_for_message(&format!("the reply to {id}"), |message| {
            message["id"] == id && message["method"].is_null()
        })
    }

    pub fn wait_for_question(&mut self) -> Value {
        self.wait_for_message("a question", |message| {
            message["method"] == "elicitation/create"
        })
    }

    pub fn wait_for_notification(&mut self, method: &str) -> Value {
        self.wait_for_message(method, |message| {
            message["method"] == method && message["id"].is_null()
        })
    }

    /// Returns the first unclaimed message that matches and keeps the others for later calls.
    pub fn wait_for_message(&mut self, what: &str, matches: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unclaimed.iter().position(&matches) {
            return self.unclaimed.remove(index).unwrap();
        }
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => self.fail(what, "did not come"),
                Err(RecvTimeoutError::Disconnected) => self.fail(what, "cannot come any more"),
            };
            let message: Value = serde_json::from_str(&line)
                .unwrap_or_else(|error| panic!("{error} in a line from the program: {line}"));
            self.received_lines.push(line);
            if matches(&message) {
                return message;
            }
            self.unclaimed.push_back(message);
        }
    }

    pub fn has_unclaimed(&self, matches: impl Fn(&Value) -> bool) -> bool {
        self.unclaimed.iter().any(matches)
    }

    /// Every line received so far, byte for byte.
    pub fn received_lines(&self) -> &[String] {
        &self.received_lines
    }

    /// Closes the program's standard input, which is how an agent disconnects.
    pub fn close_stdin(&mut self) {
        self.input = None;
    }

    pub fn wait_for_exit(&mut self) -> ExitStatus {
        wait_until("the program's end", || self.child.try_wait().unwrap())
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the program has written `text` to its standard error.
    pub fn wait_for_stderr(&self, text: &str) {
        wait_until(text, || self.stderr().contains(text));
    }

    pub fn stderr(&self) -> String {
        self.stderr.lock().unwrap().clone()
    }

    /// Adds the metadata of a 2026-07-28 request: who asks, and its capabilities.
    fn with_client_meta(&self, mut params: Value) -> Value {
        let meta = [
            ("protocolVersion", json!("2026-07-28")),
            (
                "clientInfo",
                json!({"name": "doorbell-tests", "version": "1.0.0"}),
            ),
            ("clientCapabilities", self.capabilities.clone()),
        ];
        let request_meta = &mut params["_meta"];
        if request_meta.is_null() {
            *request_meta = Value::Object(Map::new());
        }
        for (key, value) in meta {
            request_meta[format!("io.modelcontextprotocol/{key}")] = value;
        }
        params
    }

    fn fail(&self, what: &str, why: &str) -> ! {
        panic!(
            "{what} {why}; received {:#?}; its standard error: {}",
            self.received_lines,
            self.stderr()
        );
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a pipe to its end, so that the program never blocks on it.
fn collect(mut pipe: impl Read + Send + 'static, into: Arc<Mutex<String>>) {
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            let text = String::from_utf8_lossy(&buffer[..length]);
            into.lock().unwrap().push_str(&text);
        }
    });
}
