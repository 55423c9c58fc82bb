//! Answer in terminal, told as short scenes.

use super::play::{LATER, Play, SEND};
use super::*;
use crate::outcome::Answer;
use crate::view::{Press, PressReply, StageView, StateView};

const BACK: Press = Press::AnswerInTerminal;

/// A play whose askers can take their questions back.
fn play() -> Play {
    let mut play = Play::new();
    play.hand_back = true;
    play
}

fn is_offered(play: &Play) -> bool {
    matches!(&play.shown, StageView::Question { question } if question.hand_back)
}

fn announced(play: &Play) -> (&str, Option<&str>) {
    let StageView::Announcement { announcement } = &play.shown else {
        panic!("something is announced");
    };
    (&announcement.done, announcement.next.as_deref())
}

#[test]
fn a_form_goes_back_by_one_press_and_is_neither_accepted_nor_declined() {
    let mut play = play();
    let id = play.ask(1);
    play.look();
    assert!(is_offered(&play));
    assert_eq!(play.press(BACK), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::HandedBack)]);
    let ending = &play.ended[0].2;
    assert_eq!((&ending.reason, &ending.content), (&None, &None));
    assert!(ending.answered_at.is_some(), "a person decided");
    assert_eq!(ending.outcome.answer(), Answer::Cancel);
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn it_is_refused_where_the_asker_did_not_offer_it() {
    let mut play = Play::new();
    play.ask(1);
    play.look();
    assert!(!is_offered(&play));
    assert_eq!(play.press(BACK), PressReply::Stale);
    let mut play = Play::new();
    play.ask_link("https://example.com/", None);
    play.look();
    assert!(!is_offered(&play));
    assert_eq!(play.press(BACK), PressReply::Stale);
    assert_eq!(play.outcomes(), []);
}

#[test]
fn it_counts_500_ms_after_the_question_was_seen_and_not_before() {
    let mut play = play();
    play.ask(1);
    play.paint();
    play.pass(499);
    assert_eq!(play.press(BACK), PressReply::TooSoon);
    play.pass(1);
    assert_eq!(play.press(BACK), PressReply::Done);
}

#[test]
fn a_form_that_was_typed_in_asks_first() {
    let mut play = play();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    assert_eq!(play.press(BACK), PressReply::Done);
    assert_eq!(play.state(), Some(&StateView::HandingBack));
    assert_eq!(play.press(BACK), PressReply::TooSoon, "a double click");
    assert_eq!(play.press(Press::KeepWaiting), PressReply::Done);
    assert_eq!(play.state(), Some(&StateView::Open { deadline: None }));
    assert_eq!(
        play.board
            .answer_text(&id.to_string(), &play.now)
            .as_deref(),
        Some("{\n  \"name\": \"Ada\"\n}")
    );
    play.look();
    play.press(BACK);
    play.look();
    for press in [SEND, Press::Decline, LATER, Press::Stop] {
        assert_eq!(play.press(press), PressReply::Stale, "{press:?}");
    }
    assert_eq!(play.press(BACK), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::HandedBack)]);
}

#[test]
fn esc_takes_the_first_press_back_and_closing_asks_anew() {
    let mut play = play();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    play.press(BACK);
    play.look();
    assert_eq!(play.press(Press::Dismiss), PressReply::Done);
    assert_eq!(play.state(), Some(&StateView::Open { deadline: None }));
    play.look();
    play.press(BACK);
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(play.state(), Some(&StateView::Stopping));
    play.look();
    assert_eq!(play.press(BACK), PressReply::Stale);
    assert_eq!(play.outcomes(), []);
}

#[test]
fn a_form_whose_asker_leaves_while_it_asks_is_kept() {
    let mut play = play();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    play.press(BACK);
    play.board.withdraw(id, &play.now);
    play.settle();
    play.look();
    assert!(matches!(play.state(), Some(StateView::Withdrawn { .. })));
    assert_eq!(play.press(BACK), PressReply::Stale);
    assert_eq!(play.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn the_next_question_of_the_session_shows_and_another_sessions_is_announced() {
    let mut play = play();
    play.ask(1);
    let same = play.ask(1);
    play.look();
    play.press(BACK);
    assert_eq!(play.question_on_screen(), Some(same));
    play.ask(2);
    play.look();
    play.press(BACK);
    assert_eq!(
        announced(&play),
        ("Handed back to agent-1.", Some("agent-2"))
    );
}

#[test]
fn a_link_goes_back_at_once_whatever_was_done_with_it() {
    let mut play = play();
    let id = play.ask_link("https://example.com/", None);
    play.look();
    assert!(play.board.copy_link(&id.to_string(), &play.now).is_ok());
    play.settle();
    play.look();
    assert_eq!(play.press(BACK), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::HandedBack)]);
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn a_link_whose_browser_is_being_started_does_not_go_back() {
    let mut play = play();
    play.ask_link("https://example.com/", None);
    play.look();
    play.press(Press::Open);
    play.look();
    assert_eq!(play.press(BACK), PressReply::Stale);
}

#[test]
fn a_link_takes_its_request_with_it() {
    let mut play = play();
    let [first, second, third] = ["https://a.com/", "https://b.com/", "https://c.com/"]
        .map(|url| play.ask_link(url, Some("r")));
    let other = play.ask_link("https://d.com/", Some("another"));
    play.open_link(first);
    play.look();
    assert_eq!(play.press(BACK), PressReply::Done);
    assert_eq!(
        play.outcomes(),
        [
            (first, Outcome::Accepted),
            (second, Outcome::HandedBack),
            (third, Outcome::HandedBack)
        ]
    );
    let rest = &play.ended[2].2;
    assert!(rest.reason.is_some() && rest.answered_at.is_none());
    assert_eq!(play.finished, [(first, Finish::CancelledByPerson)]);
    assert_eq!(
        announced(&play),
        (
            "Handed back to agent-1, with every link of this request.",
            Some("agent-1")
        )
    );
    play.look();
    play.press(Press::Show);
    assert_eq!(play.question_on_screen(), Some(other));
}

#[test]
fn a_link_that_cannot_go_back_ends_with_the_request_all_the_same() {
    let mut play = play();
    let first = play.ask_link("https://a.com/", Some("r"));
    play.hand_back = false;
    let second = play.ask_link("https://b.com/", Some("r"));
    play.look();
    play.press(BACK);
    assert_eq!(
        play.outcomes(),
        [(first, Outcome::HandedBack), (second, Outcome::Dismissed)]
    );
}
