//! Limits the allocations of a question. Counts, unlike times, are the same on every machine.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "an unexpected result fails the test"
)]

use std::sync::Arc;
use std::time::Duration;

use allocation_counter::measure;
use doorbell_core::asker::{Asker, AskerId, Claimed, Claims, Program, SessionId, Verified};
use doorbell_core::board::{Board, BoardRules, Effect, NewQuestion, QuestionBody, QuestionId};
use doorbell_core::form::{Form, FormLimits};
use doorbell_core::moment::Moment;
use doorbell_core::view::{
    InputDevice, Press, PressReply, PressRequest, ProgramCheck, ScreenView, SnoozeFor,
};
use serde_json::{Value, json};

const OTHER_QUESTIONS: usize = 255;

/// For a yes-or-no question, from its schema and its Markdown to its answer.
const MAX_ALLOCATIONS: u64 = 400;

#[test]
fn question_allocations_stay_within_the_limit() {
    let mut fixture = Fixture::new();
    fixture.answer_one();
    let allocated = measure(|| fixture.answer_one()).count_total;
    assert!(allocated <= MAX_ALLOCATIONS, "{allocated}");
}

#[test]
fn open_questions_add_no_allocations_to_another() {
    let mut fixture = Fixture::new();
    fixture.answer_one();
    let alone = measure(|| fixture.answer_one()).count_total;
    for _ in 0..OTHER_QUESTIONS {
        let id = fixture.ask();
        fixture.press(
            id,
            Press::Later {
                length: SnoozeFor::TwoHours,
            },
        );
    }
    fixture.answer_one();
    let with_others = measure(|| fixture.answer_one()).count_total;
    assert!(with_others <= alone, "{alone}, {with_others}");
}

struct Fixture {
    board: Board,
    now: Moment,
    asker: Arc<Asker>,
    schema: Value,
}

impl Fixture {
    fn new() -> Self {
        let mut rules = BoardRules::STANDARD;
        rules.questions_per_session = rules.questions;
        rules.flood.burst = u32::MAX;
        let program = |pid, path: &str| Program {
            pid,
            path: Some(path.to_owned()),
        };
        Self {
            board: Board::new(rules),
            now: Moment {
                steady: Duration::from_secs(1),
                wall: "2026-11-16T14:00:00+01:00[Europe/Berlin]".parse().unwrap(),
            },
            asker: Arc::new(Asker {
                id: AskerId(1),
                session: SessionId { pid: 1, started: 1 },
                agent: None,
                verified: Verified {
                    program: program(3, "/usr/bin/relay"),
                    check: ProgramCheck::Verified,
                    ticks: 3,
                    started: None,
                    file: None,
                    parents: vec![program(2, "/usr/bin/bash"), program(1, "/usr/bin/tmux")],
                },
                claimed: Claimed {
                    client: "relay".to_owned(),
                    version: "1".to_owned(),
                    folder: Some("/home/ada/shop".to_owned()),
                    arguments: None,
                },
            }),
            schema: json!({
                "type": "object",
                "properties": {"ready": {"type": "boolean", "default": true}},
            }),
        }
    }

    fn ask(&mut self) -> QuestionId {
        let message = "Ready?";
        let form = Form::read(message, &self.schema, &FormLimits::default()).unwrap();
        let asked = NewQuestion {
            asker: Arc::clone(&self.asker),
            claims: Claims::default(),
            message: message.to_owned(),
            body: QuestionBody::Form(form),
            timeout: None,
            hand_back: false,
            preview: false,
            keyed: true,
            draft: None,
            familiarity: None,
        };
        self.board.ask(asked, &self.now).unwrap()
    }

    /// Paints the question on the screen, waits for the guard, and presses.
    fn press(&mut self, id: QuestionId, press: Press) {
        let view = self.board.view(&self.now);
        let ScreenView::Question { question } = view.screen else {
            panic!("no question is on the screen");
        };
        assert_eq!(question.id, id.to_string());
        let generation = question.generation;
        self.board.painted(Some(id), generation, &self.now);
        self.now.steady += Duration::from_secs(1);
        let request = PressRequest {
            id: question.id,
            generation,
            press,
            by: InputDevice::Pointer,
        };
        assert_eq!(self.board.press(&request, &self.now), PressReply::Done);
    }

    fn answer_one(&mut self) {
        self.board.take_effects();
        let id = self.ask();
        self.press(id, Press::Send { secrets_too: false });
        let effects = self.board.take_effects();
        let ended = effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Ended { question, .. } if *question == id));
        assert_eq!(ended.count(), 1);
    }
}
