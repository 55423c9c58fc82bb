//! Askers that stop waiting.

use doorbell_core::form::Input;
use doorbell_daemon::StaleEdit;
use doorbell_daemon::view::{Press, PressReply};
use serde_json::json;

use crate::support::{Asker, Doorbell, SEND, name_form, wait_until};

#[test]
fn an_untouched_question_leaves_and_gets_no_response() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks("a", "Never mind?", name_form());
    let question = doorbell.person().sees("Never mind?");
    asker.withdraws("a");
    doorbell.person().sees_nothing();
    asker.has_heard_everything();
    assert_eq!(question.presses(SEND), PressReply::Stale);
    assert_eq!(question.fills("Name", Input::Empty), Err(StaleEdit));
    assert_eq!(open_questions(&mut asker), 0);
}

/// One way to leave; the asker if it is still there.
type Leave<'a> = &'a dyn Fn(Asker) -> Option<Asker>;

#[test]
fn a_touched_question_stays_marked_and_its_text_can_be_copied() {
    let leave: [(&str, Leave); 3] = [
        ("tests withdrew the question.", &|mut asker| {
            asker.withdraws(1);
            Some(asker)
        }),
        ("tests closed its connection.", &|asker| {
            drop(asker);
            None
        }),
        ("tests closed its connection.", &|mut asker| {
            asker.stops_sending();
            asker.is_cut_off();
            None
        }),
    ];
    for (reason, leave) in leave {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.asks(1, "Take your time", name_form());
        let person = doorbell.person();
        let question = person.sees("Take your time");
        question.types("Name", "Ada");
        let asker = leave(asker);

        let (over, shown) = person.sees_withdrawn("Take your time");
        assert_eq!(shown, reason);
        assert_eq!(over.view.id, question.view.id);
        assert_eq!(
            person.copies(&over.view.id).as_deref(),
            Some("{\n  \"name\": \"Ada\"\n}")
        );
        assert_eq!(over.presses(SEND), PressReply::Stale);
        assert_eq!(over.presses(Press::Decline), PressReply::Stale);
        if let Some(mut asker) = asker {
            asker.has_heard_everything();
            assert_eq!(open_questions(&mut asker), 0);
        }
        over.does(Press::Close);
        person.sees_nothing();
        assert_eq!(person.copies(&over.view.id), None);
    }
}

#[test]
fn what_is_typed_after_the_asker_left_is_kept() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Take your time", name_form());
    let person = doorbell.person();
    let question = person.sees("Take your time");
    question.types("Name", "Ad");
    asker.withdraws(1);
    person.sees_withdrawn("Take your time");
    // The last letters were on their way when the asker left.
    assert_eq!(question.types("Name", "Ada").problems, 0);
    assert_eq!(
        person.copies(&question.view.id).as_deref(),
        Some("{\n  \"name\": \"Ada\"\n}")
    );
    asker.has_heard_everything();
}

#[test]
fn closing_what_is_over_brings_the_next_question() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    first.asks(1, "Over", name_form());
    let person = doorbell.person();
    person.sees("Over").types("Name", "Ad");
    second.asks(1, "Next", name_form());
    second.has_heard_everything();
    first.withdraws(1);
    let (over, _) = person.sees_withdrawn("Over");
    over.does(Press::Close);
    person.sees("Next").does(Press::Decline);
    assert_eq!(second.hears_result(1)["action"], "decline");
    first.has_heard_everything();
}

#[test]
fn a_question_that_waits_behind_another_can_be_withdrawn() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    first.asks(1, "Shown", name_form());
    let person = doorbell.person();
    let question = person.sees("Shown");
    second.asks(1, "Waiting", name_form());
    person.sees_where("Shown", |question| question.place.of == 2);
    second.withdraws(1);
    person.sees_where("Shown", |question| question.place.of == 1);
    question.types("Name", "Ada");
    question.sends();
    assert_eq!(first.hears_result(1)["action"], "accept");
    second.has_heard_everything();
}

#[test]
fn leaving_withdraws_every_question_of_that_connection_and_no_other() {
    let doorbell = Doorbell::start();
    let (mut leaving, mut staying) = (doorbell.asker(), doorbell.asker());
    leaving.asks(1, "Leaving 1", name_form());
    doorbell.person().sees("Leaving 1");
    staying.asks(1, "Staying", name_form());
    leaving.asks(2, "Leaving 2", name_form());
    leaving.has_heard_everything();
    wait_until("all three wait", || open_questions(&mut staying) == 3);
    drop(leaving);
    let question = doorbell
        .person()
        .sees_where("Staying", |question| question.place.of == 1);
    question.does(Press::Decline);
    assert_eq!(staying.hears_result(1)["action"], "decline");
}

#[test]
fn a_withdrawal_of_nothing_is_ignored() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.asks(1, "Mine", name_form());
    doorbell.person().sees("Mine");
    // The same id of another connection, an unknown one, one of another type, and nonsense.
    other.withdraws(1);
    asker.withdraws(2);
    asker.withdraws("1");
    asker.says(r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#);
    asker.says(
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}"#,
    );
    other.has_heard_everything();
    asker.has_heard_everything();
    doorbell.person().sees("Mine").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
    asker.withdraws(1);
    asker.has_heard_everything();
}

fn open_questions(asker: &mut Asker) -> u64 {
    asker.calls("doorbell/status", json!({}))["open"]
        .as_u64()
        .unwrap()
}
