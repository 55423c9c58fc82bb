//! The board's rules, scenario tests.

use std::time::Duration;

use serde_json::json;

use super::harness::{BoardHarness, LATER, SEND, question};
use super::*;
use crate::form::Input;
use crate::view::{
    BodyView, InputDevice, Press, PressReply, PressRequest, QuestionStateView, ScreenView,
};

const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

#[test]
fn question_is_shown_and_answered() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    assert_eq!(harness.question_on_screen(), Some(id));
    harness.wait_for_guard();
    assert!(harness.type_in(id, "Ada"));
    assert_eq!(harness.press(SEND), PressReply::Done);
    let (_, asker, ending) = harness.ended.pop().unwrap();
    assert_eq!(asker, AskerId(1));
    assert_eq!(ending.outcome, Outcome::Accepted);
    assert_eq!(
        serde_json::Value::from(ending.content.unwrap()),
        json!({"name": "Ada"})
    );
    assert!(ending.shown_at.unwrap() < ending.answered_at.unwrap());
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn press_is_accepted_500_ms_after_painting() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.advance(5_000);
    assert_eq!(
        harness.press(Press::Decline),
        PressReply::TooSoon,
        "not painted"
    );
    harness.paint();
    harness.advance(499);
    for press in [SEND, Press::Decline, Press::Dismiss, LATER] {
        assert_eq!(harness.press(press), PressReply::TooSoon, "{press:?}");
    }
    harness.advance(1);
    assert_eq!(harness.press(Press::Decline), PressReply::Done);
}

#[test]
fn moving_the_window_restarts_the_delay() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    harness.board.window_moved(&harness.now);
    harness.advance(499);
    assert_eq!(harness.press(SEND), PressReply::TooSoon);
    harness.advance(1);
    assert_eq!(harness.press(SEND), PressReply::Done);
}

#[test]
fn key_waits_for_the_focus_and_click_does_not() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    harness.board.focus_changed(true, &harness.now);
    harness.advance(499);
    assert_eq!(
        harness.press_by(SEND, InputDevice::Key),
        PressReply::TooSoon
    );
    assert_eq!(
        harness.press_by(SEND, InputDevice::Pointer),
        PressReply::Done
    );
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    harness.board.focus_changed(true, &harness.now);
    harness.advance(500);
    assert_eq!(harness.press_by(SEND, InputDevice::Key), PressReply::Done);
}

#[test]
fn press_on_another_question_or_generation_is_stale() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    harness.wait_for_guard();
    let (_, generation) = harness.on_screen().unwrap();
    let stale = |id: &str, generation| PressRequest {
        id: id.to_owned(),
        generation,
        press: Press::Decline,
        by: InputDevice::Pointer,
    };
    for request in [
        stale(&first.to_string(), generation + 1),
        stale("q99", generation),
        stale("nonsense", generation),
    ] {
        assert_eq!(
            harness.board.press(&request, &harness.now),
            PressReply::Stale
        );
    }
    assert!(harness.board.take_effects().is_empty());
}

#[test]
fn visible_question_stays_and_others_queue() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    harness.wait_for_guard();
    let second = harness.ask(1);
    let third = harness.ask(1);
    assert_eq!(harness.question_on_screen(), Some(first));
    let ScreenView::Question { question } = &harness.screen else {
        panic!("a question is shown");
    };
    assert_eq!(question.waiting, 2);
    for next in [second, third] {
        harness.wait_for_guard();
        assert_eq!(harness.press(SEND), PressReply::Done);
        assert_eq!(harness.question_on_screen(), Some(next));
    }
}

#[test]
fn sessions_take_turns_and_another_session_is_announced() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    let again = harness.ask(1);
    let other = harness.ask(2);
    harness.wait_for_guard();
    assert_eq!(harness.question_on_screen(), Some(first));
    assert_eq!(harness.press(SEND), PressReply::Done);
    let ScreenView::Announcement { announcement } = &harness.screen else {
        panic!("the other session is announced");
    };
    assert_eq!(announcement.done, "Sent to agent-1.");
    assert_eq!(announcement.next.as_deref(), Some("agent-2"));
    // A second Ctrl+Enter has no effect.
    assert_eq!(
        harness.press_by(SEND, InputDevice::Key),
        PressReply::TooSoon
    );
    harness.wait_for_guard();
    assert_eq!(harness.press_by(SEND, InputDevice::Key), PressReply::Stale);
    assert_eq!(harness.press(Press::Show), PressReply::Done);
    assert_eq!(harness.question_on_screen(), Some(other));
    harness.wait_for_guard();
    harness.press(SEND);
    harness.wait_for_guard();
    harness.press(Press::Show);
    assert_eq!(harness.question_on_screen(), Some(again));
}

