//! Calls that are interrupted more than once, and their `requestState`.

use super::harness::{FORM, MERGED, TestProxy, decline, input_required, meta, modern_call};
use super::modern::{call_with_form, resent_call};

#[test]
fn request_state_is_returned_byte_for_byte() {
    for state in [
        r#""""#,
        r#""opaque-é\n\"x\"""#,
        r#""\u00e9\ud83d\ude00\/""#,
        r#""\ud800""#,
        "1.10",
        r#"{ "a" : 1e2 }"#,
    ] {
        let mut proxy = TestProxy::new();
        proxy.host_sends(&modern_call(1));
        let rest = format!(r#", "requestState" : {state} "#);
        let line = input_required("1", &format!(r#"{{"a":{FORM}}}"#), &rest);
        proxy.server_sends(&line);
        let answers =
            format!(r#""inputResponses":{{"a":{{"action":"decline"}}}},"requestState":{state}"#);
        assert_eq!(proxy.answer(1, decline()), [resent_call("~1", &answers)]);
    }
    // A null state is not sent.
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let rest = r#","requestState":null"#;
    proxy.server_sends(&input_required("1", &format!(r#"{{"a":{FORM}}}"#), rest));
    let answers = r#""inputResponses":{"a":{"action":"decline"}}"#;
    assert_eq!(proxy.answer(1, decline()), [resent_call("~1", answers)]);
}

/// Neither those of the agent nor those of the proxy.
#[test]
fn answers_of_earlier_round_are_not_resent() {
    let mut proxy = TestProxy::new();
    let meta = meta("{}");
    proxy.host_sends(&format!(
        r#"{{"id":1,"method":"tools/call","params":{{ "inputResponses" : {{"x":{{}}}} , "name" : "deploy" ,"requestState":"old",{meta} }}}}"#
    ));
    let requests = format!(r#"{{"a":{FORM}}}"#);
    proxy.server_sends(&input_required("1", &requests, r#","requestState":"new""#));
    assert_eq!(
        proxy.answer(1, decline()),
        [format!(
            r#"server: {{"id":"~1","method":"tools/call","params":{{"inputResponses":{{"a":{{"action":"decline"}}}},"requestState":"new", "name" : "deploy",{MERGED} }}}}"#
        )]
    );
    proxy.server_sends(&input_required(r#""~1""#, &requests, ""));
    assert_eq!(
        proxy.answer(2, decline()),
        [format!(
            r#"server: {{"id":"~2","method":"tools/call","params":{{"inputResponses":{{"a":{{"action":"decline"}}}}, "name" : "deploy",{MERGED} }}}}"#
        )]
    );
}

#[test]
fn call_fails_after_ten_rounds() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let requests = format!(r#"{{"a":{FORM}}}"#);
    proxy.server_sends(&input_required("1", &requests, ""));
    let answers = r#""inputResponses":{"a":{"action":"decline"}}"#;
    for round in 1..=10 {
        let name = format!("~{round}");
        assert_eq!(
            proxy.answer(round, decline()),
            [resent_call(&name, answers)]
        );
        let line = proxy.server_sends(&input_required(&format!(r#""{name}""#), &requests, ""));
        if round < 10 {
            assert_eq!(line, [format!("ask {}", round + 1)]);
        } else {
            assert_eq!(
                line,
                [
                    r#"host: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The server asked 10 times and still asks for more; the call was not repeated."}],"isError":true,"resultType":"complete"}}"#
                ]
            );
        }
    }
}

/// The agent retries such a call itself, unless the proxy has resent it without the agent's
/// knowledge.
#[test]
fn result_with_only_request_state_is_retried() {
    let shed = |id: &str| {
        format!(r#"{{"id":{id},"result":{{"resultType":"input_required","requestState":"shed"}}}}"#)
    };
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    assert_eq!(
        proxy.server_sends(&shed("1")),
        [format!("host: {}", shed("1"))]
    );

    let mut proxy = call_with_form();
    proxy.answer(1, decline());
    let answers = r#""requestState":"shed""#;
    for round in 2..=10 {
        let name = format!("~{round}");
        let before = format!(r#""~{}""#, round - 1);
        assert_eq!(
            proxy.server_sends(&shed(&before)),
            [resent_call(&name, answers)]
        );
    }
    // After the last round, the agent decides.
    assert_eq!(
        proxy.server_sends(&shed(r#""~10""#)),
        [format!("host: {}", shed("1"))]
    );
}
