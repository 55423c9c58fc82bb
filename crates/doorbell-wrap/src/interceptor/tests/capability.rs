//! The elicitation capability that the server sees.

use super::harness::{
    MERGED, TestProxy, elicitation, initialize, link_elicitation, meta, modern_call, modern_call_by,
};
use crate::interceptor::{Claims, InterceptPolicy};

const BOTH: &str = r#"{"form":{},"url":{}}"#;
const REJECTED: &str = r#"server: {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"the client has not declared this mode of elicitation"}}"#;

/// Capabilities as declared by the agent and as sent to the server.
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
    // Unknown formats pass unchanged.
    (r#"["elicitation"]"#, r#"["elicitation"]"#),
];

#[test]
fn initialize_declares_both_modes() {
    for (declared, merged) in MERGES {
        let mut proxy = TestProxy::new();
        let line = format!("server: {}", initialize(merged));
        assert_eq!(
            proxy.host_sends(&initialize(declared)),
            [line],
            "{declared}"
        );
    }
}

#[test]
fn every_modern_request_declares_both_modes() {
    for (declared, merged) in MERGES {
        let mut proxy = TestProxy::new();
        for method in ["tools/list", "server/discover", "anything"] {
            let request = |capabilities| {
                let meta = meta(capabilities);
                format!(r#"{{"id":1,"method":"{method}","params":{{"cursor":"x",{meta}}}}}"#)
            };
            let line = format!("server: {}", request(merged));
            assert_eq!(proxy.host_sends(&request(declared)), [line], "{declared}");
        }
    }
}

#[test]
fn missing_capabilities_are_added() {
    let mut proxy = TestProxy::new();
    assert_eq!(
        proxy.host_sends(r#"{"id":1,"method":"initialize","params":{ "clientInfo":{} }}"#),
        [
            r#"server: {"id":1,"method":"initialize","params":{"capabilities":{"elicitation":{"form":{},"url":{}}}, "clientInfo":{} }}"#
        ]
    );
    assert_eq!(proxy.server_sends(&elicitation(0)), ["ask 1"]);
}

#[test]
fn malformed_initialize_passes() {
    for line in [
        r#"{"id":1,"method":"initialize"}"#,
        r#"{"id":1,"method":"initialize","params":null}"#,
        r#"{"id":1,"method":"initialize","params":[1]}"#,
        r#"{"method":"initialize","params":{}}"#,
    ] {
        assert_eq!(
            TestProxy::new().host_sends(line),
            [format!("server: {line}")]
        );
    }
}

/// The server then uses its own fallback.
#[test]
fn nothing_is_added_when_doorbell_is_unreachable() {
    for (declared, _) in MERGES {
        let mut proxy = TestProxy::new();
        proxy.reachable = false;
        let line = initialize(declared);
        assert_eq!(proxy.host_sends(&line), [format!("server: {line}")]);
        let line = modern_call_by(declared, 2);
        assert_eq!(
            proxy.host_sends(&line),
            ["preconnect", &format!("server: {line}")]
        );
    }
    let mut proxy = TestProxy::new();
    proxy.reachable = false;
    let line = r#"{"id":1,"method":"initialize","params":{}}"#;
    assert_eq!(proxy.host_sends(line), [format!("server: {line}")]);
}

/// Only requests with a protocol version in `_meta` are modern.
#[test]
fn legacy_request_passes_unchanged() {
    for params in [
        r#"{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"_meta":{"protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"arguments":{"io.modelcontextprotocol/protocolVersion":"1"},"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
    ] {
        let line = format!(r#"{{"id":1,"method":"tools/list","params":{params}}}"#);
        assert_eq!(
            TestProxy::new().host_sends(&line),
            [format!("server: {line}")]
        );
    }
}

#[test]
fn modern_probe_then_legacy_connection_works() {
    let mut proxy = TestProxy::new();
    let probe = |capabilities| {
        let meta = meta(capabilities);
        format!(r#"{{"id":0,"method":"server/discover","params":{{{meta}}}}}"#)
    };
    let merged = format!(r#"server: {{"id":0,"method":"server/discover","params":{{{MERGED}}}}}"#);
    assert_eq!(proxy.host_sends(&probe("{}")), [merged]);
    let refusal = r#"{"id":0,"error":{"code":-32601,"message":"Method not found"}}"#;
    assert_eq!(proxy.server_sends(refusal), [format!("host: {refusal}")]);
    let merged = initialize(r#"{"elicitation":{"form":{},"url":{}}}"#);
    assert_eq!(
        proxy.host_sends(&initialize("{}")),
        [format!("server: {merged}")]
    );
    assert_eq!(proxy.server_sends(&elicitation(0)), ["ask 1"]);
}

#[test]
fn undeclared_mode_is_rejected() {
    // Doorbell is unreachable, and the agent supports only links.
    let mut proxy = TestProxy::new();
    proxy.reachable = false;
    let mut proxy = proxy.initialised(r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(proxy.server_sends(&elicitation(0)), [REJECTED]);
    let link = link_elicitation(1, "e1");
    proxy.interceptor.on_connected();
    assert_eq!(proxy.server_sends(&link), ["ask 1"]);

    let mut proxy = TestProxy::new();
    proxy.reachable = false;
    let mut proxy = proxy.initialised("{}");
    assert_eq!(proxy.server_sends(&elicitation(0)), [REJECTED]);
}

#[test]
fn unknown_mode_is_rejected() {
    for mode in [r#""voice""#, r#""Form""#, "1", "null"] {
        let line = format!(
            r#"{{"id":0,"method":"elicitation/create","params":{{"mode":{mode},"message":"Who?"}}}}"#
        );
        assert_eq!(
            TestProxy::legacy().server_sends(&line),
            [REJECTED],
            "{mode}"
        );
        // An agent with elicitation may know the mode.
        assert_eq!(
            TestProxy::capable().server_sends(&line),
            [format!("host: {line}")]
        );
    }
}

#[test]
fn elicitation_before_initialize_goes_to_agent() {
    let mut proxy = TestProxy::new();
    let line = elicitation(0);
    assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    proxy.host_sends(&modern_call(1));
    assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
}

#[test]
fn missing_policy_asks_only_undeclared_modes() {
    let proxy = || TestProxy::with(InterceptPolicy::Missing, Claims::default());
    let (form, link) = (elicitation(0), link_elicitation(1, "e1"));

    let mut none = proxy().initialised("{}");
    assert_eq!(none.server_sends(&form), ["ask 1"]);
    assert_eq!(none.server_sends(&link), ["ask 2"]);

    let mut forms = proxy().initialised(r#"{"elicitation":{}}"#);
    assert_eq!(forms.server_sends(&form), [format!("host: {form}")]);
    assert_eq!(forms.server_sends(&link), ["ask 1"]);

    let mut links = proxy().initialised(r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(links.server_sends(&form), ["ask 1"]);
    assert_eq!(links.server_sends(&link), [format!("host: {link}")]);

    let merged = initialize(&format!(r#"{{"elicitation":{BOTH}}}"#));
    let declared = initialize(r#"{"elicitation":{}}"#);
    assert_eq!(proxy().host_sends(&declared), [format!("server: {merged}")]);
}
