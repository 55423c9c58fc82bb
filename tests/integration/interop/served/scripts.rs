//! Agents on the MCP SDKs for Python and TypeScript, each a program that makes one call.

use std::process::Command;

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::super::wrapped::only;
use super::super::{installed, python};
use super::server;
use crate::support::{Doorbell, Era, Host, Person, project};

const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";
const ERAS: [(&str, &str); 3] = [("legacy", LEGACY), ("modern", MODERN), ("auto", MODERN)];

const PROGRESS: &str = "Waiting for your answer in Doorbell";

/// A client that the tests can start.
#[derive(Clone, Copy, Debug)]
enum Client {
    Python,
    TypeScript,
}

impl Client {
    const BOTH: [Self; 2] = [Self::Python, Self::TypeScript];

    fn command(self) -> Command {
        match self {
            Self::Python => python("sdk_client.py"),
            Self::TypeScript => {
                let folder = project().join("tests/servers");
                installed(folder.join("node_modules/@modelcontextprotocol/client/package.json"));
                let mut command = Command::new("node");
                command.arg(folder.join("typescript/sdk_client.mjs"));
                command
            }
        }
    }
}

/// Both check a structured result against the schema that was promised.
#[test]
fn a_form_is_answered() {
    for client in Client::BOTH {
        for (era, version) in ERAS {
            let fields = json!([{"name": "name", "title": "Name"}]);
            let arguments = json!({"message": "Who?", "fields": fields});
            let said = call(client, era, "ask", &arguments, |person, agent| {
                let question = person.sees("Who?");
                agent.complains(PROGRESS);
                question.types("Name", "Zoë");
                question.sends();
            });
            let result = &said["result"];
            let told = &result["structuredContent"];
            assert_eq!(said["protocolVersion"], version, "{client:?} {era}: {said}");
            assert_eq!(told["outcome"], "accepted", "{client:?} {era}: {said}");
            assert_eq!(told["answer"], json!({"name": "Zoë"}), "{said}");
            let progress = &said["progress"][0]["message"];
            assert_eq!(progress, PROGRESS, "{said}");
        }
    }
}

#[test]
fn a_no_is_a_result_and_a_mistake_an_error() {
    for client in Client::BOTH {
        for (era, _) in ERAS {
            let arguments = json!({"message": "Delete it?"});
            let said = call(client, era, "confirm", &arguments, |person, _| {
                person.sees("Delete it?").does(Press::Decline);
            });
            let result = &said["result"];
            assert_eq!(result["structuredContent"]["outcome"], "declined", "{said}");
            assert_ne!(result["isError"], true, "{said}");

            let nothing = json!({"message": "What?", "options": []});
            let said = call(client, era, "choose", &nothing, |_, _| {});
            let result = &said["result"];
            assert_eq!(result["structuredContent"]["outcome"], "refused", "{said}");
            assert_eq!(result["isError"], true, "{said}");
        }
    }
}

/// The agent is still there, and only its call is over.
#[test]
fn a_cancelled_call_takes_its_question_back() {
    for client in Client::BOTH {
        for (era, _) in ERAS {
            let doorbell = Doorbell::start();
            let arguments = json!({"message": "Well?"});
            let command = calling(client, era, "confirm", &arguments, &doorbell);
            let mut agent = Host::start_silent(command, Era::Legacy, json!({}));
            doorbell.person().sees("Well?");
            agent.writes("cancel\n");
            doorbell.person().sees_nothing();
            agent.closes();
            let said = agent.hears("what it says", |_| true);
            assert_eq!(said.get("result"), None, "{client:?} {era}: {said}");
        }
    }
}

/// What the agent prints after a call that leads to a question.
fn call(
    client: Client,
    era: &str,
    tool: &str,
    arguments: &Value,
    answer: impl FnOnce(Person<'_>, &Host),
) -> Value {
    let doorbell = Doorbell::start();
    let command = calling(client, era, tool, arguments, &doorbell);
    let mut agent = Host::start_silent(command, Era::Legacy, json!({}));
    answer(doorbell.person(), &agent);
    agent.hears("what it says", |_| true)
}

/// An agent that will call this tool.
fn calling(
    client: Client,
    era: &str,
    tool: &str,
    arguments: &Value,
    doorbell: &Doorbell,
) -> Command {
    let server = server(&doorbell.socket());
    let mut command = client.command();
    only(&doorbell.socket(), &mut command);
    command.args([era, tool, &arguments.to_string()]);
    command.arg(server.get_program()).args(server.get_args());
    command
}
