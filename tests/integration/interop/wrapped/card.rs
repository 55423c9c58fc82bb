//! What the person is told about who asks.

use doorbell_daemon::view::{AskerView, Press};
use serde_json::json;

use super::python_sdk::TABLE;
use super::{Server, text, wrap, wrapped};
use crate::support::{Doorbell, Era, Host, program};

#[test]
fn the_server_the_tool_and_the_project_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::Rmcp.command();
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
    assert_eq!(card.verified.program.path.as_deref(), program().to_str());
    let parents: Vec<u32> = card
        .verified
        .parents
        .iter()
        .map(|parent| parent.pid)
        .collect();
    assert!(parents.contains(&std::process::id()), "{parents:?}");

    // Without a name it is called what it runs.
    assert_eq!(card_of(&[], |_| {}).name, "rmcp-server");
}

#[test]
fn the_agent_is_known_by_the_system_or_by_its_marks() {
    let own = card_of(&[], |_| {});
    let marked = card_of(&[], |command| {
        command.env("CLAUDECODE", "1");
        command.env("CLAUDE_CODE_SESSION_ID", "c9");
        command.env("CLAUDE_PROJECT_DIR", "/home/ada/shop");
    });
    assert_eq!(marked.project.as_deref(), Some("shop"));
    assert_eq!(marked.claimed.project.as_deref(), Some("/home/ada/shop"));
    assert_eq!(marked.claimed.session.as_deref(), Some("c9"));
    if own.claimed.agent.as_deref() == Some("doorbell-tests") {
        // As the agent called itself when it shook hands.
        assert!(own.agent_is_claimed);
        assert_eq!(marked.agent, "Claude Code");
        assert!(marked.agent_is_claimed);
    } else {
        // An agent runs these tests, and what the system shows wins.
        assert_eq!(marked.agent, own.agent);
        assert_eq!(marked.agent_is_claimed, own.agent_is_claimed);
    }
}

#[test]
fn two_calls_at_once_are_both_named() {
    let (doorbell, mut host) = wrapped(Server::PythonSdk, Era::Legacy);
    let person = doorbell.person();
    let first = host.calls("ask_form", json!({}));
    let question = person.sees(TABLE);
    assert_eq!(
        question.view.asker.claimed.tool.as_deref(),
        Some("ask_form")
    );
    let second = host.calls("ask_link", json!({}));
    let both = person.sees_where(TABLE, |question| question.place.of == 2);
    both.does(Press::Decline);
    assert_eq!(text(&host.hears_reply(first)), "decline");
    // It came while both were open, and stays: one of them still is.
    let link = person.sees("Please sign in");
    assert_eq!(
        link.view.asker.claimed.tool.as_deref(),
        Some("one of: ask_form, ask_link")
    );
    link.does(Press::Decline);
    assert_eq!(text(&host.hears_reply(second)), "decline");
}

/// The card of a question that a server on rmcp asks.
fn card_of(options: &[&str], change: impl FnOnce(&mut std::process::Command)) -> AskerView {
    let doorbell = Doorbell::start();
    let mut wrap = wrap(&doorbell.socket(), options, &Server::Rmcp.command());
    change(&mut wrap);
    let mut host = Host::start(wrap, Era::Legacy, json!({}));
    let call = host.calls("ask_form", json!({}));
    let question = doorbell.person().sees(TABLE);
    question.does(Press::Decline);
    assert_eq!(text(&host.hears_reply(call)), "decline");
    question.view.asker
}
