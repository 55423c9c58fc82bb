//! A board with a manual clock that records all effects, for tests.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::*;
use crate::agent::{Agent, AgentEvidence};
use crate::asker::{Asker, Claimed, Claims, Program, SessionId, Verified};
use crate::form::{Form, FormLimits, Input};
use crate::link::assess;
use crate::outcome::Ending;
use crate::view::{
    EditRequest, FloodView, InputDevice, MuteFor, OpenedLinkView, Press, PressReply, PressRequest,
    ProgramCheck, QuestionStateView, ScreenView, SnoozeFor,
};

pub(crate) struct BoardHarness {
    pub board: Board,
    pub now: Moment,
    pub screen: ScreenView,
    pub opened_links: Vec<OpenedLinkView>,
    pub floods: Vec<FloodView>,
    pub accepts_presses: bool,
    pub has_focus: bool,
    pub view_count: usize,
    pub muted: Vec<(String, String, MuteFor)>,
    pub ended: Vec<(QuestionId, AskerId, Ending)>,
    /// The first lines of ended questions, as history keeps them.
    pub history: Vec<Option<String>>,
    pub replaced_pages: usize,
    pub raise_count: usize,
    pub focus_count: usize,
    pub has_quit: bool,
    /// The sessions whose terminals were to be shown.
    pub terminals: Vec<SessionId>,
    /// Applies to questions submitted from now on, like `keyed`.
    pub hand_back: bool,
    pub keyed: bool,
    pub browser_requests: Vec<(QuestionId, String)>,
    pub ended_links: Vec<(QuestionId, LinkEnd)>,
    pub changed_drafts: Vec<QuestionId>,
}

impl Board {
    /// True if the question that is shown or announced exists.
    pub fn screen_is_consistent(&self) -> bool {
        self.screen
            .subject()
            .is_none_or(|id| self.questions.iter().any(|question| question.id == id))
    }
}

