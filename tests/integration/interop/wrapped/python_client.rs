//! An agent built on the MCP Python SDK, without elicitation, with each server.

use std::process::Command;

use serde_json::{Value, json};

use super::everything::{FIELDS, FORM};
use super::python_sdk::{TABLE, WAITING};
use super::{SampleServer, answer_form, isolate_environment, python, wrap};
use crate::support::{Doorbell, Person, RunningCommand};

const NAME: &str = "What is your name?";
const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";

#[test]
fn call_to_python_sdk_server_is_answered() {
    let booked = r#"accept {"name":"Zoë","guests":2,"note":null}"#;
    for (era, version) in [("legacy", LEGACY), ("modern", MODERN), ("auto", MODERN)] {
        let output = call(
            era,
            SampleServer::PythonSdk,
            "ask_form_either_way",
            |person| {
                answer_form(person, TABLE, "Name", "Zoë");
            },
        );
        check(&output, version, booked);
    }
}

#[test]
fn call_to_rmcp_server_is_answered() {
    let output = call("legacy", SampleServer::Rmcp, "ask_form", |person| {
        answer_form(person, TABLE, "name", "Zoë");
    });
    check(&output, LEGACY, "accept Zoë, None guests");
    for era in ["modern", "auto"] {
        let output = call(era, SampleServer::Rmcp, "ask_in_rounds", |person| {
            answer_form(person, NAME, "name", "Zoë");
        });
        check(&output, MODERN, "Hello Zoë");
    }
}

#[test]
fn call_to_reference_server_is_answered() {
    for era in ["legacy", "auto"] {
        let output = call(era, SampleServer::Everything, FORM, |person| {
            answer_form(person, FIELDS, "String", "Zoë");
        });
        check(
            &output,
            LEGACY,
            "✅ User provided the requested information!",
        );
    }
}

/// Returns what the agent prints after a call that asks a question.
fn call(era: &str, server: SampleServer, tool: &str, answer: impl FnOnce(Person<'_>)) -> Value {
    let doorbell = Doorbell::start();
    let socket = doorbell.socket();
    let wrap = wrap(&socket, &[], &server.command());
    let client = python("sdk_client.py");
    let mut agent = Command::new(client.get_program());
    isolate_environment(&socket, &mut agent);
    agent.args(client.get_args());
    agent.args([era, tool, &json!({"greeting": "Hello"}).to_string()]);
    agent.arg(wrap.get_program()).args(wrap.get_args());
    let running = RunningCommand::start(agent, &socket, [""; 0]);
    answer(doorbell.person());
    let finished = running.finish();
    serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"))
}

/// Asserts that the agent got the result and a progress message.
fn check(output: &Value, version: &str, expected: &str) {
    assert_eq!(output["protocolVersion"], version);
    assert_eq!(output["result"]["content"][0]["text"], expected, "{output}");
    assert_eq!(output["progress"][0]["message"], WAITING, "{output}");
}