#[test]
fn busy_session_cannot_starve_others() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    let waiting = harness.ask(2);
    harness.wait_for_guard();
    for _ in 0..3 {
        harness.ask(1);
        harness.ask(3);
    }
    harness.press(SEND);
    assert_eq!(harness.on_screen().map(|(id, _)| id), Some(Some(waiting)));
}

#[test]
fn only_decline_declines() {
    let mut harness = BoardHarness::new();
    let declined = harness.ask(1);
    harness.wait_for_guard();
    harness.press(Press::Decline);
    let dismissed = harness.ask(1);
    harness.wait_for_guard();
    harness.press_by(Press::Dismiss, InputDevice::Key);
    let closed = harness.ask(1);
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(
        harness.outcomes(),
        [
            (declined, Outcome::Declined),
            (dismissed, Outcome::Dismissed),
            (closed, Outcome::Dismissed)
        ]
    );
    assert_eq!(Outcome::Dismissed.answer(), crate::outcome::Answer::Cancel);
}

#[test]
fn closing_a_touched_form_asks_once() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "A");
    assert_eq!(harness.press(Press::Dismiss), PressReply::Done);
    assert_eq!(harness.state(), Some(&QuestionStateView::Stopping));
    assert_eq!(harness.press(Press::KeepWaiting), PressReply::Done);
    assert_eq!(
        harness.state(),
        Some(&QuestionStateView::Open { deadline: None })
    );
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.state(), Some(&QuestionStateView::Stopping));
    assert_eq!(harness.press(Press::Stop), PressReply::TooSoon);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Stop), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Dismissed)]);
}

#[test]
fn closing_the_window_twice_stops_a_touched_form() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "A");
    harness.board.close_window(&harness.now);
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(id, Outcome::Dismissed)]);
}

#[test]
fn untouched_question_disappears_when_withdrawn() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.board.withdraw(id, None, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn withdrawn_question_says_why() {
    let terminal = WithdrawReason::AnsweredInTerminal;
    for (because, outcome, history, reason) in [
        (
            None,
            Outcome::Withdrawn,
            "withdrawn",
            " withdrew the question.",
        ),
        (
            Some(WithdrawReason::TurnEnded),
            Outcome::Withdrawn,
            "withdrawn",
            "The agent’s turn ended.",
        ),
        (
            Some(terminal),
            Outcome::AnsweredInTerminal,
            "answeredInTerminal",
            " was answered in the terminal first.",
        ),
    ] {
        let mut harness = BoardHarness::new();
        let id = harness.ask(1);
        harness.board.withdraw(id, because, &harness.now);
        let entry = harness
            .board
            .take_effects()
            .into_iter()
            .find_map(|effect| match effect {
                Effect::Ended { entry, ending, .. } => Some((entry, ending)),
                _ => None,
            });
        let (entry, ending) = entry.unwrap();
        assert_eq!(ending.outcome, outcome);
        assert_eq!(
            ending.outcome.name(),
            "withdrawn",
            "no other outcome is on the wire"
        );
        assert_eq!(entry.outcome, history);
        let said = entry.reason.unwrap_or_default();
        assert!(said.ends_with(reason), "{said}");
    }
}

#[test]
fn touched_question_stays_when_its_asker_disconnects() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "half an answ");
    harness.board.asker_disconnected(AskerId(1), &harness.now);
    harness.apply_effects();
    assert!(matches!(
        harness.state(),
        Some(QuestionStateView::Withdrawn { .. })
    ));
    // Keys typed after the asker disconnected are kept too.
    assert!(harness.type_in(id, "half an answer"));
    assert_eq!(
        harness
            .board
            .answer_text(&id.to_string(), &harness.now)
            .as_deref(),
        Some("{\n  \"name\": \"half an answer\"\n}")
    );
    // Another question does not replace it.
    let other = harness.ask(2);
    assert_eq!(harness.question_on_screen(), Some(id));
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Stale);
    assert_eq!(harness.press(Press::Close), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
    // Then the other one is announced.
    assert_eq!(
        harness.on_screen().map(|(subject, _)| subject),
        Some(Some(other))
    );
    assert!(matches!(harness.screen, ScreenView::Announcement { .. }));
}

