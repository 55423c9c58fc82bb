//! Input at and beyond each size limit, and hostile schemas.

use doorbell_daemon::view::{Press, PressReply};
use doorbell_protocol::Limits;
use serde_json::{Map, Value, json};
use std::net::TcpListener;

use crate::support::{Doorbell, SEND, name_form};

const LINE_LIMIT: usize = Limits::STANDARD.line_bytes;

#[test]
fn line_longer_than_one_mebibyte_is_rejected() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    let mut line = r#"{"jsonrpc":"2.0","id":1,"method":"doorbell/list"}"#.to_owned();
    line.push_str(&" ".repeat(LINE_LIMIT - line.len()));
    asker.send_line(&line);
    asker.read_result(1);
    line.push(' ');
    let too_long = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a line is longer than 1048576 bytes"}}"#;
    asker.try_send_bytes(format!("{line}\n").as_bytes());
    assert_eq!(asker.read_line(), too_long);
    asker.expect_disconnect();
    // The daemon rejects the line without waiting for its end.
    for mut asker in [doorbell.connect(), doorbell.asker()] {
        asker.try_send_bytes(line.as_bytes());
        assert_eq!(asker.read_line(), too_long);
        asker.expect_disconnect();
    }
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn form_with_more_than_64_fields_is_refused() {
    let fields = |count: usize| {
        let properties: Map<String, Value> = (0..count)
            .map(|number| (format!("f{number}"), json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties})
    };
    assert_limit(
        json!({"message": "Fields", "requestedSchema": fields(64)}),
        json!({"message": "Fields", "requestedSchema": fields(65)}),
        "The form has 65 fields, more than the 64 that Doorbell shows.",
    );
}

#[test]
fn field_with_more_than_1000_options_is_refused() {
    let options = |count: usize| {
        let options: Vec<_> = (0..count).map(|number| format!("o{number}")).collect();
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string", "enum": options}},
        })
    };
    assert_limit(
        json!({"message": "Options", "requestedSchema": options(1000)}),
        json!({"message": "Options", "requestedSchema": options(1001)}),
        "Field 2 has 1001 options, more than the 1000 that Doorbell shows.",
    );
}

#[test]
fn form_with_more_than_4000_options_is_refused() {
    let options = |last: usize| {
        let field = |count: usize| {
            let options: Vec<_> = (0..count).map(|number| format!("o{number}")).collect();
            json!({"type": "string", "enum": options})
        };
        let counts = [1000, 1000, 1000, 999, last];
        let fields = counts.iter().enumerate();
        let properties: Map<String, Value> = fields
            .map(|(number, count)| (format!("f{number}"), field(*count)))
            .collect();
        json!({"type": "object", "properties": properties})
    };
    assert_limit(
        json!({"message": "Options", "requestedSchema": options(1)}),
        json!({"message": "Options", "requestedSchema": options(2)}),
        "The form has more than 4000 options and list items, the most that Doorbell shows.",
    );
}

#[test]
fn form_with_more_than_256_kibibytes_of_text_is_refused() {
    let text = |bytes: usize| {
        // The name and, as the title, again the name are text as well.
        let half = |bytes: usize| json!({"type": "string", "description": "x".repeat(bytes - 2)});
        let properties = json!({"a": half(128 * 1024), "b": half(bytes - 128 * 1024)});
        json!({"type": "object", "properties": properties})
    };
    assert_limit(
        json!({"message": "Text", "requestedSchema": text(256 * 1024)}),
        json!({"message": "Text", "requestedSchema": text(256 * 1024 + 1)}),
        "The form has more than 262144 bytes of text, the most that Doorbell shows.",
    );
}

#[test]
fn message_longer_than_16_kibibytes_is_refused() {
    let message =
        |bytes: usize| json!({"message": "m".repeat(bytes), "requestedSchema": name_form()});
    assert_limit(
        message(16 * 1024),
        message(16 * 1024 + 1),
        "The message has 16385 bytes, more than the 16384 that Doorbell shows.",
    );
}

