//! A server built on the MCP Python SDK, with agents of 2025-11-25: it pushes questions as
//! requests.

use serde_json::{Value, json};

use super::{SampleServer, accept, text};
use crate::support::{Era, Host};

#[test]
fn pushed_form_distinguishes_three_answers() {
    let mut host = SampleServer::PythonSdk.start(Era::Legacy);
    for (tool, answer, expected) in [
        ("ask_form", accept(table()), TABLE_RESULT),
        ("ask_form", json!({"action": "decline"}), "decline"),
        ("ask_form", json!({"action": "cancel"}), "cancel"),
        ("ask_form_either_way", accept(table()), TABLE_RESULT),
    ] {
        let call = host.call_tool(tool, json!({}));
        let question = host.wait_for_question();
        assert_eq!(question["params"]["mode"], "form");
        assert_eq!(
            question["params"]["requestedSchema"]["required"],
            json!(["name"])
        );
        host.respond(&question, answer);
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }
}

#[test]
fn pushed_and_required_links_are_completed() {
    let mut host = SampleServer::PythonSdk.start(Era::Legacy);
    for (action, completed) in [("accept", true), ("decline", false), ("cancel", false)] {
        let call = host.call_tool("ask_link", json!({}));
        let question = host.wait_for_question();
        let id = question["params"]["elicitationId"].clone();
        assert_eq!(question["params"]["mode"], "url");
        host.respond(&question, json!({"action": action}));
        assert_eq!(text(&host.wait_for_reply(call)), action);
        assert_eq!(has_unclaimed_completion(&host, &id), completed);
    }

    let arguments = json!({"account": "mail"});
    let reply = host.call_tool_and_wait("require_link", arguments.clone());
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
    host.call_tool_and_wait("finish_link", arguments.clone());
    assert!(has_unclaimed_completion(&host, &links[0]["elicitationId"]));
    let reply = host.call_tool_and_wait("require_link", arguments);
    assert_eq!(text(&reply), "signed in to mail");
}

#[test]
fn cancelled_call_withdraws_question_and_server_exits_with_agent() {
    let mut host = SampleServer::PythonSdk.start(Era::Legacy);
    let call = host.call_tool("ask_form", json!({}));
    let question = host.wait_for_question();
    host.notify("notifications/cancelled", json!({"requestId": call}));
    let withdrawn = host.wait_for_notification("notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);

    host.call_tool("ask_form", json!({}));
    host.wait_for_question();
    host.close_stdin();
    assert!(host.wait_for_exit().success(), "{}", host.stderr());
}

#[test]
fn progress_is_reported_before_and_after_a_question() {
    let mut host = SampleServer::PythonSdk.start(Era::Legacy);
    let call = host.send_request(
        "tools/call",
        json!({
            "name": "count",
            "arguments": {"to": 4, "ask": true},
            "_meta": {"progressToken": "t"},
        }),
    );
    let question = host.wait_for_question();
    assert_eq!(progress(&mut host, 2), [1.0, 2.0]);
    host.respond(&question, json!({"action": "cancel"}));
    assert_eq!(progress(&mut host, 2), [3.0, 4.0]);
    assert_eq!(text(&host.wait_for_reply(call)), "counted to 4");
}

#[test]
fn pushed_questions_ignore_declared_capabilities() {
    let mut host = Host::start(SampleServer::PythonSdk.command(), Era::Legacy, json!({}));
    let reply = host.call_tool_and_wait("ask_form_either_way", json!({}));
    assert_eq!(reply["error"]["code"], -32021);
    // A pushed question is sent although the agent declared nothing.
    host.call_tool("ask_form", json!({}));
    host.wait_for_question();
    // Rounds exist only in the newer era.
    let reply = host.call_tool_and_wait("ask_in_rounds", json!({"greeting": "Hello"}));
    assert_eq!(reply["error"]["code"], -32603);
}

/// The text that the server returns for [`table`].
pub const TABLE_RESULT: &str = r#"accept {"name":"Zoë","guests":2,"note":null}"#;

/// An answer to the form without its optional fields.
pub fn table() -> Value {
    json!({"name": "Zoë"})
}

fn has_unclaimed_completion(host: &Host, id: &Value) -> bool {
    host.has_unclaimed(|message| {
        message["method"] == "notifications/elicitation/complete"
            && message["params"]["elicitationId"] == *id
    })
}

/// Waits for the next progress values.
pub fn progress(host: &mut Host, count: usize) -> Vec<f64> {
    std::iter::repeat_with(|| host.wait_for_notification("notifications/progress"))
        .map(|notice| notice["params"]["progress"].as_f64().unwrap())
        .take(count)
        .collect()
}
