//! Large and hostile input, on both sides of each limit.

use doorbell_daemon::view::{Press, PressReply};
use doorbell_protocol::Limits;
use serde_json::{Map, Value, json};
use std::net::TcpListener;

use crate::support::{Doorbell, SEND, name_form};

const LINE: usize = Limits::STANDARD.line_bytes;

#[test]
fn a_line_of_one_mebibyte_is_heard_and_one_byte_more_is_not() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    let mut line = r#"{"jsonrpc":"2.0","id":1,"method":"doorbell/list"}"#.to_owned();
    line.push_str(&" ".repeat(LINE - line.len()));
    asker.says(&line);
    asker.hears_result(1);
    line.push(' ');
    let too_long = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a line is longer than 1048576 bytes"}}"#;
    asker.sends_in_vain(format!("{line}\n").as_bytes());
    assert_eq!(asker.hears(), too_long);
    asker.is_cut_off();
    // The end of the line is not waited for.
    for mut asker in [doorbell.connect(), doorbell.asker()] {
        asker.sends_in_vain(line.as_bytes());
        assert_eq!(asker.hears(), too_long);
        asker.is_cut_off();
    }
    bystander.gets_its_answer(&doorbell);
}

#[test]
fn a_form_of_64_fields_is_shown_and_one_of_65_is_refused() {
    let fields = |count: usize| {
        let properties: Map<String, Value> = (0..count)
            .map(|number| (format!("f{number}"), json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties})
    };
    at_the_edge(
        json!({"message": "Fields", "requestedSchema": fields(64)}),
        json!({"message": "Fields", "requestedSchema": fields(65)}),
        "The form has 65 fields, more than the 64 that Doorbell shows.",
    );
}

#[test]
fn a_field_of_1000_options_is_shown_and_one_of_1001_is_refused() {
    let options = |count: usize| {
        let options: Vec<_> = (0..count).map(|number| format!("o{number}")).collect();
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string", "enum": options}},
        })
    };
    at_the_edge(
        json!({"message": "Options", "requestedSchema": options(1000)}),
        json!({"message": "Options", "requestedSchema": options(1001)}),
        "Field 2 has 1001 options, more than the 1000 that Doorbell shows.",
    );
}

#[test]
fn a_message_of_16_kibibytes_is_shown_and_one_byte_more_is_refused() {
    let message =
        |bytes: usize| json!({"message": "m".repeat(bytes), "requestedSchema": name_form()});
    at_the_edge(
        message(16 * 1024),
        message(16 * 1024 + 1),
        "The message has 16385 bytes, more than the 16384 that Doorbell shows.",
    );
}

#[test]
fn an_answer_that_does_not_fit_a_line_is_a_problem_of_its_longest_field() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    let field = json!({"type": "string"});
    let schema = json!({"type": "object", "properties": {"a": field, "b": field}});
    asker.asks(1, "Long", schema);
    asker.has_heard_everything();
    bystander.gets_its_answer(&doorbell);
    let question = doorbell.person().sees("Long");
    // Each value has two quotation marks around it.
    question.types("a", &"x".repeat(399_998));
    question.types("b", &"x".repeat(599_999));
    let PressReply::Problems { check, first } = question.presses(SEND) else {
        panic!("a byte too many is a problem");
    };
    assert_eq!((check.problems, first), (1, 1));
    assert_eq!(
        check.fields[1].problem.as_deref(),
        Some("Too long to send: all answers together have 1000 kB, at most 1000 kB fit")
    );
    asker.has_heard_everything();
    question.types("b", &"x".repeat(599_998));
    question.sends();
    let result = asker.hears_result(1);
    assert_eq!(result["content"]["b"].as_str().unwrap().len(), 599_998);
}

#[test]
fn a_hostile_pattern_costs_no_time() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.asks(
        1,
        "Hostile",
        json!({
            "type": "object",
            "properties": {"a": {"type": "string", "title": "A", "pattern": "(a+)+$"}},
        }),
    );
    asker.has_heard_everything();
    bystander.gets_its_answer(&doorbell);
    let question = doorbell.person().sees("Hostile");
    // Whoever tries every way to split the text never gets to the end of this line.
    let check = question.types("A", &format!("{}!", "a".repeat(10_000)));
    assert_eq!(check.problems, 1);
    assert!(matches!(
        question.presses(SEND),
        PressReply::Problems { .. }
    ));
    question.types("A", "aaa");
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"a": "aaa"}));
}

#[test]
fn a_local_reference_is_followed() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.asks(
        1,
        "Reference",
        json!({
            "type": "object",
            "$defs": {"long": {"type": "string", "minLength": 3}},
            "properties": {"a": {"title": "A", "$ref": "#/$defs/long"}},
            "required": ["a"],
        }),
    );
    asker.has_heard_everything();
    bystander.gets_its_answer(&doorbell);
    let question = doorbell.person().sees("Reference");
    assert_eq!(question.types("A", "ab").problems, 1);
    assert_eq!(question.types("A", "abc").problems, 0);
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"a": "abc"}));
}

#[test]
fn a_remote_reference_is_shown_and_not_fetched() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let address = format!("http://{}/schema.json", server.local_addr().unwrap());
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.asks(
        1,
        "Remote",
        json!({
            "$id": address,
            "$schema": address,
            "type": "object",
            "properties": {"a": {"title": "A", "$ref": address}},
        }),
    );
    asker.has_heard_everything();
    bystander.gets_its_answer(&doorbell);
    let question = doorbell.person().sees("Remote");
    assert_eq!(question.form().fields.len(), 1);
    let text = doorbell_core::form::Input::Text {
        text: r#""x""#.to_owned(),
    };
    question.fills("A", text).unwrap();
    question.sends();
    assert_eq!(asker.hears_result(1)["action"], "accept");
    let fetched = server.accept().map(|(_, from)| from);
    assert_eq!(
        fetched.unwrap_err().kind(),
        std::io::ErrorKind::WouldBlock,
        "something was fetched"
    );
}

#[test]
fn references_in_a_circle_end() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.asks(
        1,
        "Circle",
        json!({
            "$ref": "#",
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
            "properties": {"a": {"$ref": "#/$defs/a"}, "self": {"$ref": "#"}},
        }),
    );
    asker.has_heard_everything();
    bystander.gets_its_answer(&doorbell);
    let question = doorbell.person().sees("Circle");
    assert_eq!(question.form().fields.len(), 2);
    question.does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

/// What is within the limit is shown and answered; what is beyond it is refused for this reason.
fn at_the_edge(within: Value, beyond: Value, reason: &str) {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.asks_with(1, beyond);
    assert_eq!(
        asker.hears(),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"action":"cancel","_meta":{{"dev.doorbell/outcome":{{"outcome":"refused","reason":"{reason}"}}}}}}}}"#
        )
    );
    let message = within["message"].as_str().unwrap().to_owned();
    asker.asks_with(2, within);
    asker.has_heard_everything();
    bystander.gets_its_answer(&doorbell);
    doorbell.person().sees(&message).does(Press::Decline);
    assert_eq!(asker.hears_result(2)["action"], "decline");
}