#[test]
fn oversized_answer_is_a_problem_of_its_longest_field() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    let field = json!({"type": "string"});
    let schema = json!({"type": "object", "properties": {"a": field, "b": field}});
    asker.ask(1, "Long", schema);
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
    let question = doorbell.wait_for_question("Long");
    // Each value has two quotation marks around it.
    question.type_text("a", &"x".repeat(399_998));
    question.type_text("b", &"x".repeat(599_999));
    let PressReply::Problems { check, first } = question.try_press(SEND) else {
        panic!("the answer is a byte too long");
    };
    assert_eq!((check.problems, first), (1, 1));
    assert_eq!(
        check.fields[1].problem.as_deref(),
        Some("Too long: the answers total 1000 kB; the limit is 1000 kB")
    );
    asker.assert_nothing_unread();
    question.type_text("b", &"x".repeat(599_998));
    question.send();
    let result = asker.read_result(1);
    assert_eq!(result["content"]["b"].as_str().unwrap().len(), 599_998);
}

#[test]
fn hostile_pattern_does_not_block() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.ask(
        1,
        "Hostile",
        json!({
            "type": "object",
            "properties": {"a": {"type": "string", "title": "A", "pattern": "(a+)+$"}},
        }),
    );
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
    let question = doorbell.wait_for_question("Hostile");
    // A backtracking engine would never finish matching this text.
    let check = question.type_text("A", &format!("{}!", "a".repeat(10_000)));
    assert_eq!(check.problems, 1);
    assert!(matches!(
        question.try_press(SEND),
        PressReply::Problems { .. }
    ));
    question.type_text("A", "aaa");
    question.send();
    assert_eq!(asker.read_result(1)["content"], json!({"a": "aaa"}));
}

#[test]
fn local_reference_is_resolved() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.ask(
        1,
        "Reference",
        json!({
            "type": "object",
            "$defs": {"long": {"type": "string", "minLength": 3}},
            "properties": {"a": {"title": "A", "$ref": "#/$defs/long"}},
            "required": ["a"],
        }),
    );
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
    let question = doorbell.wait_for_question("Reference");
    assert_eq!(question.type_text("A", "ab").problems, 1);
    assert_eq!(question.type_text("A", "abc").problems, 0);
    question.send();
    assert_eq!(asker.read_result(1)["content"], json!({"a": "abc"}));
}

#[test]
fn remote_reference_is_not_fetched() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let address = format!("http://{}/schema.json", server.local_addr().unwrap());
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.ask(
        1,
        "Remote",
        json!({
            "$id": address,
            "$schema": address,
            "type": "object",
            "properties": {"a": {"title": "A", "$ref": address}},
        }),
    );
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
    let question = doorbell.wait_for_question("Remote");
    assert_eq!(question.form().fields.len(), 1);
    let text = doorbell_core::form::Input::Text {
        text: r#""x""#.to_owned(),
    };
    question.fill("A", text).unwrap();
    question.send();
    assert_eq!(asker.read_result(1)["action"], "accept");
    let fetched = server.accept().map(|(_, from)| from);
    assert_eq!(
        fetched.unwrap_err().kind(),
        std::io::ErrorKind::WouldBlock,
        "something was fetched"
    );
}

#[test]
fn circular_references_terminate() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.ask(
        1,
        "Circle",
        json!({
            "$ref": "#",
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
            "properties": {"a": {"$ref": "#/$defs/a"}, "self": {"$ref": "#"}},
        }),
    );
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
    let question = doorbell.wait_for_question("Circle");
    assert_eq!(question.form().fields.len(), 2);
    question.press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

/// Asserts that params within the limit are shown and params beyond it are refused with this
/// reason.
fn assert_limit(within: Value, beyond: Value, reason: &str) {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.ask_with(1, beyond);
    assert_eq!(
        asker.read_line(),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"action":"cancel","_meta":{{"dev.doorbell/outcome":{{"outcome":"refused","reason":"{reason}"}}}}}}}}"#
        )
    );
    let message = within["message"].as_str().unwrap().to_owned();
    asker.ask_with(2, within);
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
    doorbell.wait_for_question(&message).press(Press::Decline);
    assert_eq!(asker.read_result(2)["action"], "decline");
}