#[test]
fn snoozed_question_returns_before_its_deadline() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_as(1, 1, Some(Duration::from_secs(120)));
    harness.wait_for_guard();
    harness.press(LATER);
    assert_eq!(harness.screen, ScreenView::Nothing);
    harness.advance(60_000 - 500);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), Some(id));
}

#[test]
fn closing_the_window_extends_due_snoozes() {
    let mut harness = BoardHarness::new();
    let snoozed = harness.ask(1);
    harness.wait_for_guard();
    harness.press(LATER);
    harness.ask(2);
    harness.wait_for_guard();
    harness.advance(6 * 60_000);
    harness.press(Press::Dismiss);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
    harness.advance(5 * 60_000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), Some(snoozed));
}

#[test]
fn reloaded_page_is_guarded_again() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    harness.board.page_reloaded(&harness.now);
    assert_eq!(harness.press(SEND), PressReply::TooSoon);
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Done);
}

#[test]
fn deadline_ends_the_question() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_as(1, 1, Some(Duration::from_secs(60)));
    let QuestionStateView::Open { deadline } = harness.state().unwrap() else {
        panic!("it is open");
    };
    assert_eq!(
        *deadline,
        Some(harness.now.timestamp().as_millisecond() + 60_000)
    );
    harness.paint();
    harness.advance(59_999);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), []);
    assert_eq!(harness.board.next_tick(), Some(Duration::from_secs(61)));
    harness.advance(1);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(id, Outcome::Expired)]);
}

#[test]
fn deadline_beyond_the_clock_is_none() {
    let mut harness = BoardHarness::new();
    harness.ask_as(1, 1, Some(Duration::MAX));
    assert_eq!(
        harness.state(),
        Some(&QuestionStateView::Open { deadline: None })
    );
    harness.ask_as(1, 1, Some(CENTURY));
}

#[test]
fn unpainted_question_ends_as_not_shown() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.advance(20_000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(id, Outcome::NotShown)]);
    assert!(harness.ended[0].2.shown_at.is_none());
    assert_eq!(harness.replaced_pages, 1);
}

#[test]
fn question_after_an_unpainted_one_has_the_full_time() {
    let mut harness = BoardHarness::new();
    let hung = harness.ask(1);
    harness.advance(19_000);
    let next = harness.ask(2);
    harness.advance(1_000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(hung, Outcome::NotShown)]);
    harness.advance(10_000);
    harness.board.page_reloaded(&harness.now);
    harness.advance(19_999);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes().len(), 1);
    assert_eq!(harness.on_screen().unwrap().0, Some(next));
}

#[test]
fn question_stays_when_the_page_gets_stuck_once() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.stick(Some(id));
    assert_eq!(harness.outcomes(), []);
    assert_eq!(harness.replaced_pages, 1);
    assert_eq!(
        harness.press(SEND),
        PressReply::TooSoon,
        "not painted again"
    );
    harness.wait_for_guard();
    assert_eq!(harness.question_on_screen(), Some(id));
    assert_eq!(harness.press(SEND), PressReply::Done);
}

#[test]
fn page_stuck_twice_ends_only_the_question_on_it() {
    let mut harness = BoardHarness::new();
    let hung = harness.ask(1);
    let next = harness.ask(2);
    harness.paint();
    harness.stick(Some(hung));
    harness.paint();
    harness.stick(Some(hung));
    assert_eq!(harness.outcomes(), [(hung, Outcome::NotShown)]);
    assert_eq!(harness.on_screen().unwrap().0, Some(next));
    assert_eq!(harness.replaced_pages, 2);
    harness.advance(19_999);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes().len(), 1);
}

