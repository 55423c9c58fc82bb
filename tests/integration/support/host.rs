//! An agent's end of an MCP connection on pipes. It says what a test tells it to say, and answers
//! nothing by itself.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::wait_until;

/// An interpreter with many packages takes seconds to start, and more on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the two ends speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2025-11-25: a handshake, and the server sends requests of its own.
    Legacy,
    /// 2026-07-28: every request says what its sender can do, and only the agent sends requests.
    Modern,
}

/// A started program and the agent that talks to it. Dropping it kills the program.
pub struct Host {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Every line that came.
    heard: Vec<String>,
    /// What came and no test has asked for yet.
    kept: VecDeque<Value>,
    errors: Arc<Mutex<String>>,
    era: Era,
    capabilities: Value,
    next_id: u64,
}

impl Host {
    /// Starts a program and, where there is a handshake, shakes hands.
    pub fn start(command: Command, era: Era, capabilities: Value) -> Self {
        let mut host = Self::start_silent(command, era, capabilities);
        if era == Era::Legacy {
            host.shakes_hands();
        }
        host
    }

    /// Starts a program and says nothing.
    pub fn start_silent(mut command: Command, era: Era, capabilities: Value) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let output = BufReader::new(child.stdout.take().unwrap());
        let (hear, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The test may have ended.
                let _ = hear.send(line);
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        collect(child.stderr.take().unwrap(), Arc::clone(&errors));
        Self {
            input: child.stdin.take(),
            child,
            lines,
            heard: Vec::new(),
            kept: VecDeque::new(),
            errors,
            era,
            capabilities,
            // A server counts from here too: whoever mixes up the two sides' ids is found out.
            next_id: 0,
        }
    }

    /// `initialize` and what belongs to it; gives the server's reply.
    pub fn shakes_hands(&mut self) -> Value {
        let id = self.requests(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": self.capabilities,
                "clientInfo": {"name": "doorbell-tests", "version": "1.0.0"},
            }),
        );
        let reply = self.hears_reply(id);
        self.notifies("notifications/initialized", json!({}));
        reply
    }

    /// Calls a tool and gives the request's id.
    pub fn calls(&mut self, tool: &str, arguments: Value) -> u64 {
        self.requests("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Calls a tool and gives the reply.
    pub fn calls_to_the_end(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.calls(tool, arguments);
        self.hears_reply(id)
    }

    /// Sends a request, with what its era wants in every request, and gives its id.
    pub fn requests(&mut self, method: &str, params: Value) -> u64 {
        self.requests_as(self.era, method, params)
    }

    /// The same, whatever its era: an agent may try both.
    pub fn requests_as(&mut self, era: Era, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let params = match era {
            Era::Legacy => params,
            Era::Modern => self.introduced(params),
        };
        self.sends(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Sends a notification.
    pub fn notifies(&mut self, method: &str, params: Value) {
        self.sends(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Answers a request of the server.
    pub fn answers(&mut self, request: &Value, result: Value) {
        self.sends(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    /// Sends one message as one line.
    pub fn sends(&mut self, message: &Value) {
        self.writes(&format!("{message}\n"));
    }

    /// Writes these very bytes.
    pub fn writes(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the pipe is open");
        if let Err(error) = input.write_all(text.as_bytes()) {
            panic!("{error}; it said: {}", self.complaints());
        }
    }

    /// The reply to a request.
    pub fn hears_reply(&mut self, id: u64) -> Value {
        self.hears(&format!("the reply to {id}"), |message| {
            message["id"] == id && message["method"].is_null()
        })
    }

    /// The next question that the server pushes.
    pub fn hears_question(&mut self) -> Value {
        self.hears("a question", |message| {
            message["method"] == "elicitation/create"
        })
    }

    /// The next notification of a kind.
    pub fn hears_notice(&mut self, method: &str) -> Value {
        self.hears(method, |message| {
            message["method"] == method && message["id"].is_null()
        })
    }

    /// The first message of this kind that no test has asked for; the others are kept.
    pub fn hears(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.kept.iter().position(&wanted) {
            return self.kept.remove(place).unwrap();
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => self.gives_up(what, "did not come"),
                Err(RecvTimeoutError::Disconnected) => self.gives_up(what, "cannot come any more"),
            };
            let message: Value = serde_json::from_str(&line)
                .unwrap_or_else(|error| panic!("{error} in a line from the program: {line}"));
            self.heard.push(line);
            if wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// Whether this came before and no test has asked for it.
    pub fn kept(&self, is: impl Fn(&Value) -> bool) -> bool {
        self.kept.iter().any(is)
    }

    /// Every line that a test has waited for or past, byte for byte.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// Closes its end of the pipe, which is how an agent says goodbye.
    pub fn closes(&mut self) {
        self.input = None;
    }

    /// Waits for the program's end.
    pub fn sees_end(&mut self) -> ExitStatus {
        wait_until("the program's end", || self.child.try_wait().unwrap())
    }

    /// The program's number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Whether the program says this on its standard error, which may take a moment.
    pub fn complains(&self, text: &str) -> bool {
        wait_until(text, || self.complaints().contains(text));
        true
    }

    /// What the program has written to its standard error.
    pub fn complaints(&self) -> String {
        self.errors.lock().unwrap().clone()
    }

    /// The params of a 2026-07-28 request: with who asks and what it can do.
    fn introduced(&self, mut params: Value) -> Value {
        let meta = [
            ("protocolVersion", json!("2026-07-28")),
            (
                "clientInfo",
                json!({"name": "doorbell-tests", "version": "1.0.0"}),
            ),
            ("clientCapabilities", self.capabilities.clone()),
        ];
        let own = &mut params["_meta"];
        if own.is_null() {
            *own = Value::Object(Map::new());
        }
        for (key, value) in meta {
            own[format!("io.modelcontextprotocol/{key}")] = value;
        }
        params
    }

    fn gives_up(&self, what: &str, why: &str) -> ! {
        panic!(
            "{what} {why}; what came is {:#?}; it said: {}",
            self.heard,
            self.complaints()
        );
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a pipe to its end, so that the program never waits for us.
fn collect(mut pipe: impl Read + Send + 'static, into: Arc<Mutex<String>>) {
    std::thread::spawn(move || {
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = pipe.read(&mut piece) {
            let text = String::from_utf8_lossy(&piece[..length]);
            into.lock().unwrap().push_str(&text);
        }
    });
}
