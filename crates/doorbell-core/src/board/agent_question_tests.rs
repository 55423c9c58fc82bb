//! Question sets, plans and notices: scenario tests.

use serde_json::{Value, json};

use super::agent_question::{NOTICE_LIFETIME, SESSION_NOTICE_LIFETIME};
use super::harness::{BoardHarness, SEND, question};
use super::last_plans::MAX_LAST_PLANS;
use super::*;
use crate::agent_question::{AgentQuestion, Notice};
use crate::asker::Claims;
use crate::form::Input;
use crate::plan::{Plan, PlanChoice};
use crate::question_set::{ChoiceOption, ChoiceQuestion, QuestionSet};
use crate::view::{
    BodyView, EditRequest, NoticeReason, Press, PressReply, QuestionKindView, QuestionStateView,
    ScreenView,
};

fn ask(harness: &mut BoardHarness, body: AgentQuestion) -> QuestionId {
    let id = harness.submit(NewQuestion {
        body: QuestionBody::Agent(body),
        message: String::new(),
        ..question(1, 1, None)
    });
    harness.wait_for_guard();
    id
}

fn questions() -> AgentQuestion {
    let one = ChoiceQuestion {
        header: "Auth".into(),
        text: "Which **method**?".into(),
        multiple: false,
        options: ["OAuth", "Password"]
            .map(|label| ChoiceOption {
                label: label.into(),
                description: String::new(),
                preview: None,
            })
            .to_vec(),
        other: true,
        note: false,
    };
    AgentQuestion::Questions(QuestionSet::new(vec![one.clone(), one]).unwrap())
}

fn plan() -> AgentQuestion {
    let choices = ["auto", "manual"]
        .map(|id| PlanChoice {
            id: id.into(),
            label: format!("Approve ({id})"),
            effect: String::new(),
        })
        .to_vec();
    AgentQuestion::Plan(Plan::new("# Plan\n1. Do it".into(), choices).unwrap())
}

fn edit(harness: &mut BoardHarness, id: QuestionId, field: usize, input: Input) -> bool {
    let request = EditRequest {
        id: id.to_string(),
        field,
        input,
    };
    let accepted = harness.board.edit(&request, &harness.now).is_ok();
    harness.apply_effects();
    accepted
}

fn choose(index: usize) -> Input {
    Input::Choices {
        indices: vec![index],
    }
}

fn content(harness: &BoardHarness) -> Value {
    let (_, _, ending) = harness.ended.last().unwrap();
    ending.content.clone().map_or(Value::Null, Value::Object)
}

#[test]
fn question_set_is_sent_when_every_question_has_an_answer() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, questions());
    assert!(edit(&mut harness, id, 3, choose(1)));
    let PressReply::Problems { check, first } = harness.press(SEND) else {
        panic!("the first question has no answer");
    };
    assert_eq!((first, check.problems), (0, 1));
    assert_eq!(check.fields[0].problem.as_deref(), Some("Choose one"));
    assert_eq!(check.fields[1].problem, None);
    assert!(edit(&mut harness, id, 0, choose(0)));
    assert_eq!(harness.press(SEND), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    assert_eq!(
        content(&harness),
        json!({"answers": [{"chosen": ["OAuth"]}, {"chosen": ["Password"]}]})
    );
}

#[test]
fn question_set_is_guarded_and_keeps_what_was_chosen() {
    let mut harness = BoardHarness::new();
    let id = harness.submit(NewQuestion {
        body: QuestionBody::Agent(questions()),
        ..question(1, 1, None)
    });
    harness.paint();
    assert_eq!(harness.press(SEND), PressReply::TooSoon);
    harness.wait_for_guard();
    assert!(!edit(&mut harness, id, 6, choose(0)));
    assert!(edit(&mut harness, id, 0, choose(0)));
    assert_eq!(harness.press(Press::Dismiss), PressReply::Done);
    assert_eq!(harness.state(), Some(&QuestionStateView::Stopping));
    assert!(harness.ended.is_empty());
}

#[test]
fn question_set_can_be_declined() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, questions());
    assert_eq!(harness.press(Press::Decline), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Declined)]);
}

#[test]
fn plan_is_answered_by_one_of_its_choices() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, plan());
    assert_eq!(harness.press(SEND), PressReply::Stale);
    assert_eq!(
        harness.press(Press::Choose { choice: 2 }),
        PressReply::Stale
    );
    assert_eq!(harness.press(Press::Choose { choice: 1 }), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    assert_eq!(content(&harness), json!({"choice": "manual"}));
}

#[test]
fn plan_takes_what_to_change_with_any_answer() {
    for (press, expected) in [
        (
            Press::Choose { choice: 0 },
            json!({"feedback": "smaller", "choice": "auto"}),
        ),
        (Press::Decline, json!({"feedback": "smaller"})),
    ] {
        let mut harness = BoardHarness::new();
        let id = ask(&mut harness, plan());
        assert!(edit(
            &mut harness,
            id,
            0,
            Input::Text {
                text: " smaller ".into()
            }
        ));
        assert_eq!(harness.press(press), PressReply::Done);
        assert_eq!(content(&harness), expected);
    }
}