#[test]
fn stuck_page_of_a_past_question_does_not_count_against_the_next() {
    let mut harness = BoardHarness::new();
    let hung = harness.ask(1);
    let next = harness.ask(1);
    harness.board.withdraw(hung, None, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.on_screen().unwrap().0, Some(next));
    for _ in 0..3 {
        harness.stick(Some(hung));
    }
    assert_eq!(harness.outcomes(), [(hung, Outcome::Withdrawn)]);
    harness.stick(Some(next));
    assert_eq!(harness.outcomes().len(), 1);
}

#[test]
fn edit_proves_that_the_page_works() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    for text in ["A", "Ad", "Ada"] {
        harness.wait_for_guard();
        harness.stick(Some(id));
        harness.type_in(id, text);
    }
    assert_eq!(harness.outcomes(), []);
}

#[test]
fn ended_question_with_text_leaves_the_screen_if_the_page_sticks_again() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    let next = harness.ask(2);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    harness.stick(Some(id));
    harness.stick(Some(id));
    assert_eq!(harness.outcomes(), [(id, Outcome::NotShown)]);
    assert_eq!(harness.question_on_screen(), Some(id), "the text is kept");
    harness.stick(Some(id));
    assert_eq!(harness.outcomes().len(), 1);
    assert_eq!(harness.on_screen().unwrap().0, Some(next));
    assert!(harness.board.screen_is_consistent());
}

#[test]
fn snoozed_question_returns_with_its_input() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    assert_eq!(harness.press(LATER), PressReply::Done);
    assert_eq!(harness.screen, ScreenView::Nothing);
    harness.advance(5 * 60_000 - 1);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
    harness.advance(1);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    let ScreenView::Question { question } = &harness.screen else {
        panic!("it is back");
    };
    let BodyView::Form { form, .. } = &question.body else {
        panic!("it is a form");
    };
    assert_eq!(form.fields[0].input, Input::Text { text: "Ada".into() });
}

#[test]
fn after_closing_the_next_question_waits_for_open() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    let rest = harness.ask(1);
    harness.wait_for_guard();
    harness.press(Press::Dismiss);
    assert_eq!(harness.screen, ScreenView::Nothing);
    assert_eq!(harness.board.open(None, &harness.now), Some(rest));
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), Some(rest));
    assert_eq!(harness.raise_count, 1);
}

#[test]
fn open_shows_the_requested_question_unless_one_is_touched() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    let second = harness.ask(2);
    assert_eq!(harness.board.open(Some(second), &harness.now), Some(second));
    harness.apply_effects();
    harness.wait_for_guard();
    harness.type_in(second, "x");
    assert_eq!(harness.board.open(Some(first), &harness.now), Some(second));
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), Some(second));
}

fn board_limited_to(questions: usize) -> BoardHarness {
    BoardHarness::with(BoardRules {
        questions,
        questions_per_session: 3,
        ..BoardRules::STANDARD
    })
}

fn refusal(harness: &mut BoardHarness, session: u32) -> Option<LimitReached> {
    let asked = harness
        .board
        .ask(question(9, session, None), &harness.now)
        .err();
    harness.apply_effects();
    asked
}

#[test]
fn limits_apply_to_session_and_board() {
    let mut harness = board_limited_to(3);
    for _ in 0..3 {
        harness.ask(1);
    }
    let refused = refusal(&mut harness, 1);
    assert_eq!(refused, Some(LimitReached::Session { limit: 3 }));
    let mut harness = board_limited_to(2);
    harness.ask(1);
    harness.ask(2);
    let refused = refusal(&mut harness, 1);
    assert_eq!(refused, Some(LimitReached::Board { limit: 2 }));
    assert_eq!(harness.ended, []);
    harness.wait_for_guard();
    harness.press(SEND);
    assert_eq!(refusal(&mut harness, 2), None);
}

