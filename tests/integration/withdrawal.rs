//! Questions that their asker withdraws, and askers that disconnect.

use doorbell_core::form::Input;
use doorbell_daemon::StaleEdit;
use doorbell_daemon::view::{Press, PressReply};
use serde_json::json;

use crate::support::{Asker, Doorbell, SEND, name_form, wait_until};

#[test]
fn untouched_withdrawn_question_disappears_without_response() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask("a", "Never mind?", name_form());
    let question = doorbell.wait_for_question("Never mind?");
    asker.withdraw("a");
    doorbell.wait_for_empty_screen();
    asker.assert_nothing_unread();
    assert_eq!(question.try_press(SEND), PressReply::Stale);
    assert_eq!(question.fill("Name", Input::Empty), Err(StaleEdit));
    assert_eq!(open_questions(&mut asker), 0);
}

/// Withdraws the question or disconnects. Returns the asker if it is still connected.
type Leave<'a> = &'a dyn Fn(Asker) -> Option<Asker>;

#[test]
fn touched_withdrawn_question_stays_and_its_text_can_be_copied() {
    let ways: [(&str, Leave); 3] = [
        ("tests withdrew the question.", &|mut asker| {
            asker.withdraw(1);
            Some(asker)
        }),
        ("tests closed its connection.", &|asker| {
            drop(asker);
            None
        }),
        ("tests closed its connection.", &|mut asker| {
            asker.shutdown_write();
            asker.expect_disconnect();
            None
        }),
    ];
    for (reason, leave) in ways {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.ask(1, "Take your time", name_form());
        let person = doorbell.person();
        let question = person.wait_for_question("Take your time");
        question.type_text("Name", "Ada");
        let asker = leave(asker);

        let (over, shown) = person.wait_for_withdrawn("Take your time");
        assert_eq!(shown, reason);
        assert_eq!(over.view.id, question.view.id);
        assert_eq!(
            person.copy_answer(&over.view.id).as_deref(),
            Some("{\n  \"name\": \"Ada\"\n}")
        );
        assert_eq!(over.try_press(SEND), PressReply::Stale);
        assert_eq!(over.try_press(Press::Decline), PressReply::Stale);
        if let Some(mut asker) = asker {
            asker.assert_nothing_unread();
            assert_eq!(open_questions(&mut asker), 0);
        }
        over.press(Press::Close);
        person.wait_for_empty_screen();
        assert_eq!(person.copy_answer(&over.view.id), None);
    }
}

#[test]
fn text_typed_after_withdrawal_is_kept() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Take your time", name_form());
    let person = doorbell.person();
    let question = person.wait_for_question("Take your time");
    question.type_text("Name", "Ad");
    asker.withdraw(1);
    person.wait_for_withdrawn("Take your time");
    // The last edit arrives after the withdrawal.
    assert_eq!(question.type_text("Name", "Ada").problems, 0);
    assert_eq!(
        person.copy_answer(&question.view.id).as_deref(),
        Some("{\n  \"name\": \"Ada\"\n}")
    );
    asker.assert_nothing_unread();
}

#[test]
fn closing_a_withdrawn_question_shows_the_next() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    first.ask(1, "Over", name_form());
    let person = doorbell.person();
    person.wait_for_question("Over").type_text("Name", "Ad");
    second.ask(1, "Next", name_form());
    second.assert_nothing_unread();
    first.withdraw(1);
    let (over, _) = person.wait_for_withdrawn("Over");
    over.press(Press::Close);
    person.wait_for_question("Next").press(Press::Decline);
    assert_eq!(second.read_result(1)["action"], "decline");
    first.assert_nothing_unread();
}

#[test]
fn queued_question_can_be_withdrawn() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    first.ask(1, "Shown", name_form());
    let person = doorbell.person();
    let question = person.wait_for_question("Shown");
    second.ask(1, "Waiting", name_form());
    person.wait_for_question_where("Shown", |question| question.waiting == 1);
    second.withdraw(1);
    person.wait_for_question_where("Shown", |question| question.waiting == 0);
    question.type_text("Name", "Ada");
    question.send();
    assert_eq!(first.read_result(1)["action"], "accept");
    second.assert_nothing_unread();
}

#[test]
fn disconnecting_withdraws_only_the_questions_of_that_connection() {
    let doorbell = Doorbell::start();
    let (mut leaving, mut staying) = (doorbell.asker(), doorbell.asker());
    leaving.ask(1, "Leaving 1", name_form());
    doorbell.wait_for_question("Leaving 1");
    staying.ask(1, "Staying", name_form());
    leaving.ask(2, "Leaving 2", name_form());
    leaving.assert_nothing_unread();
    wait_until("all three are open", || open_questions(&mut staying) == 3);
    drop(leaving);
    let question = doorbell.wait_for_question_where("Staying", |question| question.waiting == 0);
    question.press(Press::Decline);
    assert_eq!(staying.read_result(1)["action"], "decline");
}

#[test]
fn withdrawal_of_an_unknown_request_is_ignored() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.ask(1, "Mine", name_form());
    doorbell.wait_for_question("Mine");
    // The same id on another connection, unknown and mistyped ids, and invalid params.
    other.withdraw(1);
    asker.withdraw(2);
    asker.withdraw("1");
    asker.send_line(r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#);
    asker.send_line(
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}"#,
    );
    other.assert_nothing_unread();
    asker.assert_nothing_unread();
    doorbell.wait_for_question("Mine").press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
    asker.withdraw(1);
    asker.assert_nothing_unread();
}

fn open_questions(asker: &mut Asker) -> u64 {
    asker.call("doorbell/status", json!({}))["open"]
        .as_u64()
        .unwrap()
}
