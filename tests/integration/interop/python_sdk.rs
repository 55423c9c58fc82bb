//! A server on the MCP Python SDK, speaking to agents of 2025-11-25: it pushes.

use serde_json::{Value, json};

use super::{Server, accept, text};
use crate::support::{Era, Host};

#[test]
fn it_pushes_a_form_and_tells_the_three_answers_apart() {
    let mut host = Server::PythonSdk.start(Era::Legacy);
    for (tool, answer, told) in [
        ("ask_form", accept(table()), TOLD),
        ("ask_form", json!({"action": "decline"}), "decline"),
        ("ask_form", json!({"action": "cancel"}), "cancel"),
        ("ask_form_either_way", accept(table()), TOLD),
    ] {
        let call = host.calls(tool, json!({}));
        let question = host.hears_question();
        assert_eq!(question["params"]["mode"], "form");
        assert_eq!(
            question["params"]["requestedSchema"]["required"],
            json!(["name"])
        );
        host.answers(&question, answer);
        assert_eq!(text(&host.hears_reply(call)), told);
    }
}

#[test]
fn it_pushes_a_link_or_requires_it_and_says_that_it_is_completed() {
    let mut host = Server::PythonSdk.start(Era::Legacy);
    for (action, completed) in [("accept", true), ("decline", false), ("cancel", false)] {
        let call = host.calls("ask_link", json!({}));
        let question = host.hears_question();
        let id = question["params"]["elicitationId"].clone();
        assert_eq!(question["params"]["mode"], "url");
        host.answers(&question, json!({"action": action}));
        assert_eq!(text(&host.hears_reply(call)), action);
        assert_eq!(completion_kept(&host, &id), completed);
    }

    let arguments = json!({"account": "mail"});
    let reply = host.calls_to_the_end("require_link", arguments.clone());
    assert_eq!(reply["error"]["code"], -32042);
    let links = &reply["error"]["data"]["elicitations"];
    assert_eq!(
        links,
        &json!([{
            "mode": "url",
            "message": "Please sign in to mail",
            "url": "https://example.com/sign-in?account=mail",
            "elicitationId": "account-mail",
        }])
    );
    host.calls_to_the_end("finish_link", arguments.clone());
    assert!(completion_kept(&host, &links[0]["elicitationId"]));
    let reply = host.calls_to_the_end("require_link", arguments);
    assert_eq!(text(&reply), "signed in to mail");
}

#[test]
fn it_withdraws_its_question_with_the_call_and_leaves_with_the_agent() {
    let mut host = Server::PythonSdk.start(Era::Legacy);
    let call = host.calls("ask_form", json!({}));
    let question = host.hears_question();
    host.notifies("notifications/cancelled", json!({"requestId": call}));
    let withdrawn = host.hears_notice("notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);

    host.calls("ask_form", json!({}));
    host.hears_question();
    host.closes();
    assert!(host.sees_end().success(), "{}", host.complaints());
}

#[test]
fn it_reports_progress_on_both_sides_of_a_question() {
    let mut host = Server::PythonSdk.start(Era::Legacy);
    let call = host.requests(
        "tools/call",
        json!({
            "name": "count",
            "arguments": {"to": 4, "ask": true},
            "_meta": {"progressToken": "t"},
        }),
    );
    let question = host.hears_question();
    assert_eq!(progress(&mut host, 2), [1.0, 2.0]);
    host.answers(&question, json!({"action": "cancel"}));
    assert_eq!(progress(&mut host, 2), [3.0, 4.0]);
    assert_eq!(text(&host.hears_reply(call)), "counted to 4");
}

#[test]
fn it_does_not_always_look_what_the_agent_declared() {
    let mut host = Host::start(Server::PythonSdk.command(), Era::Legacy, json!({}));
    let reply = host.calls_to_the_end("ask_form_either_way", json!({}));
    assert_eq!(reply["error"]["code"], -32021);
    // A push is sent all the same.
    host.calls("ask_form", json!({}));
    host.hears_question();
    // Rounds belong to the newer era.
    let reply = host.calls_to_the_end("ask_in_rounds", json!({"greeting": "Hello"}));
    assert_eq!(reply["error"]["code"], -32603);
}

/// What the server makes of [`table`].
pub const TOLD: &str = r#"accept {"name":"Zoë","guests":2,"note":null}"#;

/// An answer to its form that leaves out what may be left out.
pub fn table() -> Value {
    json!({"name": "Zoë"})
}

fn completion_kept(host: &Host, id: &Value) -> bool {
    host.kept(|message| {
        message["method"] == "notifications/elicitation/complete"
            && message["params"]["elicitationId"] == *id
    })
}

/// The next progress values.
pub fn progress(host: &mut Host, count: usize) -> Vec<f64> {
    std::iter::repeat_with(|| host.hears_notice("notifications/progress"))
        .map(|notice| notice["params"]["progress"].as_f64().unwrap())
        .take(count)
        .collect()
}
