//! What a question costs the rules, counted in allocations instead of timed: the counts are the same on
//! every machine, busy or not.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets what it does not expect has failed"
)]

use std::sync::Arc;
use std::time::Duration;

use allocation_counter::measure;
use doorbell_core::asker::{Asker, AskerId, Claimed, Claims, Program, SessionId, Verified};
use doorbell_core::board::{Asked, Board, BoardRules, Effect, QuestionId, Wanted};
use doorbell_core::form::{Form, FormLimits};
use doorbell_core::moment::Moment;
use doorbell_core::view::{By, LaterFor, Press, PressReply, PressSaid, StageView};
use serde_json::{Value, json};

/// How many questions can wait beside one more.
const OTHERS: usize = 255;

/// What a yes-or-no question may allocate, from its schema over its view to its answer.
const YES_OR_NO: u64 = 300;

#[test]
fn a_question_allocates_no_more_than_it_did() {
    let mut scene = Scene::new();
    scene.answers_one();
    let allocated = measure(|| scene.answers_one()).count_total;
    assert!(allocated <= YES_OR_NO, "{allocated}");
}

#[test]
fn questions_that_wait_cost_another_nothing() {
    let mut scene = Scene::new();
    scene.answers_one();
    let alone = measure(|| scene.answers_one()).count_total;
    for _ in 0..OTHERS {
        let id = scene.asks();
        scene.presses(
            id,
            Press::Later {
                length: LaterFor::TwoHours,
            },
        );
    }
    scene.answers_one();
    let among_others = measure(|| scene.answers_one()).count_total;
    assert!(among_others <= alone, "{alone}, {among_others}");
}

struct Scene {
    board: Board,
    now: Moment,
    asker: Arc<Asker>,
    schema: Value,
}

impl Scene {
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

    fn asks(&mut self) -> QuestionId {
        let message = "Ready?";
        let form = Form::read(message, &self.schema, &FormLimits::default()).unwrap();
        let asked = Asked {
            asker: Arc::clone(&self.asker),
            claims: Claims::default(),
            message: message.to_owned(),
            wanted: Wanted::Form(form),
            patience: None,
            hand_back: false,
            preview: false,
            keyed: true,
            draft: None,
            meeting: None,
        };
        self.board.ask(asked, &self.now).unwrap()
    }

    /// Sees the question that is on the screen, waits until a press counts, and presses.
    fn presses(&mut self, id: QuestionId, press: Press) {
        let view = self.board.view(&self.now);
        let StageView::Question { question } = view.stage else {
            panic!("no question is on the screen");
        };
        assert_eq!(question.id, id.to_string());
        let generation = question.generation;
        self.board.painted(Some(id), generation, &self.now);
        self.now.steady += Duration::from_secs(1);
        let said = PressSaid {
            id: question.id,
            generation,
            press,
            by: By::Pointer,
        };
        assert_eq!(self.board.press(&said, &self.now), PressReply::Done);
    }

    fn answers_one(&mut self) {
        self.board.take_effects();
        let id = self.asks();
        self.presses(id, Press::Send { secrets_too: false });
        let effects = self.board.take_effects();
        let ended = effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Ended { question, .. } if *question == id));
        assert_eq!(ended.count(), 1);
    }
}
