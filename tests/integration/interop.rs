//! Interoperability with third-party MCP SDKs, servers and clients.
//!
//! The modules of this level talk to each server directly and check our assumptions about it.
//! [`wrapped`] puts the same servers behind `doorbell wrap`; [`doorbell_mcp`] connects third-party
//! clients to `doorbell mcp`.

mod doorbell_mcp;
mod everything;
mod fastmcp;
mod http;
mod python_client;
mod python_sdk;
mod python_sdk_rounds;
mod rmcp;
mod wrapped;

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Era, Host, rmcp_server_binary, workspace_root};

#[derive(Clone, Copy, Debug)]
enum SampleServer {
    /// The reference server of the MCP authors, built on the TypeScript SDK.
    Everything,
    PythonSdk,
    FastMcp,
    Rmcp,
}

impl SampleServer {
    fn command(self) -> Command {
        self.command_over("stdio")
    }

    /// Only `Everything` supports other transports than stdio.
    fn command_over(self, transport: &str) -> Command {
        match self {
            Self::Everything => {
                let mut command = Command::new("node");
                command.arg(installed(workspace_root().join(
                    "tests/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
                )));
                command.arg(transport);
                command
            }
            Self::PythonSdk => python("sdk_server.py"),
            Self::FastMcp => python("fastmcp_server.py"),
            Self::Rmcp => Command::new(rmcp_server_binary()),
        }
    }

    /// Starts the server for an agent that supports forms and links.
    fn start(self, era: Era) -> Host {
        Host::start(self.command(), era, forms_and_links())
    }
}

/// A script of `tests/servers/python`, run with the packages that `cargo xtask servers` installs.
fn python(file: &str) -> Command {
    let interpreter = doorbell_tests::app::output_directory().join("python/bin/python");
    let mut command = Command::new(installed(interpreter));
    command.arg(workspace_root().join("tests/servers/python").join(file));
    command
}

fn installed(path: PathBuf) -> PathBuf {
    assert!(
        path.is_file(),
        "{} is missing: `cargo xtask servers` installs it",
        path.display()
    );
    path
}

fn forms_and_links() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}})
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// The text of a tool result.
fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {reply}"))
}

/// The params of a request, extended with the answers to a round and with its state.
fn with_answers(mut params: Value, round: &Value, answers: Value) -> Value {
    assert_eq!(round["result"]["resultType"], "input_required", "{round}");
    params["inputResponses"] = answers;
    if let Some(state) = round["result"].get("requestState") {
        params["requestState"] = state.clone();
    }
    params
}