fn text(text: &str) -> Input {
    Input::Text { text: text.into() }
}

#[test]
fn plan_takes_comments_with_any_answer() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, plan());
    assert!(edit(&mut harness, id, 2, text(" Do that ")));
    assert!(edit(&mut harness, id, 1, text("Gone")));
    assert!(edit(&mut harness, id, 1, Input::Empty));
    assert!(!edit(&mut harness, id, 3, text("There is no such line")));
    assert_eq!(harness.press(Press::Choose { choice: 0 }), PressReply::Done);
    assert_eq!(
        content(&harness),
        json!({
            "choice": "auto",
            "comments": [{"line": 2, "text": "1. Do it", "comment": "Do that"}],
        })
    );
}

/// The difference that a plan with this text shows.
fn changes(harness: &mut BoardHarness, plan: &str, claims: Claims) -> Option<String> {
    let choice = PlanChoice {
        id: "go".into(),
        label: "Go".into(),
        effect: String::new(),
    };
    harness.submit(NewQuestion {
        body: QuestionBody::Agent(AgentQuestion::Plan(
            Plan::new(plan.into(), vec![choice]).unwrap(),
        )),
        claims,
        ..question(1, 1, None)
    });
    harness.wait_for_guard();
    let ScreenView::Question { question } = harness.screen.clone() else {
        panic!("the plan is on the screen");
    };
    let BodyView::Plan { plan } = question.body else {
        panic!("it is a plan");
    };
    harness.press(Press::Decline);
    plan.changes
}

fn session(name: &str) -> Claims {
    Claims {
        session: Some(name.to_owned()),
        project: Some("/home/ada/shop".to_owned()),
        ..Claims::default()
    }
}

#[test]
fn plan_shows_the_difference_to_the_last_one_of_its_session() {
    let mut harness = BoardHarness::new();
    let mut ask = |plan: &str, session_name: &str| {
        changes(&mut harness, plan, session(session_name)).unwrap_or_default()
    };
    assert_eq!(ask("a\nb", "one"), "");
    assert_eq!(ask("a\nb", "one"), "");
    assert_eq!(ask("a\nc", "two"), "");
    assert_eq!(ask("a\nc", "one"), " a\n-b\n+c");
    assert_eq!(ask("a\nd", "one"), " a\n-c\n+d");
    let other_project = Claims {
        project: None,
        ..session("one")
    };
    assert_eq!(changes(&mut harness, "e", other_project), None);
}

#[test]
fn last_plans_are_kept_of_as_many_sessions() {
    for (others, is_kept) in [(MAX_LAST_PLANS - 1, true), (MAX_LAST_PLANS, false)] {
        let mut harness = BoardHarness::new();
        changes(&mut harness, "a", session("first"));
        for other in 0..others {
            changes(&mut harness, "a", session(&other.to_string()));
        }
        let changes = changes(&mut harness, "b", session("first"));
        assert_eq!(changes.is_some(), is_kept);
    }
}

#[test]
fn written_secret_is_sent_only_with_consent() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, questions());
    edit(&mut harness, id, 0, choose(0));
    edit(&mut harness, id, 3, choose(2));
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    edit(&mut harness, id, 4, text(token));
    assert_eq!(harness.press(SEND), PressReply::SecretHeld { field: 1 });
    let consented = Press::Send { secrets_too: true };
    assert_eq!(harness.press(consented), PressReply::Done);
    let (_, _, ending) = harness.ended.last().unwrap();
    assert!(ending.holds_secret);
    assert_eq!(content(&harness)["answers"][1]["other"], token);
}

#[test]
fn declined_plans_do_not_slow_the_agent() {
    let mut harness = BoardHarness::new();
    for _ in 0..20 {
        ask(&mut harness, plan());
        assert_eq!(harness.press(Press::Decline), PressReply::Done);
    }
}

#[test]
fn words_outside_the_window_come_from_the_body() {
    let mut harness = BoardHarness::new();
    let words = |harness: &mut BoardHarness, body| {
        ask(harness, body);
        let open = harness.board.open_questions().pop().unwrap();
        (open.kind, open.labels.words.clone())
    };
    assert_eq!(
        words(&mut harness, questions()),
        (QuestionKindView::Questions, "Which method?".to_owned())
    );
    assert_eq!(
        words(&mut harness, plan()),
        (QuestionKindView::Plan, "Plan".to_owned())
    );
    assert_eq!(
        words(
            &mut harness,
            AgentQuestion::Notice(NoticeReason::Finished.into())
        ),
        (QuestionKindView::Notice, "Finished".to_owned())
    );
}

