//! The list of sessions: scenarios and limits.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::asker::{AskerId, Claimed, Program, Verified};
use crate::view::ProgramCheck;

fn asker(pid: u32) -> Arc<Asker> {
    Arc::new(Asker {
        id: AskerId(1),
        session: SessionId { pid, started: 1 },
        agent: None,
        verified: Verified {
            program: Program { pid, path: None },
            check: ProgramCheck::Verified,
            ticks: 1,
            started: None,
            file: None,
            parents: Vec::new(),
        },
        claimed: Claimed::default(),
    })
}

fn claims(session: Option<&str>) -> Claims {
    Claims {
        agent: Some("Claude Code".into()),
        session: session.map(str::to_owned),
        project: Some("/home/ada/shop".into()),
        ..Claims::default()
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(second)
}

fn question(number: u64) -> QuestionId {
    QuestionId::parse(&format!("q{number}")).unwrap()
}

struct Harness {
    sessions: Sessions,
    now: i64,
    turn: Option<String>,
}

impl Harness {
    fn new() -> Self {
        let sessions = Sessions::default();
        Self {
            sessions,
            now: 0,
            turn: None,
        }
    }

    fn report(&mut self, pid: u32, session: &str, state: SessionState) -> Option<SessionNumber> {
        self.report_with(pid, session, state, "", false)
    }

    fn report_with(
        &mut self,
        pid: u32,
        session: &str,
        state: SessionState,
        message: &str,
        is_quiet: bool,
    ) -> Option<SessionNumber> {
        self.now += 1;
        let report = SessionReport {
            state,
            message,
            turn: self.turn.as_deref(),
            is_quiet,
        };
        let claims = claims(Some(session));
        let (number, is_news) = self
            .sessions
            .reported(&asker(pid), &claims, report, at(self.now));
        is_news.then_some(number)
    }

    fn ask(&mut self, pid: u32, session: Option<&str>, number: u64) {
        self.now += 1;
        let claims = claims(session);
        self.sessions
            .asked(&asker(pid), &claims, question(number), at(self.now));
    }

    fn states(&self) -> Vec<AgentSessionStateView> {
        let views = self.sessions.views();
        views.into_iter().map(|view| view.state).collect()
    }
}

use AgentSessionStateView as View;
use SessionState::{Finished, WaitsInTerminal, Working};

#[test]
fn session_shows_what_it_does_and_since_when() {
    let mut harness = Harness::new();
    assert_eq!(harness.report(7, "a", Working), None);
    let number = harness
        .report_with(7, "a", Finished, "# Done\n\nAll tests pass.", false)
        .unwrap();
    assert_eq!(
        harness.sessions.views(),
        [AgentSessionView {
            id: number.to_string(),
            agent: "“Claude Code” · shop".into(),
            state: View::Finished,
            since: 2_000,
            message: "Done".into(),
            question: None,
            terminal: false,
        }]
    );
    harness.ask(7, Some("a"), 1);
    let [view] = harness.sessions.views().try_into().unwrap();
    assert_eq!((view.state, view.since), (View::Asks, 3_000));
    assert_eq!(view.question.as_deref(), Some("q1"));
    assert_eq!(view.message, "", "it belongs to the earlier state");
    harness.sessions.question_ended(question(1), at(9));
    assert_eq!(harness.states(), [View::Finished]);
}

#[test]
fn asker_without_a_conversation_belongs_to_the_latest_of_its_process() {
    let mut harness = Harness::new();
    harness.ask(7, None, 1);
    assert_eq!(harness.states(), [View::Asks]);
    harness.sessions.question_ended(question(1), at(2));
    assert_eq!(harness.states(), [View::Asked]);
    // The hook names the conversation of the process that asked through a server before.
    harness.report(7, "a", Working);
    harness.report(7, "b", Working);
    harness.report(8, "a", Working);
    harness.ask(7, None, 2);
    assert_eq!(harness.states(), [View::Working, View::Asks, View::Working]);
}

#[test]
fn report_concerns_only_its_own_process() {
    let mut harness = Harness::new();
    harness.report(7, "a", Working);
    harness.report(8, "a", Finished);
    harness.sessions.ended(&asker(8), &claims(Some("a")));
    assert_eq!(harness.states(), [View::Working]);
    harness.report(7, "a", WaitsInTerminal);
    harness.sessions.went_on(asker(8).session, at(50));
    assert_eq!(harness.states(), [View::WaitsInTerminal]);
    harness.sessions.went_on(asker(7).session, at(50));
    assert_eq!(harness.states(), [View::Working]);
}

#[test]
fn question_in_doorbell_replaces_the_notice() {
    let mut harness = Harness::new();
    harness.ask(7, Some("a"), 1);
    harness.report(7, "a", Working);
    assert_eq!(harness.report(7, "a", WaitsInTerminal), None);
    harness.sessions.question_ended(question(1), at(5));
    assert_eq!(harness.states(), [View::Working]);
    assert!(harness.report(7, "a", WaitsInTerminal).is_some());
}

#[test]
fn notice_ends_with_the_next_state() {
    let mut harness = Harness::new();
    let number = harness.report(7, "a", Finished).unwrap();
    harness.sessions.set_notice(number, question(5));
    assert!(harness.sessions.has_notices());
    assert_eq!(
        harness.report_with(7, "a", Finished, "", true),
        None,
        "an idle session is still finished"
    );
    assert!(harness.sessions.take_outdated_notices().is_empty());
    harness.report(7, "a", Working);
    assert_eq!(harness.sessions.take_outdated_notices(), [question(5)]);
    harness.sessions.set_notice(number, question(6));
    harness.sessions.question_ended(question(6), at(9));
    harness.sessions.ended(&asker(7), &claims(Some("a")));
    assert!(harness.sessions.take_outdated_notices().is_empty());
    // The session ended while the desktop was asked about its terminal.
    harness.sessions.set_notice(number, question(7));
    assert_eq!(harness.sessions.take_outdated_notices(), [question(7)]);
}

#[test]
fn late_report_about_the_turn_before_is_ignored() {
    let mut harness = Harness::new();
    let mut report = |turn: &str, state| {
        harness.turn = Some(turn.to_owned());
        harness.report(7, "a", state);
        harness.states()[0]
    };
    assert_eq!(report("1", Working), View::Working);
    assert_eq!(report("2", Working), View::Working);
    assert_eq!(report("1", Finished), View::Working);
    assert_eq!(report("2", Finished), View::Finished);
    // The beginning of this turn was missed.
    assert_eq!(report("3", WaitsInTerminal), View::WaitsInTerminal);
}

#[test]
fn sessions_end_with_their_process() {
    let mut harness = Harness::new();
    let number = harness.report(7, "a", Finished).unwrap();
    harness.sessions.set_notice(number, question(5));
    harness.report(8, "b", Working);
    harness.sessions.remove_ended(|process| process.pid == 8);
    assert_eq!(harness.states(), [View::Working]);
    assert_eq!(harness.sessions.take_outdated_notices(), [question(5)]);
    assert_eq!(harness.sessions.process(number), None);
}

#[test]
fn list_is_bounded_and_keeps_what_asks() {
    let mut harness = Harness::new();
    let count = |harness: &Harness| harness.sessions.numbers().count();
    harness.ask(1, Some("a"), 1);
    for pid in 2..=u32::try_from(MAX_SESSIONS).unwrap() {
        harness.report(pid, "a", Working);
    }
    assert_eq!(count(&harness), MAX_SESSIONS);
    harness.report(1_000, "a", Working);
    assert_eq!(count(&harness), MAX_SESSIONS);
    let processes: Vec<_> = harness
        .sessions
        .numbers()
        .filter_map(|number| harness.sessions.process(number))
        .map(|process| process.pid)
        .collect();
    assert!(processes.contains(&1), "it asks");
    assert!(!processes.contains(&2), "it changed longest ago");
}

#[test]
fn one_process_has_few_conversations() {
    let mut harness = Harness::new();
    harness.report(1, "other", Working);
    for conversation in 0..=MAX_PER_PROCESS {
        harness.report(7, &conversation.to_string(), Working);
        let count = harness.sessions.numbers().count();
        assert_eq!(count, 1 + (conversation + 1).min(MAX_PER_PROCESS));
    }
}

#[test]
fn number_is_parsed_from_its_text() {
    let number = Harness::new().report(7, "a", Finished).unwrap();
    assert_eq!(SessionNumber::parse(&number.to_string()), Some(number));
    assert_eq!(SessionNumber::parse("q1"), None);
}
