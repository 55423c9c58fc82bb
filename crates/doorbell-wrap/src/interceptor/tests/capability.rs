//! What the server is told that the agent can do.

use super::play::{MERGED, Play, initialize, meta, modern_call, modern_call_by, push, push_link};
use crate::interceptor::{Claims, When};

const BOTH: &str = r#"{"form":{},"url":{}}"#;
const REFUSED: &str = r#"server: {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"the client has not declared this mode of elicitation"}}"#;

/// Capabilities of an agent, and what becomes of them.
const MERGES: [(&str, &str); 12] = [
    ("{}", r#"{"elicitation":{"form":{},"url":{}}}"#),
    (
        r#"{ "roots" : {"listChanged":true} , "x" : 1.10 }"#,
        r#"{"elicitation":{"form":{},"url":{}}, "roots" : {"listChanged":true} , "x" : 1.10 }"#,
    ),
    (
        r#"{"elicitation":{}}"#,
        r#"{"elicitation":{"form":{},"url":{}}}"#,
    ),
    (
        r#"{"elicitation":{"form":{"applyDefaults":true}}}"#,
        r#"{"elicitation":{"url":{},"form":{"applyDefaults":true}}}"#,
    ),
    (
        r#"{"elicitation":{"url":{}}}"#,
        r#"{"elicitation":{"form":{},"url":{}}}"#,
    ),
    (
        r#"{"elicitation":{"url":{},"form":{}}}"#,
        r#"{"elicitation":{"url":{},"form":{}}}"#,
    ),
    (
        r#"{"elicitation":{"voice":{}}}"#,
        r#"{"elicitation":{"form":{},"url":{},"voice":{}}}"#,
    ),
    (
        r#"{"elicitation":null,"sampling":{}}"#,
        r#"{"elicitation":{"form":{},"url":{}},"sampling":{}}"#,
    ),
    (
        r#"{"elicitation":{"form":null,"url":null}}"#,
        r#"{"elicitation":{"form":{},"url":{}}}"#,
    ),
    (
        r#"{"elicitation":true}"#,
        r#"{"elicitation":{"form":{},"url":{}}}"#,
    ),
    ("null", r#"{"elicitation":{"form":{},"url":{}}}"#),
    // Nobody knows what this means, so nobody adds to it.
    (r#"["elicitation"]"#, r#"["elicitation"]"#),
];

#[test]
fn an_agent_that_initialises_can_elicit() {
    for (said, told) in MERGES {
        let mut play = Play::new();
        let line = format!("server: {}", initialize(told));
        assert_eq!(play.host(&initialize(said)), [line], "{said}");
    }
}

#[test]
fn an_agent_of_the_modern_era_can_elicit_with_every_request() {
    for (said, told) in MERGES {
        let mut play = Play::new();
        for method in ["tools/list", "server/discover", "anything"] {
            let request = |capabilities| {
                let meta = meta(capabilities);
                format!(r#"{{"id":1,"method":"{method}","params":{{"cursor":"x",{meta}}}}}"#)
            };
            let line = format!("server: {}", request(told));
            assert_eq!(play.host(&request(said)), [line], "{said}");
        }
    }
}

#[test]
fn capabilities_are_added_where_there_are_none() {
    let mut play = Play::new();
    assert_eq!(
        play.host(r#"{"id":1,"method":"initialize","params":{ "clientInfo":{} }}"#),
        [
            r#"server: {"id":1,"method":"initialize","params":{"capabilities":{"elicitation":{"form":{},"url":{}}}, "clientInfo":{} }}"#
        ]
    );
    assert_eq!(play.server(&push(0)), ["ask 1"]);
}

#[test]
fn a_broken_initialize_passes() {
    for line in [
        r#"{"id":1,"method":"initialize"}"#,
        r#"{"id":1,"method":"initialize","params":null}"#,
        r#"{"id":1,"method":"initialize","params":[1]}"#,
        r#"{"method":"initialize","params":{}}"#,
    ] {
        assert_eq!(Play::new().host(line), [format!("server: {line}")]);
    }
}

/// A server that is told nothing keeps its own way of doing without.
#[test]
fn nothing_is_added_where_doorbell_cannot_be_had() {
    for (said, _) in MERGES {
        let mut play = Play::new();
        play.reachable = false;
        let line = initialize(said);
        assert_eq!(play.host(&line), [format!("server: {line}")]);
        let line = modern_call_by(said, 2);
        assert_eq!(play.host(&line), ["expect", &format!("server: {line}")]);
    }
    let mut play = Play::new();
    play.reachable = false;
    let line = r#"{"id":1,"method":"initialize","params":{}}"#;
    assert_eq!(play.host(line), [format!("server: {line}")]);
}

/// Only requests that say which revision they are of are of the modern era.
#[test]
fn a_legacy_request_is_left_alone() {
    for params in [
        r#"{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"_meta":{"protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"arguments":{"io.modelcontextprotocol/protocolVersion":"1"},"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
    ] {
        let line = format!(r#"{{"id":1,"method":"tools/list","params":{params}}}"#);
        assert_eq!(Play::new().host(&line), [format!("server: {line}")]);
    }
}

#[test]
fn a_modern_probe_and_then_a_legacy_connection_work_each_in_its_way() {
    let mut play = Play::new();
    let probe = |capabilities| {
        let meta = meta(capabilities);
        format!(r#"{{"id":0,"method":"server/discover","params":{{{meta}}}}}"#)
    };
    let told = format!(r#"server: {{"id":0,"method":"server/discover","params":{{{MERGED}}}}}"#);
    assert_eq!(play.host(&probe("{}")), [told]);
    let refusal = r#"{"id":0,"error":{"code":-32601,"message":"Method not found"}}"#;
    assert_eq!(play.server(refusal), [format!("host: {refusal}")]);
    let told = initialize(r#"{"elicitation":{"form":{},"url":{}}}"#);
    assert_eq!(play.host(&initialize("{}")), [format!("server: {told}")]);
    assert_eq!(play.server(&push(0)), ["ask 1"]);
}

#[test]
fn what_was_not_declared_is_refused() {
    // Doorbell could not be had, and the agent opens links only.
    let mut play = Play::new();
    play.reachable = false;
    let mut play = play.initialised(r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(play.server(&push(0)), [REFUSED]);
    let link = push_link(1, "e1");
    play.interceptor.on_reached();
    assert_eq!(play.server(&link), ["ask 1"]);

    let mut play = Play::new();
    play.reachable = false;
    let mut play = play.initialised("{}");
    assert_eq!(play.server(&push(0)), [REFUSED]);
}

#[test]
fn a_mode_that_does_not_exist_is_refused() {
    for mode in [r#""voice""#, r#""Form""#, "1", "null"] {
        let line = format!(
            r#"{{"id":0,"method":"elicitation/create","params":{{"mode":{mode},"message":"Who?"}}}}"#
        );
        assert_eq!(Play::legacy().server(&line), [REFUSED], "{mode}");
        // An agent that elicits itself knows what it knows.
        assert_eq!(Play::capable().server(&line), [format!("host: {line}")]);
    }
}

#[test]
fn an_agent_that_did_not_initialise_is_asked_itself() {
    let mut play = Play::new();
    let line = push(0);
    assert_eq!(play.server(&line), [format!("host: {line}")]);
    play.host(&modern_call(1));
    assert_eq!(play.server(&line), [format!("host: {line}")]);
}

#[test]
fn only_what_is_missing_goes_to_doorbell_if_so_wished() {
    let play = || Play::with(When::Missing, Claims::default());
    let (form, link) = (push(0), push_link(1, "e1"));

    let mut none = play().initialised("{}");
    assert_eq!(none.server(&form), ["ask 1"]);
    assert_eq!(none.server(&link), ["ask 2"]);

    let mut forms = play().initialised(r#"{"elicitation":{}}"#);
    assert_eq!(forms.server(&form), [format!("host: {form}")]);
    assert_eq!(forms.server(&link), ["ask 1"]);

    let mut links = play().initialised(r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(links.server(&form), ["ask 1"]);
    assert_eq!(links.server(&link), [format!("host: {link}")]);

    let told = initialize(&format!(r#"{{"elicitation":{BOTH}}}"#));
    let said = initialize(r#"{"elicitation":{}}"#);
    assert_eq!(play().host(&said), [format!("server: {told}")]);
}