#[test]
fn notice_opens_no_window_and_closes_by_itself() {
    let mut harness = BoardHarness::new();
    let notice = AgentQuestion::Notice(NoticeReason::Finished.into());
    let id = ask(&mut harness, notice);
    assert_eq!(harness.question_on_screen(), None);
    harness.advance(u64::try_from(NOTICE_LIFETIME.as_millis()).unwrap() - 501);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert!(harness.ended.is_empty());
    harness.advance(1);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(id, Outcome::Expired)]);
}

#[test]
fn notice_is_shown_on_request_and_closed() {
    let mut harness = BoardHarness::new();
    let id = ask(
        &mut harness,
        AgentQuestion::Notice(NoticeReason::WaitsInTerminal.into()),
    );
    harness.board.open(Some(id), &harness.now);
    harness.apply_effects();
    harness.wait_for_guard();
    assert_eq!(harness.question_on_screen(), Some(id));
    assert_eq!(harness.press(Press::Decline), PressReply::Stale);
    assert_eq!(harness.press(Press::Close), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    assert_eq!(content(&harness), Value::Null);
}

fn post(harness: &mut BoardHarness, takes_reply: bool) -> QuestionId {
    let notice = Notice {
        takes_reply,
        has_terminal: true,
        ..NoticeReason::Finished.into()
    };
    let new = NewQuestion {
        body: QuestionBody::Agent(AgentQuestion::Notice(notice)),
        timeout: Some(SESSION_NOTICE_LIFETIME),
        message: "## Done\n\nAll tests pass.".into(),
        ..question(1, 1, None)
    };
    let id = harness.board.post(new, &harness.now);
    harness.apply_effects();
    id
}

fn show(harness: &mut BoardHarness, id: QuestionId) {
    harness.board.open(Some(id), &harness.now);
    harness.apply_effects();
    harness.wait_for_guard();
}

#[test]
fn notice_takes_a_reply() {
    let mut harness = BoardHarness::new();
    let id = post(&mut harness, true);
    let open = harness.board.open_questions().pop().unwrap();
    assert_eq!(open.labels.words, "Done");
    show(&mut harness, id);
    assert!(matches!(
        harness.press(SEND),
        PressReply::Problems { first: 0, .. }
    ));
    let text = " Run the linter, too ".to_owned();
    assert!(edit(&mut harness, id, 0, Input::Text { text }));
    assert!(!edit(&mut harness, id, 1, Input::Empty));
    assert_eq!(harness.press(SEND), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    assert_eq!(content(&harness), json!({"reply": "Run the linter, too"}));
}

#[test]
fn notice_without_a_reply_box_takes_none() {
    let mut harness = BoardHarness::new();
    let id = post(&mut harness, false);
    show(&mut harness, id);
    let text = "Run the linter, too".to_owned();
    assert!(!edit(&mut harness, id, 0, Input::Text { text }));
    assert_eq!(harness.press(SEND), PressReply::Stale);
}

#[test]
fn notice_leads_to_the_terminal_and_closes() {
    let mut harness = BoardHarness::new();
    let id = post(&mut harness, false);
    show(&mut harness, id);
    assert_eq!(harness.press(Press::GoToTerminal), PressReply::Done);
    assert_eq!(harness.terminals, [question(1, 1, None).asker.session]);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    let id = ask(
        &mut harness,
        AgentQuestion::Notice(NoticeReason::Finished.into()),
    );
    show(&mut harness, id);
    assert_eq!(harness.press(Press::GoToTerminal), PressReply::Stale);
}

#[test]
fn posted_notice_outlives_its_asker_and_counts_toward_no_limit() {
    let mut harness = BoardHarness::new();
    let asker = question(1, 1, None).asker.id;
    let posted = post(&mut harness, false);
    let awaited = post(&mut harness, true);
    harness.board.asker_disconnected(asker, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(awaited, Outcome::Withdrawn)]);
    for _ in 0..BoardRules::STANDARD.questions_per_session {
        post(&mut harness, false);
    }
    ask(&mut harness, plan());
    assert!(harness.board.contains(posted));
}

#[test]
fn notice_that_is_no_longer_true_goes_unless_the_person_wrote_in_it() {
    let mut harness = BoardHarness::new();
    let id = post(&mut harness, true);
    harness.board.withdraw_notice(id, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
    let id = post(&mut harness, true);
    show(&mut harness, id);
    let text = "Wait".to_owned();
    assert!(edit(&mut harness, id, 0, Input::Text { text }));
    harness.board.withdraw_notice(id, &harness.now);
    harness.apply_effects();
    assert!(matches!(
        harness.state(),
        Some(QuestionStateView::Withdrawn { .. })
    ));
}

#[test]
fn notices_do_not_keep_doorbell_from_quitting() {
    let mut harness = BoardHarness::new();
    let id = post(&mut harness, false);
    harness.board.quit(&harness.now);
    harness.apply_effects();
    assert!(harness.has_quit);
    assert_eq!(harness.outcomes(), [(id, Outcome::Dismissed)]);
}
