//! The card tells whether its asker has asked before, and whether its program changed since.

use std::path::Path;
use std::process::Command;

use doorbell_core::settings::Settings;
use doorbell_daemon::view::{FamiliarityView, AskerView, MuteFor, Press};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, Running, confirmation, program};

const QUESTION: &str = "Deploy?";

/// How often the asker of a card had asked; `None` if never.
fn asked(card: &AskerView) -> Option<u32> {
    match card.familiarity.expect("it is remembered") {
        FamiliarityView::First => None,
        FamiliarityView::Again { asked, .. } => Some(asked),
    }
}

fn of(server: &str) -> Value {
    json!({
        "message": QUESTION,
        "requestedSchema": confirmation(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}},
    })
}

/// Asks for a server, is declined, and gives back the card that the person saw.
fn asks(doorbell: &Doorbell, asker: &mut Asker, id: u64, server: &str) -> AskerView {
    asker.asks_with(id, of(server));
    let question = doorbell.person().sees(QUESTION);
    question.does(Press::Decline);
    assert_eq!(asker.hears_result(id)["action"], "decline");
    question.view.asker
}

/// Has a program ask, and gives back the card that the person saw.
fn runs(doorbell: &Doorbell, program: &Path) -> AskerView {
    let mut command = Command::new(program);
    command.env_clear();
    let arguments = ["ask", "--confirm", "--message", QUESTION];
    let running = Running::start(command, &doorbell.socket(), arguments);
    let question = doorbell.person().sees(QUESTION);
    question.does(Press::Decline);
    running.finishes();
    question.view.asker
}

#[test]
fn the_first_question_says_so_and_the_next_ones_how_many_there_were() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    let mut next = 0..;
    let mut of = |server: &str| {
        let id = next.next().unwrap();
        asked(&asks(&doorbell, &mut asker, id, server))
    };
    assert_eq!(of("acme"), None);
    assert_eq!(of("acme"), Some(1));
    assert_eq!(of("other"), None, "another name has not asked");
    assert_eq!(of("acme"), Some(2));
    // Another connection of the same program is no stranger.
    let card = asks(&doorbell, &mut doorbell.asker(), 1, "acme");
    assert_eq!(asked(&card), Some(3));
    assert!(!card.verified.changed);
}

#[test]
fn what_is_told_on_a_card_does_not_change_under_the_person() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    asker.asks_with(1, of("acme"));
    doorbell.person().sees(QUESTION);
    asker.asks_with(2, of("acme"));
    let first = doorbell
        .person()
        .sees_where(QUESTION, |question| question.place.of == 2);
    assert_eq!(asked(&first.view.asker), None);
    first.does(Press::Decline);
    let second = doorbell
        .person()
        .sees_where(QUESTION, |question| question.place.of == 1);
    assert_eq!(asked(&second.view.asker), Some(1));
}

#[test]
fn a_question_that_nobody_was_asked_is_not_counted() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    asks(&doorbell, &mut asker, 1, "acme");
    doorbell.person().mutes("acme", Some(MuteFor::Always));
    asker.asks_with(2, of("acme"));
    assert_eq!(asker.hears_result(2)["action"], "cancel");
    let malformed = json!({"message": QUESTION, "mode": "url", "url": "no url"});
    asker.asks_with(3, malformed);
    assert_eq!(asker.hears_json()["error"]["code"], -32602);
    doorbell.person().mutes("acme", None);
    assert_eq!(asked(&asks(&doorbell, &mut asker, 4, "acme")), Some(1));
}

#[test]
fn acquaintances_survive_a_crash() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    asks(&doorbell, &mut asker, 1, "acme");
    // What was handed over before has been written when this is answered.
    assert_eq!(doorbell.person().looks_up("").kept, 1);
    let doorbell = doorbell.crashes();
    let card = asks(&doorbell, &mut doorbell.asker(), 1, "acme");
    assert_eq!(asked(&card), Some(1));
}

#[test]
fn clearing_history_forgets_how_often_and_not_that() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    for id in 1..=2 {
        asks(&doorbell, &mut asker, id, "acme");
    }
    doorbell.person().clears_history();
    assert_eq!(asked(&asks(&doorbell, &mut asker, 3, "acme")), Some(0));
    assert_eq!(asked(&asks(&doorbell, &mut asker, 4, "acme")), Some(1));
}

#[test]
fn without_history_nothing_is_counted() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    asks(&doorbell, &mut asker, 1, "acme");
    let settings = Settings {
        history: false,
        ..Settings::STANDARD
    };
    doorbell.handle.settings_file_changed(settings, None);
    for id in 2..=3 {
        assert_eq!(asked(&asks(&doorbell, &mut asker, id, "acme")), Some(0));
    }
}

#[test]
fn where_nothing_is_kept_nobody_is_called_new() {
    let doorbell = Doorbell::start();
    let card = asks(&doorbell, &mut doorbell.asker(), 1, "acme");
    assert_eq!(card.familiarity, None);
}

#[test]
fn a_program_that_is_replaced_is_told_once_and_one_elsewhere_is_a_stranger() {
    let doorbell = Doorbell::start_keeping();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| {
        let copy = folder.path().join("new");
        // Not copied here: what is open for writing, a process that another test is just starting
        // would inherit, and then it cannot be run.
        let copied = Command::new("cp").arg(program()).arg(&copy).status();
        assert!(copied.unwrap().success());
        let place = folder.path().join(name);
        std::fs::rename(copy, &place).unwrap();
        place
    };
    let agent = place("agent");
    let told = |card: AskerView| (asked(&card), card.verified.changed);
    assert_eq!(told(runs(&doorbell, &agent)), (None, false));
    assert_eq!(told(runs(&doorbell, &agent)), (Some(1), false));
    place("agent");
    assert_eq!(told(runs(&doorbell, &agent)), (Some(2), true));
    assert_eq!(told(runs(&doorbell, &agent)), (Some(3), false));
    assert_eq!(told(runs(&doorbell, &place("other"))), (None, false));
}