#[test]
fn full_board_refuses_the_newest_question_of_the_largest_session() {
    let mut harness = board_limited_to(4);
    let shown = harness.ask(1);
    let second = harness.ask(1);
    let third = harness.ask(1);
    let other = harness.ask(2);
    let newcomer = harness.ask(3);
    let (ended, _, ending) = harness.ended.last().unwrap().clone();
    assert_eq!((ended, ending.outcome), (third, Outcome::Refused));
    assert_eq!(
        ending.reason.as_deref(),
        Some("There are 4 open questions, and this agent session has the most; ask again later.")
    );
    assert_eq!(harness.question_on_screen(), Some(shown));
    let open = harness.board.summaries(&harness.now).into_iter();
    let open: Vec<_> = open.map(|summary| summary.question).collect();
    assert_eq!(open, [shown, second, other, newcomer]);
    let refused = refusal(&mut harness, 1);
    assert_eq!(refused, Some(LimitReached::Board { limit: 4 }));
    assert_eq!(harness.ended.len(), 1);
}

#[test]
fn full_board_keeps_visible_announced_and_touched_questions() {
    let mut harness = board_limited_to(2);
    let touched = harness.ask(1);
    let shown = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(touched, "x");
    harness.press(LATER);
    harness.wait_for_guard();
    assert_eq!(harness.question_on_screen(), Some(shown));
    let refused = refusal(&mut harness, 2);
    assert_eq!(refused, Some(LimitReached::Board { limit: 2 }));

    let mut harness = board_limited_to(1);
    harness.ask(1);
    let refused = refusal(&mut harness, 2);
    assert_eq!(refused, Some(LimitReached::Board { limit: 1 }));

    let mut harness = board_limited_to(2);
    harness.ask(1);
    harness.ask(2);
    harness.wait_for_guard();
    harness.press(SEND);
    assert!(matches!(harness.screen, ScreenView::Announcement { .. }));
    let last = harness.ask(2);
    harness.ask(3);
    let ended = harness.ended.last().map(|(id, ..)| *id);
    assert_eq!(ended, Some(last));
}

#[test]
fn withdrawn_announced_question_is_not_shown() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    let other = harness.ask(2);
    harness.wait_for_guard();
    harness.press(SEND);
    assert!(matches!(harness.screen, ScreenView::Announcement { .. }));
    harness.board.withdraw(other, None, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn end_all_dismisses_every_question() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    let second = harness.ask(2);
    harness
        .board
        .end_all(Outcome::Dismissed, "Doorbell was stopped.", &harness.now);
    harness.apply_effects();
    assert_eq!(
        harness.outcomes(),
        [(first, Outcome::Dismissed), (second, Outcome::Dismissed)]
    );
    assert_eq!(harness.screen, ScreenView::Nothing);
    assert!(
        harness.ended[0].2.answered_at.is_none(),
        "the person did not answer"
    );
}

fn form_of(schema: &serde_json::Value) -> NewQuestion {
    let form = crate::form::Form::read("Sure?", schema, &crate::form::FormLimits::default());
    NewQuestion {
        body: QuestionBody::Form(form.unwrap()),
        ..question(1, 1, None)
    }
}

#[test]
fn yes_and_no_answer_a_form_without_fields() {
    let schema = json!({"type": "object", "properties": {}});
    for (yes, outcome) in [(true, Outcome::Accepted), (false, Outcome::Declined)] {
        let mut harness = BoardHarness::new();
        let id = harness.submit(form_of(&schema));
        assert_eq!(harness.press(Press::Answer { yes }), PressReply::TooSoon);
        harness.wait_for_guard();
        assert_eq!(harness.press(Press::Answer { yes }), PressReply::Done);
        assert_eq!(harness.outcomes(), [(id, outcome)]);
        assert_eq!(harness.ended[0].2.content, yes.then(serde_json::Map::new));
    }
}

#[test]
fn yes_and_no_accept_a_required_boolean() {
    let schema =
        json!({"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}});
    for yes in [true, false] {
        let mut harness = BoardHarness::new();
        let id = harness.submit(form_of(&schema));
        harness.wait_for_guard();
        assert_eq!(harness.press(Press::Answer { yes }), PressReply::Done);
        assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
        assert_eq!(harness.ended[0].2.content.as_ref().unwrap()["ok"], yes);
    }
}

#[test]
fn yes_and_no_answer_no_other_form() {
    let mut harness = BoardHarness::new();
    harness.submit(question(1, 1, None));
    harness.wait_for_guard();
    for yes in [true, false] {
        assert_eq!(harness.press(Press::Answer { yes }), PressReply::Stale);
    }
    assert_eq!(harness.outcomes(), []);
}
