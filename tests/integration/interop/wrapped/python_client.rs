//! An agent on the MCP Python SDK that can ask nobody, before every server.

use std::process::Command;

use serde_json::{Value, json};

use super::everything::{FIELDS, FORM};
use super::python_sdk::{TABLE, WAITING};
use super::{Server, only, python, types, wrap};
use crate::support::{Doorbell, Person, Running};

const NAME: &str = "What is your name?";
const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";

#[test]
fn it_is_answered_by_a_server_on_the_same_sdk() {
    let booked = r#"accept {"name":"Zoë","guests":2,"note":null}"#;
    for (era, version) in [("legacy", LEGACY), ("modern", MODERN), ("auto", MODERN)] {
        let said = call(era, Server::PythonSdk, "ask_form_either_way", |person| {
            types(person, TABLE, "Name", "Zoë");
        });
        check(&said, version, booked);
    }
}

#[test]
fn it_is_answered_by_a_server_on_rmcp() {
    let said = call("legacy", Server::Rmcp, "ask_form", |person| {
        types(person, TABLE, "name", "Zoë");
    });
    check(&said, LEGACY, "accept Zoë, None guests");
    for era in ["modern", "auto"] {
        let said = call(era, Server::Rmcp, "ask_in_rounds", |person| {
            types(person, NAME, "name", "Zoë");
        });
        check(&said, MODERN, "Hello Zoë");
    }
}

#[test]
fn it_is_answered_by_the_reference_server() {
    for era in ["legacy", "auto"] {
        let said = call(era, Server::Everything, FORM, |person| {
            types(person, FIELDS, "String", "Zoë");
        });
        check(&said, LEGACY, "✅ User provided the requested information!");
    }
}

/// What the agent prints after a call that leads to a question.
fn call(era: &str, server: Server, tool: &str, answer: impl FnOnce(Person<'_>)) -> Value {
    let doorbell = Doorbell::start();
    let socket = doorbell.socket();
    let wrap = wrap(&socket, &[], &server.command());
    let client = python("sdk_client.py");
    let mut agent = Command::new(client.get_program());
    only(&socket, &mut agent);
    agent.args(client.get_args());
    agent.args([era, tool, &json!({"greeting": "Hello"}).to_string()]);
    agent.arg(wrap.get_program()).args(wrap.get_args());
    let running = Running::start(agent, &socket, [""; 0]);
    answer(doorbell.person());
    let finished = running.finishes();
    serde_json::from_str(&finished.out).unwrap_or_else(|_| panic!("{finished:?}"))
}

/// That it got the result and heard why it had to wait.
fn check(said: &Value, version: &str, told: &str) {
    assert_eq!(said["protocolVersion"], version);
    assert_eq!(said["result"]["content"][0]["text"], told, "{said}");
    assert_eq!(said["progress"][0]["message"], WAITING, "{said}");
}
