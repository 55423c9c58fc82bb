//! A server built on FastMCP.

use serde_json::{Value, json};

use super::{SampleServer, accept, text, with_answers};
use crate::support::Era;

#[test]
fn single_value_forms_use_a_value_field() {
    let mut host = SampleServer::FastMcp.start(Era::Legacy);
    for (tool, field, answer, expected) in [
        (
            "ask_text",
            json!({"title": "Value", "type": "string"}),
            json!("Zoë"),
            "accept 'Zoë'",
        ),
        (
            "ask_yes_no",
            json!({"title": "Value", "type": "boolean"}),
            json!(true),
            "accept True",
        ),
        (
            "ask_choice",
            json!({
                "oneOf": [
                    {"const": "soup", "title": "Soup of the day"},
                    {"const": "salad", "title": "Green salad"},
                ],
                "type": "string",
            }),
            json!("soup"),
            "accept 'soup'",
        ),
    ] {
        let call = host.call_tool(tool, json!({}));
        let question = host.wait_for_question();
        assert_eq!(
            question["params"]["requestedSchema"]["properties"]["value"],
            field
        );
        host.respond(&question, accept(json!({"value": answer})));
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }
}

#[test]
fn dataclass_and_sequential_forms_are_pushed() {
    let mut host = SampleServer::FastMcp.start(Era::Legacy);
    for (answer, expected) in [
        (
            accept(json!({"dish": "soup", "spicy": true})),
            "accept Order(dish='soup', portions=1, spicy=True)",
        ),
        (json!({"action": "decline"}), "decline"),
        (json!({"action": "cancel"}), "cancel"),
    ] {
        let call = host.call_tool("ask_data", json!({}));
        let question = host.wait_for_question();
        host.respond(&question, answer);
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }

    let call = host.call_tool("ask_twice", json!({}));
    for answer in ["Zoë", "blue"] {
        let question = host.wait_for_question();
        host.respond(&question, accept(json!({"value": answer})));
    }
    let reply = host.wait_for_reply(call);
    assert_eq!(text(&reply), "accept 'Zoë'; accept 'blue'");

    // Rounds exist only in the newer era.
    let reply = host.call_tool_and_wait("ask_in_rounds", json!({}));
    assert_eq!(reply["error"]["code"], -32602);
}

#[test]
fn rounds_are_used_only_by_tools_that_request_them() {
    let mut host = SampleServer::FastMcp.start(Era::Modern);
    let reply = host.call_tool_and_wait("ask_text", json!({}));
    assert_eq!(reply["result"]["isError"], Value::Bool(true));

    let params = json!({"name": "ask_in_rounds", "arguments": {}});
    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    let answers = json!({"name": accept(json!({"name": "Zoë"}))});
    let call = host.send_request("tools/call", with_answers(params, &round, answers));
    assert_eq!(text(&host.wait_for_reply(call)), "asked for a name: Zoë");
}
