//! A server on FastMCP.

use serde_json::{Value, json};

use super::{Server, accept, answered, text};
use crate::support::Era;

#[test]
fn it_pushes_forms_whose_single_value_is_called_value() {
    let mut host = Server::FastMcp.start(Era::Legacy);
    for (tool, field, answer, told) in [
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
        let call = host.calls(tool, json!({}));
        let question = host.hears_question();
        assert_eq!(
            question["params"]["requestedSchema"]["properties"]["value"],
            field
        );
        host.answers(&question, accept(json!({"value": answer})));
        assert_eq!(text(&host.hears_reply(call)), told);
    }
}

#[test]
fn it_pushes_a_form_made_from_a_class_and_one_after_the_other() {
    let mut host = Server::FastMcp.start(Era::Legacy);
    for (answer, told) in [
        (
            accept(json!({"dish": "soup", "spicy": true})),
            "accept Order(dish='soup', portions=1, spicy=True)",
        ),
        (json!({"action": "decline"}), "decline"),
        (json!({"action": "cancel"}), "cancel"),
    ] {
        let call = host.calls("ask_data", json!({}));
        let question = host.hears_question();
        host.answers(&question, answer);
        assert_eq!(text(&host.hears_reply(call)), told);
    }

    let call = host.calls("ask_twice", json!({}));
    for answer in ["Zoë", "blue"] {
        let question = host.hears_question();
        host.answers(&question, accept(json!({"value": answer})));
    }
    let reply = host.hears_reply(call);
    assert_eq!(text(&reply), "accept 'Zoë'; accept 'blue'");

    // Rounds belong to the newer era.
    let reply = host.calls_to_the_end("ask_in_rounds", json!({}));
    assert_eq!(reply["error"]["code"], -32602);
}

#[test]
fn it_asks_in_rounds_only_where_a_tool_does_so_itself() {
    let mut host = Server::FastMcp.start(Era::Modern);
    let reply = host.calls_to_the_end("ask_text", json!({}));
    assert_eq!(reply["result"]["isError"], Value::Bool(true));

    let params = json!({"name": "ask_in_rounds", "arguments": {}});
    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    let answers = json!({"name": accept(json!({"name": "Zoë"}))});
    let call = host.requests("tools/call", answered(params, &round, answers));
    assert_eq!(text(&host.hears_reply(call)), "asked for a name: Zoë");
}
