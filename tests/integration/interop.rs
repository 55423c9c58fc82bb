//! Other people's servers and clients: they are what we think they are.
//!
//! Each kind of server is asked directly, so that a surprise is found there and not behind a proxy;
//! [`wrapped`] then asks them all through `doorbell wrap`; [`served`] lets other people's clients ask through
//! `doorbell mcp`.

mod everything;
mod fastmcp;
mod http;
mod python_client;
mod python_sdk;
mod python_sdk_rounds;
mod rmcp;
mod served;
mod wrapped;

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Era, Host, project, rmcp_server};

/// A server that the tests can start.
#[derive(Clone, Copy, Debug)]
enum Server {
    /// The reference server of the protocol's authors, on the TypeScript SDK.
    Everything,
    PythonSdk,
    FastMcp,
    Rmcp,
}

impl Server {
    fn command(self) -> Command {
        self.command_over("stdio")
    }

    /// For a server that knows several transports, over this one.
    fn command_over(self, transport: &str) -> Command {
        match self {
            Self::Everything => {
                let mut command = Command::new("node");
                command.arg(installed(project().join(
                    "tests/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
                )));
                command.arg(transport);
                command
            }
            Self::PythonSdk => python("sdk_server.py"),
            Self::FastMcp => python("fastmcp_server.py"),
            Self::Rmcp => Command::new(rmcp_server()),
        }
    }

    /// Starts it for an agent that can show forms and links.
    fn start(self, era: Era) -> Host {
        Host::start(self.command(), era, forms_and_links())
    }
}

/// One of our Python programs, with the packages of others.
fn python(file: &str) -> Command {
    let interpreter = doorbell_tests::app::output_directory().join("python/bin/python");
    let mut command = Command::new(installed(interpreter));
    command.arg(project().join("tests/servers/python").join(file));
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

/// The text of a tool's result.
fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {reply}"))
}

/// The same request again with the answers to a round, and with the state it came with.
fn answered(mut params: Value, round: &Value, answers: Value) -> Value {
    assert_eq!(round["result"]["resultType"], "input_required", "{round}");
    params["inputResponses"] = answers;
    if let Some(state) = round["result"].get("requestState") {
        params["requestState"] = state.clone();
    }
    params
}
