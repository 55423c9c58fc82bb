//! Length limits of names, locations and ids.

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use crate::support::{Doorbell, name_form};

const NAME_LIMIT: usize = 1024;
const LOCATION_LIMIT: usize = 8192;
const ASKER: &str = r#"params._meta["dev.doorbell/asker"]"#;

#[test]
fn claimed_names_have_a_length_limit() {
    let with_claims = |claims: Value| {
        json!({
            "message": "Long names",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": claims},
        })
    };
    let with_server = |name: &str, text: String| {
        let mut server = json!({"name": "shop"});
        server[name] = text.into();
        with_claims(json!({"server": server}))
    };
    let with_claim = |name: &str, text: String| with_claims(json!({name: text}));
    let link = |text: String| {
        json!({
            "mode": "url",
            "message": "Long names",
            "url": "https://example.com/",
            "elicitationId": text,
        })
    };
    type Params<'a> = &'a dyn Fn(String) -> Value;
    let rows: [(&str, usize, Params); 11] = [
        ("params.elicitationId", NAME_LIMIT, &link),
        (".agent", NAME_LIMIT, &|text| with_claim("agent", text)),
        (".tool", NAME_LIMIT, &|text| with_claim("tool", text)),
        (".session", NAME_LIMIT, &|text| with_claim("session", text)),
        (".group", NAME_LIMIT, &|text| with_claim("group", text)),
        (".project", LOCATION_LIMIT, &|text| {
            with_claim("project", text)
        }),
        (".server.name", NAME_LIMIT, &|text| {
            with_server("name", text)
        }),
        (".server.title", NAME_LIMIT, &|text| {
            with_server("title", text)
        }),
        (".server.version", NAME_LIMIT, &|text| {
            with_server("version", text)
        }),
        (".server.command", LOCATION_LIMIT, &|text| {
            with_server("command", text)
        }),
        (".server.url", LOCATION_LIMIT, &|text| {
            with_server("url", text)
        }),
    ];
    let doorbell = Doorbell::start_without_flood_limits();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    for (member, limit, params) in &rows {
        asker.ask_with(1, params(text_of_bytes(limit + 1)));
        let path = match member.strip_prefix('.') {
            Some(name) => format!("{ASKER}.{name}"),
            None => (*member).to_owned(),
        };
        let message = json!(format!("{path} is longer than {limit} bytes"));
        assert_eq!(
            asker.read_line(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":{message}}}}}"#)
        );
    }
    bystander.assert_unaffected(&doorbell);
    for (member, limit, params) in rows {
        asker.ask_with(1, params(text_of_bytes(limit)));
        doorbell
            .wait_for_question("Long names")
            .press(Press::Decline);
        assert_eq!(asker.read_result(1)["action"], "decline", "{member}");
    }
}

#[test]
fn client_names_have_a_length_limit() {
    let doorbell = Doorbell::start();
    for member in ["name", "version", "title"] {
        let hello = |length: usize| {
            let mut client = json!({"name": "acme", "version": "1"});
            client[member] = text_of_bytes(length).into();
            json!({"protocol": 1, "client": client})
        };
        let mut asker = doorbell.connect();
        asker.send_request(1, "doorbell/hello", hello(NAME_LIMIT + 1));
        assert_eq!(
            asker.read_line(),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"params.client.{member} is longer than 1024 bytes"}}}}"#
            )
        );
        asker.expect_disconnect();
        let mut asker = doorbell.connect();
        asker.send_request(1, "doorbell/hello", hello(NAME_LIMIT));
        assert_eq!(asker.read_result(1)["protocol"], 1);
    }
}

#[test]
fn request_id_has_a_length_limit() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.ask(text_of_bytes(NAME_LIMIT + 1), "Long id", name_form());
    assert_eq!(
        asker.read_line(),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id is longer than 1024 bytes"}}"#
    );
    bystander.assert_unaffected(&doorbell);
    asker.ask(text_of_bytes(NAME_LIMIT), "Long id", name_form());
    doorbell.wait_for_question("Long id").press(Press::Decline);
    assert_eq!(
        asker.read_result(text_of_bytes(NAME_LIMIT))["action"],
        "decline"
    );
}

/// A text of `count` bytes, mostly in two-byte characters.
fn text_of_bytes(count: usize) -> String {
    let mut text = "é".repeat(count / 2);
    text.push_str(&"e".repeat(count % 2));
    text
}
