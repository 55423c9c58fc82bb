//! The proxy forwards everything that does not concern it byte for byte.

use serde_json::{Value, json};

use super::{SampleServer, Tap, forms_and_links, wrap};
use crate::support::{Doorbell, Era, Host};

/// Requests with unusual but valid spelling.
const REQUESTS: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    r#"{ "id" : "two" , "method" : "tools/list" , "jsonrpc" : "2.0" , "params" : { } }"#,
    r#"{"jsonrpc":"2.0","id":-3,"method":"tools/call","params":{"name":"echo","arguments":{"message":"Zo\u00eb \ud83d\udd14 \"quoted\" \\ \n / \/ elicitation/create input_required"}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get-sum","arguments":{"a":0.1,"b":1e2}}}"#,
    r#"{"jsonrpc":"2.0","id":9007199254740991,"method":"tools/call","params":{"name":"get-tiny-image","arguments":{}}}"#,
    r#"{"jsonrpc":"2.0","id":"","method":"tools/call","params":{"name":"get-structured-content","arguments":{"location":"Chicago"}}}"#,
    r#"{"jsonrpc":"2.0","id":"é\"","method":"tools/call","params":{"name":"get-annotated-message","arguments":{"messageType":"error","includeImage":true}}}"#,
    r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"get-resource-links","arguments":{"count":3}}}"#,
    r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"get-sum","arguments":{"a":"x"}}}"#,
    r#"{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"there is no such tool"}}"#,
    r#"{"jsonrpc":"2.0","id":11,"method":"there/is/no/such/method","params":{"_meta":{"x":[1,{"y":null}]}}}"#,
    r#"{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"trigger-long-running-operation","arguments":{"duration":0.03,"steps":3},"_meta":{"progressToken":"p\u00e9"}}}"#,
    r#"{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"trigger-long-running-operation","arguments":{"duration":0.02,"steps":2},"_meta":{"progressToken":0}}}"#,
    r#"{"jsonrpc":"2.0","id":14,"method":"resources/list"}"#,
    r#"{"jsonrpc":"2.0","id":15,"method":"resources/templates/list"}"#,
    r#"{"jsonrpc":"2.0","id":16,"method":"resources/read","params":{"uri":"demo://resource/static/document/features.md"}}"#,
    r#"{"jsonrpc":"2.0","id":17,"method":"resources/read","params":{"uri":"demo://nowhere"}}"#,
    r#"{"jsonrpc":"2.0","id":18,"method":"prompts/list"}"#,
    r#"{"jsonrpc":"2.0","id":19,"method":"prompts/get","params":{"name":"args-prompt","arguments":{"city":"Paris","state":"Texas"}}}"#,
    r#"{"jsonrpc":"2.0","id":20,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"completable-prompt"},"argument":{"name":"department","value":"E"}}}"#,
    r#"{"jsonrpc":"2.0","id":21,"method":"logging/setLevel","params":{"level":"debug"}}"#,
];

/// Lines that get no response.
const UNANSWERED: &[&str] = &[
    "",
    "no JSON at all",
    r#"{"jsonrpc":"2.0","method":"notifications/nobody/knows","params":{"a":1}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
    r#"{"jsonrpc":"2.0","id":77,"result":{}}"#,
];

#[test]
fn proxy_does_not_change_a_long_conversation() {
    let direct = Tap::new();
    let command = direct.command(&SampleServer::Everything.command());
    // The capabilities that the proxy declares for the other agent.
    let direct_received = converse(Host::start(command, Era::Legacy, forms_and_links()));

    let doorbell = Doorbell::start();
    let tapped = Tap::new();
    let server = tapped.command(&SampleServer::Everything.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let received = converse(Host::start(wrap, Era::Legacy, json!({})));

    assert_eq!(received, direct_received);
    assert_eq!(received, tapped.sent_by_server());
    let (sent, direct_sent) = (tapped.sent_to_server(), direct.sent_to_server());
    assert_eq!(sent[1..], direct_sent[1..]);
    // The proxy rewrites only the handshake.
    let handshake: Value = serde_json::from_str(&sent[0]).unwrap();
    let direct_handshake: Value = serde_json::from_str(&direct_sent[0]).unwrap();
    assert_eq!(handshake, direct_handshake);
}

/// Sends every request, waits for each reply and returns all received lines.
fn converse(mut host: Host) -> Vec<String> {
    host.wait_for_notification("notifications/tools/list_changed");
    for (number, request) in REQUESTS.iter().enumerate() {
        if let Some(line) = UNANSWERED.get(number) {
            host.write(&format!("{line}\n"));
        }
        host.write(&format!("{request}\n"));
        let id = serde_json::from_str::<Value>(request).unwrap()["id"].clone();
        host.wait_for_message(&format!("the reply to {id}"), |message| message["id"] == id);
    }
    host.close_stdin();
    assert!(host.wait_for_exit().success(), "{}", host.stderr());
    host.received_lines().to_vec()
}
