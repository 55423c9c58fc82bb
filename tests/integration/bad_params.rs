//! Params of the wrong type. The error names the member and never quotes its value.

use serde_json::{Value, json};

use crate::support::{Doorbell, name_form};

/// A value that no error may quote.
const PRIVATE: &str = "the-private-part";

#[test]
fn invalid_params_error_names_the_member() {
    let form_with = |name: &str, value: Value| {
        let mut params = json!({"message": "m", "requestedSchema": name_form()});
        params[name] = value;
        params
    };
    let with_meta = |meta: Value| form_with("_meta", meta);
    let with_claim =
        |name: &str, value: Value| with_meta(json!({"dev.doorbell/asker": {name: value}}));
    let with_server = |server: Value| with_claim("server", server);
    let rows = [
        (
            "elicitation/create",
            json!([PRIVATE]),
            "params must be an object",
        ),
        (
            "elicitation/create",
            json!(PRIVATE),
            "params must be an object",
        ),
        (
            "elicitation/create",
            Value::Null,
            "params must be an object",
        ),
        ("elicitation/create", json!({}), "params.message is missing"),
        (
            "elicitation/create",
            form_with("message", json!([PRIVATE])),
            "params.message must be a string",
        ),
        (
            "elicitation/create",
            form_with("message", Value::Null),
            "params.message must be a string",
        ),
        (
            "elicitation/create",
            json!({"message": PRIVATE}),
            "params.requestedSchema is missing",
        ),
        (
            "elicitation/create",
            form_with("requestedSchema", json!([PRIVATE])),
            "params.requestedSchema must be an object",
        ),
        (
            "elicitation/create",
            form_with("requestedSchema", json!(PRIVATE)),
            "params.requestedSchema must be an object",
        ),
        (
            "elicitation/create",
            form_with("requestedSchema", json!(true)),
            "params.requestedSchema must be an object",
        ),
        (
            "elicitation/create",
            form_with("requestedSchema", json!({"properties": [PRIVATE]})),
            "params.requestedSchema.properties must be an object",
        ),
        (
            "elicitation/create",
            form_with("mode", json!("voice")),
            r#"params.mode must be "form" or "url""#,
        ),
        (
            "elicitation/create",
            form_with("mode", json!("url")),
            "params.url is missing",
        ),
        (
            "elicitation/create",
            json!({"mode": "url", "message": "m", "url": [PRIVATE]}),
            "params.url must be a string",
        ),
        (
            "elicitation/create",
            json!({"mode": "url", "message": "m", "url": PRIVATE}),
            "params.url is not a URL",
        ),
        (
            "elicitation/create",
            json!({"mode": "url", "message": "m", "url": "https://example.com", "elicitationId": 7}),
            "params.elicitationId must be a string",
        ),
        (
            "elicitation/create",
            json!({"mode": "url", "url": "https://example.com"}),
            "params.message is missing",
        ),
        (
            "elicitation/create",
            form_with("mode", json!(7)),
            "params.mode must be a string",
        ),
        (
            "elicitation/create",
            with_meta(json!(PRIVATE)),
            "params._meta must be an object",
        ),
        (
            "elicitation/create",
            with_meta(json!({"progressToken": {}})),
            "params._meta.progressToken must be a string or a whole number",
        ),
        (
            "elicitation/create",
            with_meta(json!({"progressToken": 1.5})),
            "params._meta.progressToken must be a string or a whole number",
        ),
        (
            "elicitation/create",
            with_meta(json!({"dev.doorbell/asker": PRIVATE})),
            r#"params._meta["dev.doorbell/asker"] must be an object"#,
        ),
        (
            "elicitation/create",
            with_claim("agent", json!([PRIVATE])),
            r#"params._meta["dev.doorbell/asker"].agent must be a string"#,
        ),
        (
            "elicitation/create",
            with_claim("tool", json!({})),
            r#"params._meta["dev.doorbell/asker"].tool must be a string"#,
        ),
        (
            "elicitation/create",
            with_claim("session", json!(1)),
            r#"params._meta["dev.doorbell/asker"].session must be a string"#,
        ),
        (
            "elicitation/create",
            with_claim("group", json!([PRIVATE])),
            r#"params._meta["dev.doorbell/asker"].group must be a string"#,
        ),
        (
            "elicitation/create",
            with_claim("project", json!(1)),
            r#"params._meta["dev.doorbell/asker"].project must be a string"#,
        ),
        (
            "elicitation/create",
            with_claim("deadlineMs", json!(-1)),
            r#"params._meta["dev.doorbell/asker"].deadlineMs must be a whole number, 0 or more"#,
        ),
        (
            "elicitation/create",
            with_claim("handBack", json!("yes")),
            r#"params._meta["dev.doorbell/asker"].handBack must be true or false"#,
        ),
        (
            "elicitation/create",
            with_claim("deadlineMs", json!("soon")),
            r#"params._meta["dev.doorbell/asker"].deadlineMs must be a whole number, 0 or more"#,
        ),
        (
            "elicitation/create",
            with_server(json!(PRIVATE)),
            r#"params._meta["dev.doorbell/asker"].server must be an object"#,
        ),
        (
            "elicitation/create",
            with_server(json!({"title": PRIVATE})),
            r#"params._meta["dev.doorbell/asker"].server.name is missing"#,
        ),
        (
            "elicitation/create",
            with_server(json!({"name": "n", "url": [PRIVATE]})),
            r#"params._meta["dev.doorbell/asker"].server.url must be a string"#,
        ),
        (
            "doorbell/open",
            json!([PRIVATE]),
            "params must be an object",
        ),
        (
            "doorbell/open",
            json!({"question": 7}),
            "params.question must be a string",
        ),
        (
            "doorbell/open",
            json!({"page": {"name": PRIVATE}}),
            "params.page must be a string",
        ),
        (
            "doorbell/open",
            json!({"page": PRIVATE}),
            r#"params.page must be one of "waiting", "sessions", "history", "sources", "agents", "settings""#,
        ),
        (
            "doorbell/open",
            json!({"question": PRIVATE, "page": "history"}),
            "params.question and params.page exclude each other; give one of them",
        ),
        (
            "doorbell/session",
            json!({"state": PRIVATE}),
            r#"params.state must be "working", "finished", "waitsInTerminal" or "ended""#,
        ),
        (
            "doorbell/session",
            json!({"state": "working", "reply": true}),
            r#"params.reply is for "finished""#,
        ),
        (
            "doorbell/session",
            json!({"state": "working", "turn": 7}),
            "params.turn must be a string",
        ),
        (
            "doorbell/awaitDone",
            json!(PRIVATE),
            "params must be an object",
        ),
        (
            "doorbell/awaitDone",
            json!({}),
            "params.question is missing, and so is params.key",
        ),
        (
            "doorbell/awaitDone",
            json!({"question": 7}),
            "params.question must be a string",
        ),
        ("doorbell/stop", json!(true), "params must be an object"),
        (
            "doorbell/stop",
            json!({"force": "yes"}),
            "params.force must be true or false",
        ),
    ];
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    for (method, params, message) in rows {
        asker.send_request(5, method, params.clone());
        assert_eq!(
            asker.read_line(),
            format!(
                r#"{{"jsonrpc":"2.0","id":5,"error":{{"code":-32602,"message":{}}}}}"#,
                json!(message)
            ),
            "{method} {params}"
        );
    }
    asker.send_line(r#"{"jsonrpc":"2.0","id":5,"method":"elicitation/create"}"#);
    assert_eq!(
        asker.read_line(),
        r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"params is missing"}}"#
    );
    asker.assert_nothing_unread();
    bystander.assert_unaffected(&doorbell);
}
