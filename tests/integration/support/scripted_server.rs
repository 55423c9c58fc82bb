//! The server's end of an MCP connection: it says what a test tells it to say.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{PATIENCE, program};

/// A server that waits to be started, and then to be told what to say.
pub struct ScriptedServer {
    directory: TempDir,
    listener: UnixListener,
    words: Option<(BufReader<UnixStream>, UnixStream)>,
}

impl ScriptedServer {
    pub fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(directory.path().join("words")).unwrap();
        Self {
            directory,
            listener,
            words: None,
        }
    }

    /// `doorbell wrap` with this server behind it, and a Doorbell at `socket`. There is no display,
    /// so none is started.
    pub fn wrapped(&self, socket: &std::path::Path, options: &[&str]) -> Command {
        let mut command = Command::new(program::doorbell());
        command
            .arg("wrap")
            .args(options)
            .arg("--")
            .arg(program::scripted_server())
            .arg(self.directory.path().join("words"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env("DOORBELL_SOCKET", socket);
        command
    }

    /// The next message.
    pub fn hears(&mut self) -> Value {
        let line = self.hears_line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next line, as it is.
    pub fn hears_line(&mut self) -> String {
        let mut line = String::new();
        self.words().0.read_line(&mut line).unwrap();
        line
    }

    /// Whether nothing more comes.
    pub fn hears_the_end(&mut self) {
        assert_eq!(self.hears_line(), "");
    }

    pub fn says(&mut self, message: &Value) {
        self.says_line(&format!("{message}\n"));
    }

    pub fn says_line(&mut self, line: &str) {
        self.words().1.write_all(line.as_bytes()).unwrap();
    }

    /// Answers the agent's `initialize`, and gives what it declared.
    pub fn shakes_hands(&mut self) -> Value {
        let mut initialize = self.hears();
        let result = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "scripted", "version": "1.0.0"},
        });
        self.says(&json!({"jsonrpc": "2.0", "id": initialize["id"], "result": result}));
        initialize["params"]["capabilities"].take()
    }

    /// Asks for a name.
    pub fn asks(&mut self, id: u64, message: &str) {
        let params = json!({"message": message, "requestedSchema": super::name_form()});
        self.says(&json!({
            "jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params,
        }));
    }

    /// Its process ends with this code.
    pub fn exits(&mut self, code: u8) {
        self.says_line(&format!("exit {code}\n"));
    }

    fn words(&mut self) -> &mut (BufReader<UnixStream>, UnixStream) {
        self.words.get_or_insert_with(|| {
            let (stream, _) = self.listener.accept().unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            (BufReader::new(stream.try_clone().unwrap()), stream)
        })
    }
}
