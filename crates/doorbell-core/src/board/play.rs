//! A stage to play scenes on: a board, a clock the test moves, and what the board said.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::*;
use crate::asker::{Asker, Claimed, Claims, Program, SessionId, Verified};
use crate::form::{Form, FormLimits, Input};
use crate::link::assess;
use crate::outcome::Ending;
use crate::view::{
    By, EditSaid, FloodView, LaterFor, MuteFor, Press, PressReply, PressSaid, StageView, StateView,
    WaitView,
};

/// A board, a clock that the test moves, and what the board said.
pub(crate) struct Play {
    pub board: Board,
    pub now: Moment,
    pub shown: StageView,
    pub waits: Vec<WaitView>,
    pub floods: Vec<FloodView>,
    pub accepts_presses: bool,
    pub has_focus: bool,
    /// How many views the window was sent.
    pub views: usize,
    pub muted: Vec<(String, String, MuteFor)>,
    pub ended: Vec<(QuestionId, AskerId, Ending)>,
    pub raised: usize,
    pub focused: usize,
    pub quit: bool,
    /// Whether the askers say that they can take a question back.
    pub hand_back: bool,
    /// Whether they can come back for one.
    pub keyed: bool,
    /// What the browser was asked to open.
    pub opening: Vec<(QuestionId, String)>,
    pub finished: Vec<(QuestionId, Finish)>,
    /// What should be saved.
    pub drafted: Vec<QuestionId>,
}

impl Board {
    /// Whether what is shown or announced is there, and time does not stand still.
    pub fn stage_is_sound(&self) -> bool {
        self.stage
            .about()
            .is_none_or(|id| self.questions.iter().any(|question| question.id == id))
    }
}

impl Play {
    pub fn new() -> Self {
        Self::with(BoardRules::STANDARD)
    }

    pub fn with(rules: BoardRules) -> Self {
        Self {
            board: Board::new(rules),
            now: Moment {
                steady: Duration::from_secs(1),
                wall: "2026-11-16T14:00:00+01:00[Europe/Berlin]".parse().unwrap(),
            },
            shown: StageView::Nothing,
            waits: Vec::new(),
            floods: Vec::new(),
            accepts_presses: false,
            has_focus: false,
            views: 0,
            muted: Vec::new(),
            opening: Vec::new(),
            finished: Vec::new(),
            drafted: Vec::new(),
            ended: Vec::new(),
            raised: 0,
            focused: 0,
            quit: false,
            hand_back: false,
            keyed: false,
        }
    }

    pub fn pass(&mut self, milliseconds: u64) {
        let time = Duration::from_millis(milliseconds);
        self.now.steady += time;
        self.now.wall = self.now.wall.checked_add(time).unwrap();
    }

    pub fn settle(&mut self) {
        for effect in self.board.take_effects() {
            match effect {
                Effect::Show => {
                    let view = self.board.view(&self.now);
                    self.shown = view.stage;
                    self.waits = view.waits;
                    self.floods = view.floods;
                    self.accepts_presses = view.accepts_presses;
                    self.has_focus = view.has_focus;
                    self.views += 1;
                }
                Effect::OpenLink { question, url } => self.opening.push((question, url)),
                Effect::Finished { question, finish } => self.finished.push((question, finish)),
                Effect::Mute {
                    agent,
                    server,
                    length,
                } => self.muted.push((agent, server, length)),
                Effect::Raise => self.raised += 1,
                Effect::Focus | Effect::TakeFocus => self.focused += 1,
                Effect::Quit => self.quit = true,
                Effect::Drafted { question } => self.drafted.push(question),
                Effect::Ended {
                    question,
                    asker,
                    ending,
                    ..
                } => self.ended.push((question, asker, *ending)),
            }
        }
    }

    pub fn ask_as(&mut self, asker: u64, session: u32, patience: Option<Duration>) -> QuestionId {
        self.take(question(asker, session, patience))
    }

    /// Asks, and says whether it can be handed back.
    pub fn take(&mut self, asked: Asked) -> QuestionId {
        let asked = Asked {
            hand_back: self.hand_back,
            keyed: self.keyed || asked.keyed,
            ..asked
        };
        let id = self.board.ask(asked, &self.now).unwrap();
        self.settle();
        id
    }

