//! The server side of an MCP connection. It sends only what a test tells it to send.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{TIMEOUT, binaries};

pub struct ScriptedServer {
    directory: TempDir,
    listener: UnixListener,
    stream: Option<(BufReader<UnixStream>, UnixStream)>,
}

impl ScriptedServer {
    pub fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(directory.path().join("words")).unwrap();
        Self {
            directory,
            listener,
            stream: None,
        }
    }

    /// `doorbell wrap` in front of this server. Without a display it cannot start a Doorbell of its
    /// own.
    pub fn wrapped(&self, socket: &std::path::Path, options: &[&str]) -> Command {
        let mut command = Command::new(binaries::doorbell_binary());
        command
            .arg("wrap")
            .args(options)
            .arg("--")
            .arg(binaries::scripted_server_binary())
            .arg(self.directory.path().join("words"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env("DOORBELL_SOCKET", socket);
        command
    }

    pub fn read_message(&mut self) -> Value {
        let line = self.read_line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next line, with its newline.
    pub fn read_line(&mut self) -> String {
        let mut line = String::new();
        self.stream().0.read_line(&mut line).unwrap();
        line
    }

    pub fn expect_eof(&mut self) {
        assert_eq!(self.read_line(), "");
    }

    pub fn send(&mut self, message: &Value) {
        self.send_line(&format!("{message}\n"));
    }

    pub fn send_line(&mut self, line: &str) {
        self.stream().1.write_all(line.as_bytes()).unwrap();
    }

    /// Answers the agent's `initialize` and returns the capabilities it declared.
    pub fn handshake(&mut self) -> Value {
        let mut initialize = self.read_message();
        let result = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "scripted", "version": "1.0.0"},
        });
        self.send(&json!({"jsonrpc": "2.0", "id": initialize["id"], "result": result}));
        initialize["params"]["capabilities"].take()
    }

    /// Asks a question with [`super::name_form`].
    pub fn ask(&mut self, id: u64, message: &str) {
        let params = json!({"message": message, "requestedSchema": super::name_form()});
        self.send(&json!({
            "jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params,
        }));
    }

    /// Makes the process exit with this code.
    pub fn exit(&mut self, code: u8) {
        self.send_line(&format!("exit {code}\n"));
    }

    fn stream(&mut self) -> &mut (BufReader<UnixStream>, UnixStream) {
        self.stream.get_or_insert_with(|| {
            let (stream, _) = self.listener.accept().unwrap();
            stream.set_read_timeout(Some(TIMEOUT)).unwrap();
            (BufReader::new(stream.try_clone().unwrap()), stream)
        })
    }
}
