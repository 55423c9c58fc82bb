//! The card shows how often its program has asked before and whether the program file has changed.

use std::path::Path;
use std::process::Command;

use doorbell_core::settings::Settings;
use doorbell_daemon::view::{AskerView, FamiliarityView, MuteFor, Press};
use doorbell_tests::process::copy_program;
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, RunningCommand, doorbell_binary, empty_form};

const QUESTION: &str = "Deploy?";

/// How often the program had asked before; `None` if never.
fn previous_questions(card: &AskerView) -> Option<u32> {
    match card.familiarity.expect("the daemon should have storage") {
        FamiliarityView::First => None,
        FamiliarityView::Again { asked, .. } => Some(asked),
    }
}

fn question_from(server: &str) -> Value {
    json!({
        "message": QUESTION,
        "requestedSchema": empty_form(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}},
    })
}

/// Asks for a server, declines, and returns the card that was shown.
fn ask_and_decline(doorbell: &Doorbell, asker: &mut Asker, id: u64, server: &str) -> AskerView {
    asker.ask_with(id, question_from(server));
    let question = doorbell.wait_for_question(QUESTION);
    question.press(Press::Decline);
    assert_eq!(asker.read_result(id)["action"], "decline");
    question.view.asker
}

/// Runs a program that asks, declines, and returns the card that was shown.
fn run_and_decline(doorbell: &Doorbell, program: &Path) -> AskerView {
    let mut command = Command::new(program);
    command.env_clear();
    let arguments = ["ask", "--confirm", "--message", QUESTION];
    let running = RunningCommand::start(command, &doorbell.socket(), arguments);
    let question = doorbell.wait_for_question(QUESTION);
    question.press(Press::Decline);
    running.finish();
    question.view.asker
}

#[test]
fn first_question_is_marked_new_and_later_ones_show_a_count() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    let mut ids = 0..;
    let mut ask_from = |server: &str| {
        let id = ids.next().unwrap();
        previous_questions(&ask_and_decline(&doorbell, &mut asker, id, server))
    };
    assert_eq!(ask_from("acme"), None);
    assert_eq!(ask_from("acme"), Some(1));
    assert_eq!(ask_from("other"), None, "another server is new");
    assert_eq!(ask_from("acme"), Some(2));
    // Another connection of the same program continues the count.
    let card = ask_and_decline(&doorbell, &mut doorbell.asker(), 1, "acme");
    assert_eq!(previous_questions(&card), Some(3));
    assert!(!card.verified.changed);
}

#[test]
fn question_count_on_a_shown_card_does_not_change() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    asker.ask_with(1, question_from("acme"));
    doorbell.wait_for_question(QUESTION);
    asker.ask_with(2, question_from("acme"));
    let first = doorbell.wait_for_question_where(QUESTION, |question| question.waiting == 1);
    assert_eq!(previous_questions(&first.view.asker), None);
    first.press(Press::Decline);
    let second = doorbell.wait_for_question_where(QUESTION, |question| question.waiting == 0);
    assert_eq!(previous_questions(&second.view.asker), Some(1));
}

#[test]
fn refused_and_malformed_questions_are_not_counted() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask_and_decline(&doorbell, &mut asker, 1, "acme");
    doorbell.person().mute("acme", Some(MuteFor::Always));
    asker.ask_with(2, question_from("acme"));
    assert_eq!(asker.read_result(2)["action"], "cancel");
    let malformed = json!({"message": QUESTION, "mode": "url", "url": "no url"});
    asker.ask_with(3, malformed);
    assert_eq!(asker.read_json()["error"]["code"], -32602);
    doorbell.person().mute("acme", None);
    assert_eq!(
        previous_questions(&ask_and_decline(&doorbell, &mut asker, 4, "acme")),
        Some(1)
    );
}

#[test]
fn question_counts_survive_a_crash() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask_and_decline(&doorbell, &mut asker, 1, "acme");
    // The reply comes after all pending writes.
    assert_eq!(doorbell.person().search_history("").kept, 1);
    let doorbell = doorbell.crash_and_restart();
    let card = ask_and_decline(&doorbell, &mut doorbell.asker(), 1, "acme");
    assert_eq!(previous_questions(&card), Some(1));
}

#[test]
fn clearing_history_resets_counts_but_keeps_programs_known() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    for id in 1..=2 {
        ask_and_decline(&doorbell, &mut asker, id, "acme");
    }
    doorbell.person().clear_history();
    assert_eq!(
        previous_questions(&ask_and_decline(&doorbell, &mut asker, 3, "acme")),
        Some(0)
    );
    assert_eq!(
        previous_questions(&ask_and_decline(&doorbell, &mut asker, 4, "acme")),
        Some(1)
    );
}

#[test]
fn questions_are_not_counted_when_history_is_off() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask_and_decline(&doorbell, &mut asker, 1, "acme");
    let settings = Settings {
        history: false,
        ..Settings::STANDARD
    };
    doorbell.handle.settings_file_changed(settings, None);
    for id in 2..=3 {
        assert_eq!(
            previous_questions(&ask_and_decline(&doorbell, &mut asker, id, "acme")),
            Some(0)
        );
    }
}

#[test]
fn no_program_is_marked_new_without_storage() {
    let doorbell = Doorbell::start();
    let card = ask_and_decline(&doorbell, &mut doorbell.asker(), 1, "acme");
    assert_eq!(card.familiarity, None);
}

#[test]
fn replaced_program_is_marked_changed_once_and_a_copy_elsewhere_is_new() {
    let doorbell = Doorbell::start_with_storage();
    let folder = tempfile::tempdir().unwrap();
    let install = |name: &str| {
        let copy = folder.path().join("new");
        copy_program(doorbell_binary(), &copy).unwrap();
        let path = folder.path().join(name);
        std::fs::rename(copy, &path).unwrap();
        path
    };
    let agent = install("agent");
    let count_and_changed = |card: AskerView| (previous_questions(&card), card.verified.changed);
    assert_eq!(
        count_and_changed(run_and_decline(&doorbell, &agent)),
        (None, false)
    );
    assert_eq!(
        count_and_changed(run_and_decline(&doorbell, &agent)),
        (Some(1), false)
    );
    install("agent");
    assert_eq!(
        count_and_changed(run_and_decline(&doorbell, &agent)),
        (Some(2), true)
    );
    assert_eq!(
        count_and_changed(run_and_decline(&doorbell, &agent)),
        (Some(3), false)
    );
    assert_eq!(
        count_and_changed(run_and_decline(&doorbell, &install("other"))),
        (None, false)
    );
}
