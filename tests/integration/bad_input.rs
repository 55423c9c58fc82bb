//! Lines that are not valid messages. Each gets an exact error, and other askers are not affected.

use serde_json::json;

use crate::support::{Doorbell, name_form, workspace_root};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"doorbell/hello","params":{"protocol":1,"client":{"name":"n","version":"1"}}}"#;

#[test]
fn invalid_utf8_or_json_closes_the_connection() {
    let rows: [(&[u8], &str); 8] = [
        (b"nonsense", NOT_JSON),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1", NOT_JSON),
        (b"{} {}", NOT_JSON),
        (b"{'id': 1}", NOT_JSON),
        (b"\xEF\xBB\xBF{}", NOT_JSON),
        (b"{\"id\":\"\\ud800\"}", NOT_JSON),
        (b"{\"id\":\"\xFF\xFE\"}", NOT_UTF8),
        (b"\xC3", NOT_UTF8),
    ];
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    for (line, answer) in rows {
        for says_hello in [false, true] {
            let mut asker = doorbell.connect();
            if says_hello {
                asker.hello();
            }
            asker.send_bytes(line);
            asker.send_bytes(b"\n");
            assert_eq!(asker.read_line(), answer, "{line:?}");
            asker.expect_disconnect();
        }
    }
    // Nested deeper than the parser accepts.
    let mut asker = doorbell.asker();
    asker.send_line(&"[".repeat(100_000));
    assert_eq!(asker.read_line(), NOT_JSON);
    asker.expect_disconnect();
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn parse_error_matches_documented_example() {
    let golden =
        std::fs::read_to_string(workspace_root().join("docs/protocol/error.parse.json")).unwrap();
    assert_eq!(golden, format!("{NOT_JSON}\n"));
}

#[test]
fn invalid_request_is_rejected_and_connection_stays_open() {
    let rows = [
        (
            "[]",
            invalid("null", "batches are not supported; send one object a line"),
        ),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"doorbell/status"}]"#,
            invalid("null", "batches are not supported; send one object a line"),
        ),
        ("7", invalid("null", "a message must be a JSON object")),
        ("null", invalid("null", "a message must be a JSON object")),
        (
            r#""text""#,
            invalid("null", "a message must be a JSON object"),
        ),
        ("{}", invalid("null", r#"jsonrpc must be \"2.0\""#)),
        (
            r#"{"id":3,"method":"doorbell/status"}"#,
            invalid("3", r#"jsonrpc must be \"2.0\""#),
        ),
        (
            r#"{"jsonrpc":"1.0","id":"x","method":"doorbell/status"}"#,
            invalid(r#""x""#, r#"jsonrpc must be \"2.0\""#),
        ),
        (
            r#"{"jsonrpc":"2.0","id":3}"#,
            invalid("3", "method is missing"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":7}"#,
            invalid("3", "method must be a string"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"doorbell/status"}"#,
            invalid("null", "id must be a string or a whole number"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"doorbell/status"}"#,
            invalid("null", "id must be a string or a whole number"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"doorbell/status"}"#,
            invalid("null", "id must be a string or a whole number"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"doorbell/status"}"#,
            invalid("null", "id must be a string or a whole number"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"doorbell/answer","params":{"secret":"s3"}}"#,
            error("4", -32601, "there is no such method"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":""}"#,
            error("4", -32601, "there is no such method"),
        ),
        (HELLO, invalid("0", "doorbell/hello was already said")),
    ];
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    for (line, answer) in rows {
        asker.send_line(line);
        assert_eq!(asker.read_line(), answer, "{line}");
    }
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn unknown_notifications_and_responses_are_ignored() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    for line in [
        "",
        "\r",
        r#"{"jsonrpc":"2.0","method":"notifications/unheard-of","params":[1,2]}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"elicitation/create","params":{"message":"no id"}}"#,
        r#"{"jsonrpc":"2.0","method":"doorbell/stop","params":{"force":true}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#,
    ] {
        asker.send_line(line);
        asker.assert_nothing_unread();
    }
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn request_before_hello_is_rejected() {
    let rows = [
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"doorbell/status"}"#,
            invalid(r#""a""#, "say doorbell/hello first"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"m","requestedSchema":{}}}"#,
            invalid("7", "say doorbell/hello first"),
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            invalid("null", "say doorbell/hello first"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            invalid("null", "say doorbell/hello first"),
        ),
        (
            "[]",
            invalid("null", "batches are not supported; send one object a line"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
            error("1", -32601, "there is no such method"),
        ),
    ];
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    for (line, answer) in rows {
        let mut asker = doorbell.connect();
        asker.send_line(line);
        assert_eq!(asker.read_line(), answer, "{line}");
        asker.expect_disconnect();
    }
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn invalid_hello_closes_the_connection() {
    let unknown = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.protocol is not supported; this Doorbell speaks protocol 1","data":{"supported":[1]}}}"#;
    let golden =
        std::fs::read_to_string(workspace_root().join("docs/protocol/hello.error.json")).unwrap();
    assert_eq!(golden, format!("{unknown}\n"));
    let wrong = |message| error("1", -32602, message);
    let rows = [
        (
            json!({"protocol": 2, "client": "of another time"}),
            unknown.to_owned(),
        ),
        (json!({"protocol": 0}), unknown.to_owned()),
        (
            json!({"protocol": "1"}),
            wrong("params.protocol must be a whole number, 0 or more"),
        ),
        (
            json!({"protocol": -1}),
            wrong("params.protocol must be a whole number, 0 or more"),
        ),
        (json!({}), wrong("params.protocol is missing")),
        (json!([]), wrong("params must be an object")),
        (json!({"protocol": 1}), wrong("params.client is missing")),
        (
            json!({"protocol": 1, "client": "acme"}),
            wrong("params.client must be an object"),
        ),
        (
            json!({"protocol": 1, "client": {"version": "1"}}),
            wrong("params.client.name is missing"),
        ),
        (
            json!({"protocol": 1, "client": {"name": "acme", "version": 1}}),
            wrong("params.client.version must be a string"),
        ),
        (
            json!({"protocol": 1, "client": {"name": "acme", "version": "1", "title": {}}}),
            wrong("params.client.title must be a string"),
        ),
    ];
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    for (params, answer) in rows {
        let mut asker = doorbell.connect();
        asker.send_request(1, "doorbell/hello", params);
        assert_eq!(asker.read_line(), answer);
        asker.expect_disconnect();
    }
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn duplicate_request_id_is_rejected() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    for id in [json!(1), json!("one")] {
        asker.ask(id.clone(), &format!("First {id}"), name_form());
        asker.ask(id.clone(), "Second", name_form());
        assert_eq!(
            asker.read_line(),
            invalid(
                &id.to_string(),
                "id is in use by a question that is still open"
            )
        );
    }
    bystander.assert_unaffected(&doorbell);
    for id in [json!(1), json!("one")] {
        let question = doorbell.wait_for_question(&format!("First {id}"));
        question.type_text("Name", "first");
        question.send();
        let result = asker.read_result(id);
        assert_eq!(result["content"], json!({"name": "first"}));
    }
    doorbell.wait_for_empty_screen();
}

#[test]
fn garbage_after_a_question_withdraws_it() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Then garbage", name_form());
    doorbell.wait_for_question("Then garbage");
    let mut other = doorbell.asker();
    other.ask(1, "Meanwhile", name_form());
    other.assert_nothing_unread();
    asker.send_line("garbage");
    assert_eq!(asker.read_line(), NOT_JSON);
    asker.expect_disconnect();
    let question = doorbell.wait_for_question("Meanwhile");
    assert_eq!(question.view.waiting, 0);
    question.type_text("Name", "fine");
    question.send();
    assert_eq!(other.read_result(1)["action"], "accept");
}

const NOT_JSON: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not one JSON object"}}"#;
const NOT_UTF8: &str =
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not UTF-8 text"}}"#;

fn invalid(id: &str, message: &str) -> String {
    error(id, -32600, message)
}

fn error(id: &str, code: i64, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{message}"}}}}"#)
}
