//! Questions of muted servers are refused.

use std::path::{Path, PathBuf};

use doorbell_core::asker::AgentName;
use doorbell_daemon::HistoryError;
use doorbell_daemon::view::{AskerView, MuteFor, MuteView, Press};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Asker, Doorbell, empty_form};

const OUTCOME: &str = "dev.doorbell/outcome";
const UNTIL_UNMUTED: &str = "The person muted questions from this server until they unmute it.";

#[test]
fn muted_server_is_refused_with_a_reason_and_others_are_not() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    ask_and_decline(&doorbell, &mut asker, 1, "acme");
    doorbell.person().mute("acme", Some(MuteFor::Always));
    assert_eq!(ask_and_expect_refusal(&mut asker, 2, "acme"), UNTIL_UNMUTED);
    ask_and_decline(&doorbell, &mut asker, 3, "other");
    let lines = doorbell.person().search_history("muted").entries;
    let [line] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(line.outcome, "refused");
    assert_eq!(line.reason.as_deref(), Some(UNTIL_UNMUTED));
    doorbell.person().mute("acme", None);
    ask_and_decline(&doorbell, &mut asker, 4, "acme");
}

#[test]
fn mute_does_not_apply_to_same_server_of_another_agent() {
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    person
        .try_mute("Another agent", "acme", Some(MuteFor::Always))
        .unwrap();
    ask_and_decline(&doorbell, &mut doorbell.asker(), 1, "acme");
}

#[test]
fn mute_reason_states_the_end_time() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    ask_and_decline(&doorbell, &mut asker, 1, "acme");
    for (id, length) in [(2, MuteFor::Hour), (3, MuteFor::Day)] {
        doorbell.person().mute("acme", Some(length));
        let reason = ask_and_expect_refusal(&mut asker, id, "acme");
        let time = reason
            .strip_prefix("The person muted questions from this server until 20")
            .and_then(|rest| rest.strip_suffix('.'))
            .unwrap_or_else(|| panic!("{reason}"));
        assert_eq!(time.len(), "26-11-16 14:05".len(), "{reason}");
        let listed = doorbell.person().list_askers().remove(0);
        assert!(matches!(listed.mute, MuteView::Until { .. }));
    }
}

#[test]
fn malformed_params_of_a_muted_server_are_an_error() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let agent = agent_name(&doorbell, &mut asker);
    let person = doorbell.person();
    person
        .try_mute(&agent, "tests", Some(MuteFor::Always))
        .unwrap();
    asker.ask_with(
        1,
        json!({"message": "Sign in", "mode": "url", "url": "not a url"}),
    );
    assert_eq!(asker.read_json()["error"]["code"], -32602);
}

#[test]
fn muting_leaves_open_questions_alone() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    ask_and_decline(&doorbell, &mut asker, 1, "acme");
    asker.ask_with(2, question_from("acme"));
    let open = doorbell.wait_for_question("Deploy?");
    doorbell.person().mute("acme", Some(MuteFor::Always));
    ask_and_expect_refusal(&mut asker, 3, "acme");
    open.press(Press::Decline);
    assert_eq!(asker.read_result(2)["action"], "decline");
}

#[test]
fn mutes_survive_restart_and_clearing_history() {
    let (_directory, path) = database_path();
    {
        let doorbell = start(&path);
        let mut asker = doorbell.asker();
        for (id, server) in [(1, "acme"), (2, "unmuted"), (3, "day")] {
            ask_and_decline(&doorbell, &mut asker, id, server);
        }
        doorbell.person().mute("acme", Some(MuteFor::Always));
        doorbell.person().mute("day", Some(MuteFor::Day));
        doorbell.person().mute("unmuted", Some(MuteFor::Always));
        doorbell.person().mute("unmuted", None);
        doorbell.person().clear_history();
    }
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    let mut askers = doorbell.person().list_askers();
    askers.sort_by(|one, other| one.server.cmp(&other.server));
    let askers: Vec<_> = askers
        .iter()
        .map(|line| (line.server.as_str(), line.asked))
        .collect();
    assert_eq!(askers, [("acme", 0), ("day", 0)]);
    assert_eq!(ask_and_expect_refusal(&mut asker, 1, "acme"), UNTIL_UNMUTED);
    assert!(ask_and_expect_refusal(&mut asker, 2, "day").contains(" until 20"));
    ask_and_decline(&doorbell, &mut asker, 3, "unmuted");
}

#[test]
fn mute_works_without_storage() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let agent = agent_name(&doorbell, &mut asker);
    let person = doorbell.person();
    person
        .try_mute(&agent, "acme", Some(MuteFor::Hour))
        .unwrap();
    ask_and_expect_refusal(&mut asker, 1, "acme");
    assert_eq!(person.list_askers().len(), 1);
    assert_eq!(person.search_history("").kept, 0);
}

#[test]
fn mute_limit_is_reported() {
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    for count in 0..1_000 {
        let server = format!("server {count}");
        person
            .try_mute("Codex", &server, Some(MuteFor::Hour))
            .unwrap();
    }
    let one_more = person.try_mute("Codex", "acme", Some(MuteFor::Hour));
    let error = one_more.unwrap_err();
    assert!(matches!(error, HistoryError::TooManyMutes(_)));
    assert_eq!(
        error.to_string(),
        "1000 sources are already muted. Unmute one of them first."
    );
}

/// The agent name that the daemon gives this process.
fn agent_name(doorbell: &Doorbell, asker: &mut Asker) -> String {
    asker.ask("agent", "Deploy?", empty_form());
    let question = doorbell.wait_for_question("Deploy?");
    question.press(Press::Decline);
    asker.read_result("agent");
    let AskerView {
        agent: name,
        agent_source: source,
        ..
    } = question.view.asker;
    AgentName { name, source }.to_string()
}

/// Asks for a server, expects a refusal and returns its reason.
fn ask_and_expect_refusal(asker: &mut Asker, id: u64, server: &str) -> String {
    asker.ask_with(id, question_from(server));
    let result = asker.read_result(id);
    assert_eq!(result["action"], "cancel", "{result}");
    assert_eq!(result["_meta"][OUTCOME]["outcome"], "refused");
    let reason = &result["_meta"][OUTCOME]["reason"];
    reason.as_str().unwrap().to_owned()
}

fn ask_and_decline(doorbell: &Doorbell, asker: &mut Asker, id: u64, server: &str) {
    asker.ask_with(id, question_from(server));
    doorbell.wait_for_question("Deploy?").press(Press::Decline);
    assert_eq!(asker.read_result(id)["action"], "decline");
}

fn question_from(server: &str) -> Value {
    json!({
        "message": "Deploy?",
        "requestedSchema": empty_form(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}},
    })
}

fn database_path() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("doorbell.db");
    (directory, path)
}

fn start(path: &Path) -> Doorbell {
    Doorbell::start_with(|config| config.database = Some(path.to_owned()))
}
