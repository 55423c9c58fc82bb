//! Clients built on the MCP SDKs for Python and TypeScript. Each is a script that makes one call.

use std::process::Command;

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::super::wrapped::isolate_environment;
use super::super::{installed, python};
use super::server;
use crate::support::{Doorbell, Era, Host, Person, workspace_root};

const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";
const ERAS: [(&str, &str); 3] = [("legacy", LEGACY), ("modern", MODERN), ("auto", MODERN)];

const PROGRESS: &str = "Waiting for your answer in Doorbell";

#[derive(Clone, Copy, Debug)]
enum SampleClient {
    Python,
    TypeScript,
}

impl SampleClient {
    const BOTH: [Self; 2] = [Self::Python, Self::TypeScript];

    fn command(self) -> Command {
        match self {
            Self::Python => python("sdk_client.py"),
            Self::TypeScript => {
                let folder = workspace_root().join("tests/servers");
                installed(folder.join("node_modules/@modelcontextprotocol/client/package.json"));
                let mut command = Command::new("node");
                command.arg(folder.join("typescript/sdk_client.mjs"));
                command
            }
        }
    }
}

/// Both SDKs validate structured results against the output schema.
#[test]
fn form_is_answered_in_every_era() {
    for client in SampleClient::BOTH {
        for (era, version) in ERAS {
            let fields = json!([{"name": "name", "title": "Name"}]);
            let arguments = json!({"message": "Who?", "fields": fields});
            let output = call(client, era, "ask", &arguments, |person, agent| {
                let question = person.wait_for_question("Who?");
                agent.wait_for_stderr(PROGRESS);
                question.type_text("Name", "Zoë");
                question.send();
            });
            let result = &output["result"];
            let content = &result["structuredContent"];
            assert_eq!(
                output["protocolVersion"], version,
                "{client:?} {era}: {output}"
            );
            assert_eq!(content["outcome"], "accepted", "{client:?} {era}: {output}");
            assert_eq!(content["answer"], json!({"name": "Zoë"}), "{output}");
            let progress = &output["progress"][0]["message"];
            assert_eq!(progress, PROGRESS, "{output}");
        }
    }
}

#[test]
fn decline_is_a_result_and_invalid_arguments_are_an_error() {
    for client in SampleClient::BOTH {
        for (era, _) in ERAS {
            let arguments = json!({"message": "Delete it?"});
            let output = call(client, era, "confirm", &arguments, |person, _| {
                person.wait_for_question("Delete it?").press(Press::Decline);
            });
            let result = &output["result"];
            assert_eq!(
                result["structuredContent"]["outcome"], "declined",
                "{output}"
            );
            assert_ne!(result["isError"], true, "{output}");

            let no_options = json!({"message": "What?", "options": []});
            let output = call(client, era, "choose", &no_options, |_, _| {});
            let result = &output["result"];
            assert_eq!(
                result["structuredContent"]["outcome"], "refused",
                "{output}"
            );
            assert_eq!(result["isError"], true, "{output}");
        }
    }
}

/// The agent stays connected; only its call ends.
#[test]
fn cancelled_call_withdraws_its_question() {
    for client in SampleClient::BOTH {
        for (era, _) in ERAS {
            let doorbell = Doorbell::start();
            let arguments = json!({"message": "Well?"});
            let command = agent_command(client, era, "confirm", &arguments, &doorbell);
            let mut agent = Host::start_without_handshake(command, Era::Legacy, json!({}));
            doorbell.wait_for_question("Well?");
            agent.write("cancel\n");
            doorbell.wait_for_empty_screen();
            agent.close_stdin();
            let output = agent.wait_for_message("the output of the agent", |_| true);
            assert_eq!(output.get("result"), None, "{client:?} {era}: {output}");
        }
    }
}

/// Returns what the agent prints after a call that asks a question.
fn call(
    client: SampleClient,
    era: &str,
    tool: &str,
    arguments: &Value,
    answer: impl FnOnce(Person<'_>, &Host),
) -> Value {
    let doorbell = Doorbell::start();
    let command = agent_command(client, era, tool, arguments, &doorbell);
    let mut agent = Host::start_without_handshake(command, Era::Legacy, json!({}));
    answer(doorbell.person(), &agent);
    agent.wait_for_message("the output of the agent", |_| true)
}

/// A command for an agent that calls this tool.
fn agent_command(
    client: SampleClient,
    era: &str,
    tool: &str,
    arguments: &Value,
    doorbell: &Doorbell,
) -> Command {
    let server = server(&doorbell.socket());
    let mut command = client.command();
    isolate_environment(&doorbell.socket(), &mut command);
    command.args([era, tool, &arguments.to_string()]);
    command.arg(server.get_program()).args(server.get_args());
    command
}
