//! Names, places and ids on both sides of their limits.

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use crate::support::{Doorbell, name_form};

const NAME: usize = 1024;
const PLACE: usize = 8192;
const ASKER: &str = r#"params._meta["dev.doorbell/asker"]"#;

#[test]
fn a_name_of_1024_bytes_is_taken_and_one_byte_more_is_not() {
    let claims = |claims: Value| {
        json!({
            "message": "Long names",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": claims},
        })
    };
    let server = |name: &str, text: String| {
        let mut server = json!({"name": "shop"});
        server[name] = text.into();
        claims(json!({"server": server}))
    };
    let own = |name: &str, text: String| claims(json!({name: text}));
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
        ("params.elicitationId", NAME, &link),
        (".agent", NAME, &|text| own("agent", text)),
        (".tool", NAME, &|text| own("tool", text)),
        (".session", NAME, &|text| own("session", text)),
        (".group", NAME, &|text| own("group", text)),
        (".project", PLACE, &|text| own("project", text)),
        (".server.name", NAME, &|text| server("name", text)),
        (".server.title", NAME, &|text| server("title", text)),
        (".server.version", NAME, &|text| server("version", text)),
        (".server.command", PLACE, &|text| server("command", text)),
        (".server.url", PLACE, &|text| server("url", text)),
    ];
    let doorbell = Doorbell::start_patient();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    for (member, most, params) in &rows {
        asker.asks_with(1, params(bytes(most + 1)));
        let path = match member.strip_prefix('.') {
            Some(name) => format!("{ASKER}.{name}"),
            None => (*member).to_owned(),
        };
        let message = json!(format!("{path} is longer than {most} bytes"));
        assert_eq!(
            asker.hears(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":{message}}}}}"#)
        );
    }
    bystander.gets_its_answer(&doorbell);
    for (member, most, params) in rows {
        asker.asks_with(1, params(bytes(most)));
        doorbell.person().sees("Long names").does(Press::Decline);
        assert_eq!(asker.hears_result(1)["action"], "decline", "{member}");
    }
}

#[test]
fn a_clients_names_have_the_same_limit() {
    let doorbell = Doorbell::start();
    for member in ["name", "version", "title"] {
        let hello = |length: usize| {
            let mut client = json!({"name": "acme", "version": "1"});
            client[member] = bytes(length).into();
            json!({"protocol": 1, "client": client})
        };
        let mut asker = doorbell.connect();
        asker.requests(1, "doorbell/hello", hello(NAME + 1));
        assert_eq!(
            asker.hears(),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"params.client.{member} is longer than 1024 bytes"}}}}"#
            )
        );
        asker.is_cut_off();
        let mut asker = doorbell.connect();
        asker.requests(1, "doorbell/hello", hello(NAME));
        assert_eq!(asker.hears_result(1)["protocol"], 1);
    }
}

#[test]
fn a_request_id_of_1024_bytes_is_taken_and_one_byte_more_is_not() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut asker = doorbell.asker();
    asker.asks(bytes(NAME + 1), "Long id", name_form());
    assert_eq!(
        asker.hears(),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id is longer than 1024 bytes"}}"#
    );
    bystander.gets_its_answer(&doorbell);
    asker.asks(bytes(NAME), "Long id", name_form());
    doorbell.person().sees("Long id").does(Press::Decline);
    assert_eq!(asker.hears_result(bytes(NAME))["action"], "decline");
}

/// So many bytes in letters of two bytes each, and one of one byte if the number is odd.
fn bytes(count: usize) -> String {
    let mut text = "é".repeat(count / 2);
    text.push_str(&"e".repeat(count % 2));
    text
}
