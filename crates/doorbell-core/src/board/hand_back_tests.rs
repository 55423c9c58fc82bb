//! "Answer in terminal": scenario tests.

use super::harness::{BoardHarness, LATER, SEND};
use super::*;
use crate::outcome::Answer;
use crate::view::{Press, PressReply, QuestionStateView, ScreenView};

const BACK: Press = Press::AnswerInTerminal;

/// A harness whose askers support handing back.
fn harness() -> BoardHarness {
    let mut harness = BoardHarness::new();
    harness.hand_back = true;
    harness
}

fn is_offered(harness: &BoardHarness) -> bool {
    matches!(&harness.screen, ScreenView::Question { question } if question.hand_back)
}

fn announced(harness: &BoardHarness) -> (&str, Option<&str>) {
    let ScreenView::Announcement { announcement } = &harness.screen else {
        panic!("something is announced");
    };
    (&announcement.done, announcement.next.as_deref())
}

#[test]
fn untouched_form_is_handed_back_by_one_press() {
    let mut harness = harness();
    let id = harness.ask(1);
    harness.wait_for_guard();
    assert!(is_offered(&harness));
    assert_eq!(harness.press(BACK), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::HandedBack)]);
    let ending = &harness.ended[0].2;
    assert_eq!((&ending.reason, &ending.content), (&None, &None));
    assert!(ending.answered_at.is_some(), "the person decided");
    assert_eq!(ending.outcome.answer(), Answer::Cancel);
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn press_is_stale_if_the_asker_does_not_support_it() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    assert!(!is_offered(&harness));
    assert_eq!(harness.press(BACK), PressReply::Stale);
    let mut harness = BoardHarness::new();
    harness.ask_link("https://example.com/", None);
    harness.wait_for_guard();
    assert!(!is_offered(&harness));
    assert_eq!(harness.press(BACK), PressReply::Stale);
    assert_eq!(harness.outcomes(), []);
}

#[test]
fn press_respects_the_guard() {
    let mut harness = harness();
    harness.ask(1);
    harness.paint();
    harness.advance(499);
    assert_eq!(harness.press(BACK), PressReply::TooSoon);
    harness.advance(1);
    assert_eq!(harness.press(BACK), PressReply::Done);
}

#[test]
fn form_with_input_needs_confirmation() {
    let mut harness = harness();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    assert_eq!(harness.press(BACK), PressReply::Done);
    assert_eq!(harness.state(), Some(&QuestionStateView::HandingBack));
    assert_eq!(harness.press(BACK), PressReply::TooSoon, "a double click");
    assert_eq!(harness.press(Press::KeepWaiting), PressReply::Done);
    assert_eq!(
        harness.state(),
        Some(&QuestionStateView::Open { deadline: None })
    );
    assert_eq!(
        harness
            .board
            .answer_text(&id.to_string(), &harness.now)
            .as_deref(),
        Some("{\n  \"name\": \"Ada\"\n}")
    );
    harness.wait_for_guard();
    harness.press(BACK);
    harness.wait_for_guard();
    for press in [SEND, Press::Decline, LATER, Press::Stop] {
        assert_eq!(harness.press(press), PressReply::Stale, "{press:?}");
    }
    assert_eq!(harness.press(BACK), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::HandedBack)]);
}

#[test]
fn esc_cancels_the_confirmation_and_closing_asks_to_stop() {
    let mut harness = harness();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    harness.press(BACK);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Dismiss), PressReply::Done);
    assert_eq!(
        harness.state(),
        Some(&QuestionStateView::Open { deadline: None })
    );
    harness.wait_for_guard();
    harness.press(BACK);
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.state(), Some(&QuestionStateView::Stopping));
    harness.wait_for_guard();
    assert_eq!(harness.press(BACK), PressReply::Stale);
    assert_eq!(harness.outcomes(), []);
}

#[test]
fn withdrawn_form_stays_during_confirmation() {
    let mut harness = harness();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    harness.press(BACK);
    harness.board.withdraw(id, None, &harness.now);
    harness.apply_effects();
    harness.wait_for_guard();
    assert!(matches!(
        harness.state(),
        Some(QuestionStateView::Withdrawn { .. })
    ));
    assert_eq!(harness.press(BACK), PressReply::Stale);
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn next_question_of_session_is_shown_and_others_announced() {
    let mut harness = harness();
    harness.ask(1);
    let same = harness.ask(1);
    harness.wait_for_guard();
    harness.press(BACK);
    assert_eq!(harness.question_on_screen(), Some(same));
    harness.ask(2);
    harness.wait_for_guard();
    harness.press(BACK);
    assert_eq!(
        announced(&harness),
        (
            "Returned to agent-1. Answer in its terminal.",
            Some("agent-2")
        )
    );
}

#[test]
fn copied_link_is_handed_back_by_one_press() {
    let mut harness = harness();
    let id = harness.ask_link("https://example.com/", None);
    harness.wait_for_guard();
    assert!(
        harness
            .board
            .copy_link(&id.to_string(), &harness.now)
            .is_ok()
    );
    harness.apply_effects();
    harness.wait_for_guard();
    assert_eq!(harness.press(BACK), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::HandedBack)]);
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn link_is_not_handed_back_while_the_browser_starts() {
    let mut harness = harness();
    harness.ask_link("https://example.com/", None);
    harness.wait_for_guard();
    harness.press(Press::Open);
    harness.wait_for_guard();
    assert_eq!(harness.press(BACK), PressReply::Stale);
}

#[test]
fn link_is_handed_back_with_its_request() {
    let mut harness = harness();
    let [first, second, third] = ["https://a.com/", "https://b.com/", "https://c.com/"]
        .map(|url| harness.ask_link(url, Some("r")));
    let other = harness.ask_link("https://d.com/", Some("another"));
    harness.open_link(first);
    harness.wait_for_guard();
    assert_eq!(harness.press(BACK), PressReply::Done);
    assert_eq!(
        harness.outcomes(),
        [
            (first, Outcome::Accepted),
            (second, Outcome::HandedBack),
            (third, Outcome::HandedBack)
        ]
    );
    let rest = &harness.ended[2].2;
    assert!(rest.reason.is_some() && rest.answered_at.is_none());
    assert_eq!(harness.ended_links, [(first, LinkEnd::CancelledByPerson)]);
    assert_eq!(
        announced(&harness),
        (
            "Returned to agent-1, with every link of this request. Answer in its terminal.",
            Some("agent-1")
        )
    );
    harness.wait_for_guard();
    harness.press(Press::Show);
    assert_eq!(harness.question_on_screen(), Some(other));
}

#[test]
fn unsupported_link_of_the_request_is_dismissed() {
    let mut harness = harness();
    let first = harness.ask_link("https://a.com/", Some("r"));
    harness.hand_back = false;
    let second = harness.ask_link("https://b.com/", Some("r"));
    harness.wait_for_guard();
    harness.press(BACK);
    assert_eq!(
        harness.outcomes(),
        [(first, Outcome::HandedBack), (second, Outcome::Dismissed)]
    );
}
