//! An agent without elicitation support that runs the reference server behind `doorbell wrap`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::Build;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use serde_json::{Value, json};

/// Installed by `cargo xtask test`.
const REFERENCE_SERVER: &str =
    "servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js";

pub struct Agent {
    child: Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
    calls: u64,
}

impl Agent {
    /// Starts the server behind `doorbell wrap` and initialises the connection.
    pub fn start(desktop: &VirtualDesktop, build: Build) -> Result<Self> {
        let server = Path::new(env!("CARGO_MANIFEST_DIR")).join(REFERENCE_SERVER);
        ensure!(
            server.is_file(),
            "{} is missing: `cargo xtask test` installs it",
            server.display()
        );
        let mut child = desktop
            .command(build.command_line()?)
            .args(["wrap", "--name", "everything", "--", "node"])
            .arg(server)
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("doorbell wrap")?;
        let input = child.stdin.take().context("piped")?;
        let lines = BufReader::new(child.stdout.take().context("piped")?);
        let mut agent = Self {
            child,
            input,
            lines,
            calls: 0,
        };
        agent.send(&json!({
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "doorbell-tests", "version": "1.0.0"}
            }
        }))?;
        agent.receive(|message| message["id"] == 0)?;
        agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        // The server adds tools once it knows the capabilities of the client.
        agent.receive(|message| message["method"] == "notifications/tools/list_changed")?;
        Ok(agent)
    }

    /// Calls a tool without waiting for the result.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<()> {
        self.calls += 1;
        self.send(&json!({
            "jsonrpc": "2.0",
            "id": self.calls,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments}
        }))
    }

    /// The person's answer, which the server repeats in the result of the last call.
    pub fn answer(&mut self) -> Result<Value> {
        const PREFIX: &str = "Raw result: ";
        let last = self.calls;
        let reply = self.receive(|message| message["id"] == last)?;
        let texts = reply["result"]["content"].as_array();
        let repeated = texts
            .into_iter()
            .flatten()
            .filter_map(|part| part["text"].as_str()?.trim().strip_prefix(PREFIX))
            .next()
            .with_context(|| format!("unexpected reply: {reply}"))?;
        Ok(serde_json::from_str(repeated)?)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        writeln!(self.input, "{message}").context("the server's input")
    }

    fn receive(&mut self, matches: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            let mut line = String::new();
            let length = self.lines.read_line(&mut line)?;
            ensure!(length > 0, "the server ended");
            let message: Value = serde_json::from_str(&line)?;
            ensure!(
                message["method"] != "elicitation/create",
                "the server asked the agent"
            );
            if matches(&message) {
                return Ok(message);
            }
        }
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
