//! What the card shows about the asker.

use doorbell_daemon::view::{AskerView, NameSource, Press};
use serde_json::json;

use super::python_sdk::TABLE;
use super::{SampleServer, text, wrap, wrapped};
use crate::support::{Doorbell, Era, Host, doorbell_binary};

#[test]
fn card_names_server_tool_and_project() {
    let folder = tempfile::tempdir().unwrap();
    let server = SampleServer::Rmcp.command();
    let card = card_of(&["--name", "tables"], |command| {
        command.current_dir(folder.path());
    });
    assert_eq!(card.name, "tables");
    let claimed = card.claimed;
    let named = claimed.server.unwrap();
    assert_eq!(named.name, "tables");
    assert_eq!(named.place.as_deref(), server.get_program().to_str());
    assert_eq!(claimed.tool.as_deref(), Some("ask_form"));
    assert_eq!(claimed.project.as_deref(), folder.path().to_str());
    assert_eq!(claimed.session, None);
    assert_eq!(
        claimed.client,
        format!("doorbell wrap {}", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(
        card.verified.program.path.as_deref(),
        doorbell_binary().to_str()
    );
    let parents: Vec<u32> = card
        .verified
        .parents
        .iter()
        .map(|parent| parent.pid)
        .collect();
    assert!(parents.contains(&std::process::id()), "{parents:?}");

    // Without `--name` the name is that of the server program.
    assert_eq!(card_of(&[], |_| {}).name, "rmcp-server");
}

#[test]
fn agent_is_identified_by_process_or_environment() {
    let unmarked = card_of(&[], |_| {});
    let marked = card_of(&[], |command| {
        command.env("CLAUDECODE", "1");
        command.env("CLAUDE_CODE_SESSION_ID", "c9");
        command.env("CLAUDE_PROJECT_DIR", "/home/ada/shop");
    });
    assert_eq!(marked.project.as_deref(), Some("shop"));
    assert_eq!(marked.claimed.project.as_deref(), Some("/home/ada/shop"));
    assert_eq!(marked.claimed.session.as_deref(), Some("c9"));
    if unmarked.claimed.agent.as_deref() == Some("doorbell-tests") {
        // The name that the agent claims in its handshake.
        assert_eq!(unmarked.agent_source, NameSource::Claimed);
        assert_eq!(marked.agent, "Claude Code");
        assert_eq!(marked.agent_source, NameSource::Claimed);
    } else {
        // An agent runs these tests; its name takes precedence.
        assert_eq!(marked.agent, unmarked.agent);
        assert_eq!(marked.agent_source, unmarked.agent_source);
    }
}

#[test]
fn concurrent_calls_are_both_named() {
    let (doorbell, mut host) = wrapped(SampleServer::PythonSdk, Era::Legacy);
    let person = doorbell.person();
    let first = host.call_tool("ask_form", json!({}));
    let question = person.wait_for_question(TABLE);
    assert_eq!(
        question.view.asker.claimed.tool.as_deref(),
        Some("ask_form")
    );
    let second = host.call_tool("ask_link", json!({}));
    let both = person.wait_for_question_where(TABLE, |question| question.waiting == 1);
    both.press(Press::Decline);
    assert_eq!(text(&host.wait_for_reply(first)), "decline");
    // The link was asked while both calls were open, so either may have caused it.
    let link = person.wait_for_question("Please sign in");
    assert_eq!(
        link.view.asker.claimed.tool.as_deref(),
        Some("one of: ask_form, ask_link")
    );
    link.press(Press::Decline);
    assert_eq!(text(&host.wait_for_reply(second)), "decline");
}

/// The card of a question that the rmcp server asks.
fn card_of(options: &[&str], change: impl FnOnce(&mut std::process::Command)) -> AskerView {
    let doorbell = Doorbell::start();
    let mut wrap = wrap(&doorbell.socket(), options, &SampleServer::Rmcp.command());
    change(&mut wrap);
    let mut host = Host::start(wrap, Era::Legacy, json!({}));
    let call = host.call_tool("ask_form", json!({}));
    let question = doorbell.wait_for_question(TABLE);
    question.press(Press::Decline);
    assert_eq!(text(&host.wait_for_reply(call)), "decline");
    question.view.asker
}
