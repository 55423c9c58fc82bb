//! Askers that disconnect and reconnect.

use super::harness::{BoardHarness, SEND, question};
use super::*;
use crate::asker::AskerId;

const GRACE: u64 = 5_000;

fn resumable(asker: u64) -> NewQuestion {
    NewQuestion {
        keyed: true,
        ..question(asker, 1, None)
    }
}

/// A resumable question on the screen, whose asker 1 has just disconnected.
fn disconnected() -> (BoardHarness, QuestionId) {
    let mut harness = BoardHarness::new();
    let id = harness.submit(resumable(1));
    harness.wait_for_guard();
    harness.board.asker_disconnected(AskerId(1), &harness.now);
    harness.apply_effects();
    (harness, id)
}

impl BoardHarness {
    fn reconnect(&mut self, id: QuestionId, asker: u64) -> bool {
        let resumed = self.board.resume(id, &resumable(asker).asker);
        self.apply_effects();
        resumed
    }

    fn tick_after(&mut self, milliseconds: u64) {
        self.advance(milliseconds);
        self.board.tick(&self.now);
        self.apply_effects();
    }
}

#[test]
fn question_is_withdrawn_when_the_grace_period_ends() {
    let (mut harness, id) = disconnected();
    let since = harness.now.steady;
    let end = since + BoardRules::STANDARD.reconnect_timeout;
    assert_eq!(harness.board.next_tick(), Some(end));
    harness.tick_after(GRACE - 1);
    assert!(harness.ended.is_empty());
    assert_eq!(harness.question_on_screen(), Some(id));
    harness.tick_after(1);
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
    assert_eq!(harness.question_on_screen(), None);
    assert!(!harness.reconnect(id, 2), "it is too late");
}

#[test]
fn reconnected_asker_gets_the_outcome() {
    let (mut harness, id) = disconnected();
    let before = harness.screen.clone();
    harness.tick_after(GRACE - 1);
    assert!(harness.reconnect(id, 2));
    harness.tick_after(GRACE);
    assert_eq!(harness.screen, before);
    // The old connection is reported as closed again.
    harness.board.asker_disconnected(AskerId(1), &harness.now);
    harness.tick_after(GRACE);
    assert_eq!(harness.press(SEND), crate::view::PressReply::Done);
    let (ended, asker, ending) = &harness.ended[0];
    assert_eq!((*ended, *asker), (id, AskerId(2)));
    assert_eq!(ending.outcome, Outcome::Accepted);
    assert!(!harness.reconnect(id, 3), "it is answered");
}

#[test]
fn question_can_be_answered_while_the_asker_is_away() {
    let (mut harness, id) = disconnected();
    assert_eq!(harness.press(SEND), crate::view::PressReply::Done);
    harness.tick_after(GRACE);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn question_without_a_key_is_withdrawn_at_once() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.board.asker_disconnected(AskerId(1), &harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn opened_link_has_a_grace_period_too() {
    let mut harness = BoardHarness::new();
    let link = |asker| {
        let mut question = resumable(asker);
        question.body = QuestionBody::Link {
            link: crate::link::assess("https://example.com/").unwrap(),
            elicitation: None,
            group: None,
        };
        question
    };
    for reconnects in [true, false] {
        let id = harness.submit(link(1));
        harness.wait_for_guard();
        harness.press(crate::view::Press::Open);
        harness.board.link_opened(id, None, &harness.now);
        harness.board.asker_disconnected(AskerId(1), &harness.now);
        harness.tick_after(GRACE - 1);
        assert!(!harness.ended_links.iter().any(|(ended, _)| *ended == id));
        if reconnects {
            assert!(harness.reconnect(id, 2));
        }
        harness.tick_after(1);
        let has_ended = harness.ended_links.iter().any(|(ended, _)| *ended == id);
        assert_eq!(has_ended, !reconnects);
        harness.board.asker_disconnected(AskerId(2), &harness.now);
        harness.tick_after(GRACE);
    }
}
