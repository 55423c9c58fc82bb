//! The reference server's form, all thirteen fields, asked by the server itself.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

use crate::questions;

/// Where `cargo xtask test` installs it.
const SERVER: &str = "servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js";

#[test]
fn all_thirteen_fields_are_filled_by_name_and_reach_the_server() -> Result<()> {
    let mut server = Server::start()?;
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let asked = server.call_and_be_asked("trigger-elicitation-request")?;
    let id = asker.ask_params(asked["params"].clone())?;
    doorbell.window()?;

    doorbell.fill("String", "Ada Lovelace")?;
    doorbell.choose(("radiogroup", "Boolean"), ("radio", "Yes"))?;
    doorbell.fill("String with default", "Call me Ishmael.")?;
    doorbell.fill("String with email format", "ada@example.com")?;
    doorbell.fill("String with uri format", "https://example.com/ada")?;
    doorbell.fill("String with date format", "1815-12-10")?;
    doorbell.fill("Integer", "7")?;
    doorbell.fill("Number in range 1-1000", "2.5")?;
    // WebKit's driver calls a menu a button; screen readers are told that it is a combo box.
    let friend = doorbell
        .page
        .named("button", "Untitled Single Select Enum")?;
    choose_in_menu(&doorbell, &friend, "Phoebe")?;
    doorbell.choose(
        ("group", "Untitled Multiple Select Enum"),
        ("checkbox", "Bass"),
    )?;
    doorbell.choose(
        ("radiogroup", "Titled Single Select Enum"),
        ("radio", "Wonder Woman"),
    )?;
    doorbell.choose(
        ("group", "Titled Multiple Select Enum"),
        ("checkbox", "Trout"),
    )?;
    doorbell.choose(
        ("radiogroup", "Legacy Titled Single Select Enum"),
        ("radio", "Reptiles"),
    )?;
    doorbell.press("Send")?;

    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(answer["content"], questions::everything_answered());

    let result = server.answer(&asked["id"], &answer)?;
    let text = result.to_string();
    ensure!(text.contains("Ada Lovelace"), "the server says {text}");
    Ok(())
}

fn choose_in_menu(
    doorbell: &DrivenDoorbell,
    menu: &doorbell_tests::webdriver::Element,
    title: &str,
) -> Result<()> {
    for option in doorbell.page.all_in(menu, "option")? {
        if option.text()? == title {
            return option.click();
        }
    }
    anyhow::bail!("no option {title}")
}

/// The server on a pipe, with us as its MCP client.
struct Server {
    child: std::process::Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Result<Self> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(SERVER);
        ensure!(
            program.is_file(),
            "{} is missing: `cargo xtask test` installs it",
            program.display()
        );
        let mut child = Command::new("node")
            .arg(program)
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("node")?;
        let input = child.stdin.take().context("piped")?;
        let lines = BufReader::new(child.stdout.take().context("piped")?);
        let mut server = Self {
            child,
            input,
            lines,
        };
        server.send(&json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"elicitation": {"form": {}}},
                "clientInfo": {"name": "doorbell-tests", "version": "1.0.0"}
            }
        }))?;
        server.receive(|message| message["id"] == 1)?;
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        // The tool is there once the server knows what its client can do.
        server.receive(|message| message["method"] == "notifications/tools/list_changed")?;
        Ok(server)
    }

    /// Calls a tool and gives the question it asks.
    fn call_and_be_asked(&mut self, tool: &str) -> Result<Value> {
        self.send(&json!({
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": tool, "arguments": {}}
        }))?;
        self.receive(|message| message["method"] == "elicitation/create")
    }

    /// Answers the question and gives the tool's result.
    fn answer(&mut self, id: &Value, answer: &Value) -> Result<Value> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": answer}))?;
        self.receive(|message| message["id"] == 2)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        writeln!(self.input, "{message}").context("the server's input")
    }

    fn receive(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            let mut line = String::new();
            let length = self.lines.read_line(&mut line)?;
            ensure!(length > 0, "the server ended");
            let message: Value = serde_json::from_str(&line)?;
            if wanted(&message) {
                return Ok(message);
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
