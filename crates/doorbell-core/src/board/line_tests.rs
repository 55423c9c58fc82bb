//! Askers that leave and come back.

use super::play::{Play, SEND, question};
use super::*;
use crate::asker::AskerId;

const GRACE: u64 = 5_000;

fn asked(asker: u64) -> Asked {
    Asked {
        keyed: true,
        ..question(asker, 1, None)
    }
}

/// A keyed question of asker 1, on the screen, whose asker has just left.
fn adrift() -> (Play, QuestionId) {
    let mut play = Play::new();
    let id = play.take(asked(1));
    play.look();
    play.board.asker_left(AskerId(1), &play.now);
    play.settle();
    (play, id)
}

impl Play {
    fn comes_back(&mut self, id: QuestionId, asker: u64) -> bool {
        let taken = self.board.take_over(id, &asked(asker).asker);
        self.settle();
        taken
    }

    fn ticks_after(&mut self, milliseconds: u64) {
        self.pass(milliseconds);
        self.board.tick(&self.now);
        self.settle();
    }
}

#[test]
fn the_grace_ends_when_it_says_and_not_before() {
    let (mut play, id) = adrift();
    let since = play.now.steady;
    let end = since + BoardRules::STANDARD.grace;
    assert_eq!(play.board.next_tick(), Some(end));
    play.ticks_after(GRACE - 1);
    assert!(play.ended.is_empty());
    assert_eq!(play.question_on_screen(), Some(id));
    play.ticks_after(1);
    assert_eq!(play.outcomes(), [(id, Outcome::Withdrawn)]);
    assert_eq!(play.question_on_screen(), None);
    assert!(!play.comes_back(id, 2), "it is too late");
}

#[test]
fn an_asker_that_comes_back_has_its_question_and_nothing_else_changes() {
    let (mut play, id) = adrift();
    let before = play.shown.clone();
    play.ticks_after(GRACE - 1);
    assert!(play.comes_back(id, 2));
    play.ticks_after(GRACE);
    assert_eq!(play.shown, before);
    // The old connection is found to be gone once more.
    play.board.asker_left(AskerId(1), &play.now);
    play.ticks_after(GRACE);
    assert_eq!(play.press(SEND), crate::view::PressReply::Done);
    let (ended, asker, ending) = &play.ended[0];
    assert_eq!((*ended, *asker), (id, AskerId(2)));
    assert_eq!(ending.outcome, Outcome::Accepted);
    assert!(!play.comes_back(id, 3), "it is answered");
}

#[test]
fn what_is_answered_while_the_asker_is_away_is_answered() {
    let (mut play, id) = adrift();
    assert_eq!(play.press(SEND), crate::view::PressReply::Done);
    play.ticks_after(GRACE);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn without_a_key_it_is_withdrawn_at_once() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.board.asker_left(AskerId(1), &play.now);
    play.settle();
    assert_eq!(play.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn an_opened_link_waits_for_its_asker_too() {
    let mut play = Play::new();
    let link = |asker| {
        let mut asked = asked(asker);
        asked.wanted = Wanted::Link {
            link: crate::link::assess("https://example.com/").unwrap(),
            elicitation: None,
            group: None,
        };
        asked
    };
    for comes_back in [true, false] {
        let id = play.take(link(1));
        play.look();
        play.press(crate::view::Press::Open);
        play.board.link_opened(id, None, &play.now);
        play.board.asker_left(AskerId(1), &play.now);
        play.ticks_after(GRACE - 1);
        assert!(!play.finished.iter().any(|(finished, _)| *finished == id));
        if comes_back {
            assert!(play.comes_back(id, 2));
        }
        play.ticks_after(1);
        let finished = play.finished.iter().any(|(finished, _)| *finished == id);
        assert_eq!(finished, !comes_back);
        play.board.asker_left(AskerId(2), &play.now);
        play.ticks_after(GRACE);
    }
}