    pub fn ask_link_as(
        &mut self,
        asker: u64,
        session: u32,
        name: &str,
        group: Option<String>,
    ) -> QuestionId {
        let asked = Asked {
            wanted: Wanted::Link {
                link: assess("https://example.com/").unwrap(),
                elicitation: Some(name.to_owned()),
                group,
            },
            ..question(asker, session, None)
        };
        self.take(asked)
    }

    pub fn ask(&mut self, session: u32) -> QuestionId {
        self.ask_as(u64::from(session), session, None)
    }

    /// The page draws what it was sent, and enough time passes for a press to count.
    pub fn look(&mut self) {
        self.paint();
        self.pass(500);
        self.board.tick(&self.now);
        self.settle();
    }

    pub fn paint(&mut self) {
        if let Some((about, generation)) = self.on_screen() {
            self.board.painted(about, generation, &self.now);
            self.settle();
        }
    }

    /// The question and the generation that a press must name.
    pub fn on_screen(&self) -> Option<(Option<QuestionId>, u64)> {
        let (id, generation) = match &self.shown {
            StageView::Nothing => return None,
            StageView::Question { question } => (question.id.as_str(), question.generation),
            StageView::Announcement { announcement } => {
                (announcement.id.as_str(), announcement.generation)
            }
            StageView::Waiting { generation } | StageView::Quitting { generation, .. } => {
                ("", *generation)
            }
        };
        Some((QuestionId::parse(id), generation))
    }

    pub fn question_on_screen(&self) -> Option<QuestionId> {
        match &self.shown {
            StageView::Question { question } => QuestionId::parse(&question.id),
            StageView::Nothing
            | StageView::Announcement { .. }
            | StageView::Waiting { .. }
            | StageView::Quitting { .. } => None,
        }
    }

    pub fn press_by(&mut self, press: Press, by: By) -> PressReply {
        let (about, generation) = self.on_screen().unwrap_or((None, 0));
        let said = PressSaid {
            id: about.map(|id| id.to_string()).unwrap_or_default(),
            generation,
            press,
            by,
        };
        let reply = self.board.press(&said, &self.now);
        self.settle();
        reply
    }

    pub fn press(&mut self, press: Press) -> PressReply {
        self.press_by(press, By::Pointer)
    }

    pub fn type_in(&mut self, id: QuestionId, text: &str) -> bool {
        let said = EditSaid {
            id: id.to_string(),
            field: 0,
            input: Input::Text { text: text.into() },
        };
        let taken = self.board.edit(&said, &self.now).is_ok();
        self.settle();
        taken
    }

    pub fn outcomes(&self) -> Vec<(QuestionId, Outcome)> {
        self.ended
            .iter()
            .map(|(id, _, ending)| (*id, ending.outcome))
            .collect()
    }

    pub fn state(&self) -> Option<&StateView> {
        match &self.shown {
            StageView::Question { question } => Some(&question.state),
            StageView::Nothing
            | StageView::Announcement { .. }
            | StageView::Waiting { .. }
            | StageView::Quitting { .. } => None,
        }
    }
}

pub(crate) const SEND: Press = Press::Send { secrets_too: false };
pub(crate) const LATER: Press = Press::Later {
    length: LaterFor::Minutes,
};

/// A question with one text field.
pub(crate) fn question(asker: u64, session: u32, patience: Option<Duration>) -> Asked {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    Asked {
        asker: Arc::new(Asker {
            id: AskerId(asker),
            session: SessionId {
                pid: session,
                started: 1,
            },
            agent: None,
            verified: Verified {
                program: Program {
                    pid: session,
                    path: Some(format!("/usr/bin/agent-{session}")),
                },
                ticks: 1,
                started: None,
                file: None,
                parents: Vec::new(),
            },
            claimed: Claimed {
                client: "acme".into(),
                ..Claimed::default()
            },
        }),
        claims: Claims::default(),
        message: "Who?".into(),
        wanted: Wanted::Form(Form::read("Who?", &schema, &FormLimits::default()).unwrap()),
        patience,
        hand_back: false,
        preview: false,
        keyed: false,
        draft: None,
        meeting: None,
    }
}