impl BoardHarness {
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
            screen: ScreenView::Nothing,
            opened_links: Vec::new(),
            floods: Vec::new(),
            accepts_presses: false,
            has_focus: false,
            view_count: 0,
            muted: Vec::new(),
            browser_requests: Vec::new(),
            ended_links: Vec::new(),
            changed_drafts: Vec::new(),
            ended: Vec::new(),
            history: Vec::new(),
            replaced_pages: 0,
            raise_count: 0,
            focus_count: 0,
            has_quit: false,
            terminals: Vec::new(),
            hand_back: false,
            keyed: false,
        }
    }

    pub fn advance(&mut self, milliseconds: u64) {
        let time = Duration::from_millis(milliseconds);
        self.now.steady += time;
        self.now.wall = self.now.wall.checked_add(time).unwrap();
    }

    pub fn apply_effects(&mut self) {
        for effect in self.board.take_effects() {
            match effect {
                Effect::ViewChanged => {
                    let view = self.board.view(&self.now);
                    self.screen = view.screen;
                    self.opened_links = view.opened_links;
                    self.floods = view.floods;
                    self.accepts_presses = view.accepts_presses;
                    self.has_focus = view.has_focus;
                    self.view_count += 1;
                }
                Effect::OpenLink { question, url } => self.browser_requests.push((question, url)),
                Effect::LinkEnded {
                    question,
                    end: finish,
                } => self.ended_links.push((question, finish)),
                Effect::Mute {
                    agent,
                    server,
                    length,
                } => self.muted.push((agent, server, length)),
                Effect::ReplacePage => self.replaced_pages += 1,
                Effect::RaiseWindow => self.raise_count += 1,
                Effect::FocusOnRequest | Effect::FocusOnArrival => self.focus_count += 1,
                Effect::Quit => self.has_quit = true,
                Effect::ShowTerminal { session } => self.terminals.push(session),
                Effect::DraftChanged { question } => self.changed_drafts.push(question),
                Effect::Ended {
                    question,
                    asker,
                    ending,
                    entry,
                    ..
                } => {
                    self.ended.push((question, asker, *ending));
                    self.history.push(entry.question);
                }
            }
        }
    }

    pub fn ask_as(&mut self, asker: u64, session: u32, timeout: Option<Duration>) -> QuestionId {
        self.submit(question(asker, session, timeout))
    }

    pub fn submit(&mut self, asked: NewQuestion) -> QuestionId {
        let asked = NewQuestion {
            hand_back: self.hand_back,
            keyed: self.keyed || asked.keyed,
            ..asked
        };
        let id = self.board.ask(asked, &self.now).unwrap();
        self.apply_effects();
        id
    }

    pub fn ask_link_as(
        &mut self,
        asker: u64,
        session: u32,
        name: &str,
        group: Option<String>,
    ) -> QuestionId {
        let asked = NewQuestion {
            body: QuestionBody::Link {
                link: assess("https://example.com/").unwrap(),
                elicitation: Some(name.to_owned()),
                group,
            },
            ..question(asker, session, None)
        };
        self.submit(asked)
    }

    pub fn ask(&mut self, session: u32) -> QuestionId {
        self.ask_as(u64::from(session), session, None)
    }

    /// Paints the screen and lets the guard end, so that a press is accepted.
    pub fn wait_for_guard(&mut self) {
        self.paint();
        self.advance(500);
        self.board.tick(&self.now);
        self.apply_effects();
    }

    /// The page stops answering while it shows this.
    pub fn stick(&mut self, subject: Option<QuestionId>) {
        self.board.page_stuck(subject, &self.now);
        self.apply_effects();
    }

    pub fn paint(&mut self) {
        if let Some((subject, generation)) = self.on_screen() {
            self.board.painted(subject, generation, &self.now);
            self.apply_effects();
        }
    }

    /// The subject and the generation that a press must name.
    pub fn on_screen(&self) -> Option<(Option<QuestionId>, u64)> {
        let (id, generation) = match &self.screen {
            ScreenView::Nothing => return None,
            ScreenView::Question { question } => (question.id.as_str(), question.generation),
            ScreenView::Announcement { announcement } => {
                (announcement.id.as_str(), announcement.generation)
            }
            ScreenView::OpenedLinks { generation } | ScreenView::Quitting { generation, .. } => {
                ("", *generation)
            }
        };
        Some((QuestionId::parse(id), generation))
    }

    pub fn question_on_screen(&self) -> Option<QuestionId> {
        match &self.screen {
            ScreenView::Question { question } => QuestionId::parse(&question.id),
            ScreenView::Nothing
            | ScreenView::Announcement { .. }
            | ScreenView::OpenedLinks { .. }
            | ScreenView::Quitting { .. } => None,
        }
    }

    pub fn press_by(&mut self, press: Press, by: InputDevice) -> PressReply {
        let (subject, generation) = self.on_screen().unwrap_or((None, 0));
        let request = PressRequest {
            id: subject.map(|id| id.to_string()).unwrap_or_default(),
            generation,
            press,
            by,
        };
        let reply = self.board.press(&request, &self.now);
        self.apply_effects();
        reply
    }

    pub fn press(&mut self, press: Press) -> PressReply {
        self.press_by(press, InputDevice::Pointer)
    }

    pub fn type_in(&mut self, id: QuestionId, text: &str) -> bool {
        let request = EditRequest {
            id: id.to_string(),
            field: 0,
            input: Input::Text { text: text.into() },
        };
        let accepted = self.board.edit(&request, &self.now).is_ok();
        self.apply_effects();
        accepted
    }

    pub fn outcomes(&self) -> Vec<(QuestionId, Outcome)> {
        self.ended
            .iter()
            .map(|(id, _, ending)| (*id, ending.outcome))
            .collect()
    }

    pub fn state(&self) -> Option<&QuestionStateView> {
        match &self.screen {
            ScreenView::Question { question } => Some(&question.state),
            ScreenView::Nothing
            | ScreenView::Announcement { .. }
            | ScreenView::OpenedLinks { .. }
            | ScreenView::Quitting { .. } => None,
        }
    }
}

pub(crate) const SEND: Press = Press::Send { secrets_too: false };
pub(crate) const LATER: Press = Press::Later {
    length: SnoozeFor::Minutes,
};

/// A question with one text field.
pub(crate) fn question(asker: u64, session: u32, timeout: Option<Duration>) -> NewQuestion {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    NewQuestion {
        asker: Arc::new(Asker {
            id: AskerId(asker),
            session: SessionId {
                pid: session,
                started: 1,
            },
            agent: Some(Agent {
                name: Box::leak(format!("agent-{session}").into_boxed_str()),
                evidence: AgentEvidence::Parent,
            }),
            verified: Verified {
                program: Program {
                    pid: session,
                    path: Some("/usr/bin/relay".into()),
                },
                check: ProgramCheck::Verified,
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
        body: QuestionBody::Form(Form::read("Who?", &schema, &FormLimits::default()).unwrap()),
        timeout,
        hand_back: false,
        preview: false,
        keyed: false,
        draft: None,
        familiarity: None,
    }
}
