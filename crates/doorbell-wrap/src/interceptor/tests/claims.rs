//! Claims about the asker.

use serde_json::json;

use super::harness::{TestProxy, call, elicitation, initialize, modern_call};
use crate::action::AskId;
use crate::interceptor::{Claims, InterceptPolicy};
use crate::key_generator::KeyGenerator;

fn claims() -> Claims {
    Claims {
        server: "shop".to_owned(),
        command: Some("node shop.js".to_owned()),
        url: None,
        agent: None,
        session: Some("s1".to_owned()),
        project: Some("/home/ada/shop".to_owned()),
        keys: None,
    }
}

fn initialised_by(client: &str) -> TestProxy {
    let mut proxy = TestProxy::with(InterceptPolicy::Always, claims());
    proxy.host_sends(&format!(
        r#"{{"id":"init","method":"initialize","params":{{"capabilities":{{}},"clientInfo":{client}}}}}"#
    ));
    proxy
}

#[test]
fn params_contain_all_claims() {
    let mut proxy = initialised_by(r#"{"name":"claude-code","version":"1"}"#);
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(0));
    assert_eq!(
        proxy.params(1),
        r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{}},"_meta":{"dev.doorbell/asker":{"agent":"Claude Code","tool":"deploy","session":"s1","project":"/home/ada/shop","server":{"name":"shop","command":"node shop.js"}}}}"#
    );
}

#[test]
fn protocol_parses_claims() {
    let mut proxy = initialised_by("{}");
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(0));
    let params = proxy.parsed(1);
    assert_eq!(params.tool.as_deref(), Some("deploy"));
    assert_eq!(params.session.as_deref(), Some("s1"));
    let server = params.server.unwrap();
    assert_eq!(server.name, "shop");
    assert_eq!(server.command.as_deref(), Some("node shop.js"));
}

#[test]
fn agent_name_comes_from_title_or_name() {
    for (client, agent) in [
        (r#"{"name":"codex-mcp-client"}"#, json!("Codex")),
        (r#"{"name":"x","title":"My Agent"}"#, json!("My Agent")),
        (r#"{"name":"x"}"#, json!("x")),
        (r#"{"name":7}"#, json!(null)),
        ("null", json!(null)),
    ] {
        let mut proxy = initialised_by(client);
        proxy.server_sends(&elicitation(0));
        assert_eq!(proxy.asker(1)["agent"], agent, "{client}");
    }
}

/// Environment variables are more reliable than client info.
#[test]
fn environment_overrides_client_info() {
    let from_environment = Claims {
        agent: Some("Claude Code".to_owned()),
        ..claims()
    };
    let mut proxy = TestProxy::with(InterceptPolicy::Always, from_environment);
    let named = initialize("{}").replace(
        r#""capabilities""#,
        r#""clientInfo":{"name":"x"},"capabilities""#,
    );
    proxy.host_sends(&named);
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.asker(1)["agent"], "Claude Code");
}

#[test]
fn agent_name_comes_from_modern_request() {
    let mut proxy = TestProxy::with(InterceptPolicy::Always, claims());
    let call = modern_call(1).replace(
        r#""_meta":{"#,
        r#""_meta":{"io.modelcontextprotocol/clientInfo":{"name":"opencode"},"#,
    );
    proxy.host_sends(&call);
    proxy.server_sends(&super::harness::input_required(
        "1",
        &format!(r#"{{"a":{}}}"#, super::harness::FORM),
        "",
    ));
    assert_eq!(proxy.asker(1)["agent"], "opencode");
    assert_eq!(proxy.asker(1)["tool"], "deploy");
}

/// The server must not make claims for the proxy, and its tokens and tasks are not the proxy's.
#[test]
fn server_meta_is_removed() {
    let mut proxy = initialised_by("{}");
    let line = r#"{"id":0,"method":"elicitation/create","params":{"_meta":{"dev.doorbell/asker":{"agent":"You","tool":"safe"},"progressToken":1},"\u005fmeta":{"dev.doorbell/asker":{"tool":"safer"}},"message":"Who?","task":{"ttl":1},"requestedSchema":{},"x":1.10}}"#;
    // Both of the duplicate members are removed.
    proxy.server_sends(line);
    assert_eq!(
        proxy.params(1),
        r#"{"message":"Who?","requestedSchema":{},"x":1.10,"_meta":{"dev.doorbell/asker":{"session":"s1","project":"/home/ada/shop","server":{"name":"shop","command":"node shop.js"}}}}"#
    );
}

#[test]
fn names_are_truncated_to_protocol_limits() {
    let long = "é".repeat(600);
    let too_long = Claims {
        server: long.clone(),
        command: Some("x".repeat(9000)),
        url: Some("y".repeat(9000)),
        agent: Some(long.clone()),
        session: Some(long.clone()),
        project: Some("é".repeat(4097)),
        keys: None,
    };
    let mut proxy = TestProxy::with(InterceptPolicy::Always, too_long).initialised("{}");
    for id in 1..=2 {
        proxy.host_sends(&call(id, &format!("{long}{id}")));
    }
    proxy.server_sends(&elicitation(0));
    let asker = proxy.asker(1);
    assert_eq!(asker["server"]["name"], "é".repeat(512));
    assert_eq!(asker["server"]["command"], "x".repeat(8192));
    assert_eq!(asker["project"], "é".repeat(4096));
    assert_eq!(asker["tool"].as_str().unwrap().len(), 1024);
    proxy.parsed(1);
}

#[test]
fn question_carries_its_key() {
    let keys = KeyGenerator::random().unwrap();
    let keyed = Claims {
        keys: Some(keys.clone()),
        ..claims()
    };
    let mut proxy = TestProxy::with(InterceptPolicy::Always, keyed).initialised("{}");
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(0));
    let params: serde_json::Value = serde_json::from_str(proxy.params(1)).unwrap();
    let key = keys.key_for(AskId(1)).unwrap();
    assert_eq!(params["_meta"]["dev.doorbell/asker"]["key"], key.as_str());
}
