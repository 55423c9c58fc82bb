//! Whoever is muted is refused, and nobody else.

use std::path::{Path, PathBuf};

use doorbell_daemon::HistoryError;
use doorbell_daemon::view::{MuteFor, MuteView, Press};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Asker, Doorbell, confirmation};

const OUTCOME: &str = "dev.doorbell/outcome";
const UNTIL_UNMUTED: &str = "The person muted questions from this server until they unmute it.";

#[test]
fn a_muted_pair_is_refused_with_the_reason_and_another_is_not() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    declines(&doorbell, &mut asker, 1, "acme");
    doorbell.person().mutes("acme", Some(MuteFor::Always));
    assert_eq!(is_refused(&mut asker, 2, "acme"), UNTIL_UNMUTED);
    declines(&doorbell, &mut asker, 3, "other");
    let lines = doorbell.person().looks_up("muted").entries;
    let [line] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(line.outcome, "refused");
    assert_eq!(line.reason.as_deref(), Some(UNTIL_UNMUTED));
    doorbell.person().mutes("acme", None);
    declines(&doorbell, &mut asker, 4, "acme");
}

#[test]
fn the_same_server_of_another_agent_is_not_muted() {
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    person
        .tries_to_mute("Another agent", "acme", Some(MuteFor::Always))
        .unwrap();
    declines(&doorbell, &mut doorbell.asker(), 1, "acme");
}

#[test]
fn the_reason_says_until_when() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    declines(&doorbell, &mut asker, 1, "acme");
    for (id, length) in [(2, MuteFor::Hour), (3, MuteFor::Day)] {
        doorbell.person().mutes("acme", Some(length));
        let reason = is_refused(&mut asker, id, "acme");
        let time = reason
            .strip_prefix("The person muted questions from this server until 20")
            .and_then(|rest| rest.strip_suffix('.'))
            .unwrap_or_else(|| panic!("{reason}"));
        assert_eq!(time.len(), "26-11-16 14:05".len(), "{reason}");
        let known = doorbell.person().knows().remove(0);
        assert!(matches!(known.mute, MuteView::Until { .. }));
    }
}

#[test]
fn malformed_params_are_an_error_of_whoever_is_muted_too() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let agent = agent_of(&doorbell, &mut asker);
    let person = doorbell.person();
    person
        .tries_to_mute(&agent, "tests", Some(MuteFor::Always))
        .unwrap();
    asker.asks_with(
        1,
        json!({"message": "Sign in", "mode": "url", "url": "not a url"}),
    );
    assert_eq!(asker.hears_json()["error"]["code"], -32602);
}

#[test]
fn muting_ends_nothing_that_is_open() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    declines(&doorbell, &mut asker, 1, "acme");
    asker.asks_with(2, of("acme"));
    let open = doorbell.person().sees("Deploy?");
    doorbell.person().mutes("acme", Some(MuteFor::Always));
    is_refused(&mut asker, 3, "acme");
    open.does(Press::Decline);
    assert_eq!(asker.hears_result(2)["action"], "decline");
}

#[test]
fn mutes_survive_a_restart_and_the_end_of_history() {
    let (_temp, path) = place();
    {
        let doorbell = start(&path);
        let mut asker = doorbell.asker();
        for (id, server) in [(1, "acme"), (2, "unmuted"), (3, "day")] {
            declines(&doorbell, &mut asker, id, server);
        }
        doorbell.person().mutes("acme", Some(MuteFor::Always));
        doorbell.person().mutes("day", Some(MuteFor::Day));
        doorbell.person().mutes("unmuted", Some(MuteFor::Always));
        doorbell.person().mutes("unmuted", None);
        doorbell.person().clears_history();
    }
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    let mut known = doorbell.person().knows();
    known.sort_by(|one, other| one.server.cmp(&other.server));
    let known: Vec<_> = known
        .iter()
        .map(|line| (line.server.as_str(), line.asked))
        .collect();
    assert_eq!(known, [("acme", 0), ("day", 0)]);
    assert_eq!(is_refused(&mut asker, 1, "acme"), UNTIL_UNMUTED);
    assert!(is_refused(&mut asker, 2, "day").contains(" until 20"));
    declines(&doorbell, &mut asker, 3, "unmuted");
}

#[test]
fn without_a_file_a_mute_counts_until_doorbell_ends() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let agent = agent_of(&doorbell, &mut asker);
    let person = doorbell.person();
    person
        .tries_to_mute(&agent, "acme", Some(MuteFor::Hour))
        .unwrap();
    is_refused(&mut asker, 1, "acme");
    assert_eq!(person.knows().len(), 1);
    assert_eq!(person.looks_up("").kept, 0);
}

#[test]
fn too_many_mutes_are_refused_in_a_sentence() {
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    for count in 0..1_000 {
        let server = format!("server {count}");
        person
            .tries_to_mute("Codex", &server, Some(MuteFor::Hour))
            .unwrap();
    }
    let one_more = person.tries_to_mute("Codex", "acme", Some(MuteFor::Hour));
    let error = one_more.unwrap_err();
    assert!(matches!(error, HistoryError::TooManyMutes(_)));
    assert_eq!(
        error.to_string(),
        "1000 askers are muted already. Unmute one of them first."
    );
}

/// What the tests' own process is called as an agent.
fn agent_of(doorbell: &Doorbell, asker: &mut Asker) -> String {
    asker.asks("agent", "Deploy?", confirmation());
    let question = doorbell.person().sees("Deploy?");
    question.does(Press::Decline);
    asker.hears_result("agent");
    question.view.asker.agent
}

/// The reason for which a question of this server is refused.
fn is_refused(asker: &mut Asker, id: u64, server: &str) -> String {
    asker.asks_with(id, of(server));
    let result = asker.hears_result(id);
    assert_eq!(result["action"], "cancel", "{result}");
    assert_eq!(result["_meta"][OUTCOME]["outcome"], "refused");
    let reason = &result["_meta"][OUTCOME]["reason"];
    reason.as_str().unwrap().to_owned()
}

fn declines(doorbell: &Doorbell, asker: &mut Asker, id: u64, server: &str) {
    asker.asks_with(id, of(server));
    doorbell.person().sees("Deploy?").does(Press::Decline);
    assert_eq!(asker.hears_result(id)["action"], "decline");
}

fn of(server: &str) -> Value {
    json!({
        "message": "Deploy?",
        "requestedSchema": confirmation(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}},
    })
}

fn place() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    (temp, path)
}

fn start(path: &Path) -> Doorbell {
    Doorbell::start_with(|config| config.database = Some(path.to_owned()))
}
