//! What the person is told about who asks.

use serde_json::json;

use super::play::{Play, call, initialize, modern_call, push};
use crate::action::AskId;
use crate::interceptor::{Claims, When};
use crate::keys::Keys;

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

fn introduced(client: &str) -> Play {
    let mut play = Play::with(When::Always, claims());
    play.host(&format!(
        r#"{{"id":"init","method":"initialize","params":{{"capabilities":{{}},"clientInfo":{client}}}}}"#
    ));
    play
}

#[test]
fn the_proxy_says_what_it_knows() {
    let mut play = introduced(r#"{"name":"claude-code","version":"1"}"#);
    play.host(&call(1, "deploy"));
    play.server(&push(0));
    assert_eq!(
        play.params(1),
        r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{}},"_meta":{"dev.doorbell/asker":{"agent":"Claude Code","tool":"deploy","session":"s1","project":"/home/ada/shop","server":{"name":"shop","command":"node shop.js"}}}}"#
    );
}

/// What Doorbell reads of it must be what was meant.
#[test]
fn doorbell_understands_it() {
    let mut play = introduced("{}");
    play.host(&call(1, "deploy"));
    play.server(&push(0));
    let read = play.read(1);
    assert_eq!(read.tool.as_deref(), Some("deploy"));
    assert_eq!(read.session.as_deref(), Some("s1"));
    let server = read.server.unwrap();
    assert_eq!(server.name, "shop");
    assert_eq!(server.command.as_deref(), Some("node shop.js"));
}

#[test]
fn an_agent_is_called_by_its_title_or_name() {
    for (client, agent) in [
        (r#"{"name":"codex-mcp-client"}"#, json!("Codex")),
        (r#"{"name":"x","title":"My Agent"}"#, json!("My Agent")),
        (r#"{"name":"x"}"#, json!("x")),
        (r#"{"name":7}"#, json!(null)),
        ("null", json!(null)),
    ] {
        let mut play = introduced(client);
        play.server(&push(0));
        assert_eq!(play.asker(1)["agent"], agent, "{client}");
    }
}

/// A variable of the agent's own process says more than the name it introduces itself with.
#[test]
fn what_the_environment_says_counts_more() {
    let known = Claims {
        agent: Some("Claude Code".to_owned()),
        ..claims()
    };
    let mut play = Play::with(When::Always, known);
    let named = initialize("{}").replace(
        r#""capabilities""#,
        r#""clientInfo":{"name":"x"},"capabilities""#,
    );
    play.host(&named);
    play.server(&push(0));
    assert_eq!(play.asker(1)["agent"], "Claude Code");
}

#[test]
fn a_modern_agent_introduces_itself_with_its_requests() {
    let mut play = Play::with(When::Always, claims());
    let call = modern_call(1).replace(
        r#""_meta":{"#,
        r#""_meta":{"io.modelcontextprotocol/clientInfo":{"name":"opencode"},"#,
    );
    play.host(&call);
    play.server(&super::play::input_required(
        "1",
        &format!(r#"{{"a":{}}}"#, super::play::FORM),
        "",
    ));
    assert_eq!(play.asker(1)["agent"], "opencode");
    assert_eq!(play.asker(1)["tool"], "deploy");
}

/// A server must not speak for the proxy, hide what Doorbell would show, or have its tokens
/// and tasks understood as the proxy's.
#[test]
fn what_a_server_says_in_meta_stays_outside() {
    let mut play = introduced("{}");
    let line = r#"{"id":0,"method":"elicitation/create","params":{"_meta":{"dev.doorbell/asker":{"agent":"You","tool":"safe"},"progressToken":1},"\u005fmeta":{"dev.doorbell/asker":{"tool":"safer"}},"message":"Who?","task":{"ttl":1},"requestedSchema":{},"x":1.10}}"#;
    // The same member twice is for Doorbell to judge; the server's are gone.
    play.server(line);
    assert_eq!(
        play.params(1),
        r#"{"message":"Who?","requestedSchema":{},"x":1.10,"_meta":{"dev.doorbell/asker":{"session":"s1","project":"/home/ada/shop","server":{"name":"shop","command":"node shop.js"}}}}"#
    );
}

#[test]
fn names_are_cut_to_what_doorbell_takes() {
    let long = "é".repeat(600);
    let many = Claims {
        server: long.clone(),
        command: Some("x".repeat(9000)),
        url: Some("y".repeat(9000)),
        agent: Some(long.clone()),
        session: Some(long.clone()),
        project: Some("é".repeat(4097)),
        keys: None,
    };
    let mut play = Play::with(When::Always, many).initialised("{}");
    for id in 1..=2 {
        play.host(&call(id, &format!("{long}{id}")));
    }
    play.server(&push(0));
    let asker = play.asker(1);
    assert_eq!(asker["server"]["name"], "é".repeat(512));
    assert_eq!(asker["server"]["command"], "x".repeat(8192));
    assert_eq!(asker["project"], "é".repeat(4096));
    assert_eq!(asker["tool"].as_str().unwrap().len(), 1024);
    play.read(1);
}

#[test]
fn every_question_has_its_key() {
    let keys = Keys::random().unwrap();
    let keyed = Claims {
        keys: Some(keys.clone()),
        ..claims()
    };
    let mut play = Play::with(When::Always, keyed).initialised("{}");
    play.host(&call(1, "deploy"));
    play.server(&push(0));
    let params: serde_json::Value = serde_json::from_str(play.params(1)).unwrap();
    let key = keys.of(AskId(1)).unwrap();
    assert_eq!(params["_meta"]["dev.doorbell/asker"]["key"], key.as_str());
}
