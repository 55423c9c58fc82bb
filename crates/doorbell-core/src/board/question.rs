//! One question on the board.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::agent_question::{AgentBody, NOTICE_LIFETIME};
use super::asker_presence::AskerPresence;
use super::open_questions::QuestionLabels;
use super::opened_links::OpenedLink;
use super::{NewQuestion, QuestionBody, QuestionSummary};
use crate::asker::{Asker, AskerId, Claims, SessionId};
use crate::draft::DraftOffer;
use crate::form::{Form, Input};
use crate::known_program::Familiarity;
use crate::link::Link;
use crate::markdown::first_line;
use crate::moment::Moment;
use crate::outcome::Ending;
use crate::permission::{ChangedAction, Permission};
use crate::text::{clamp, visible};
use crate::view::{HistoryEntryView, LinkStep, MuteFor, QuestionKindView};

const SUMMARY_MESSAGE_CHARS: usize = 1000;

/// Unique during one run of the daemon. Not a secret: no message on the socket can answer a
/// question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuestionId(pub(super) u64);

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}", self.0)
    }
}

impl QuestionId {
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix('q')?.parse().ok().map(Self)
    }
}

/// How far a question has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    Open,
    /// "Stop this question?" is on the screen.
    Stopping,
    /// "Answer in the terminal?" is on the screen, because input would be lost.
    HandingBack,
    /// "Mute this server?" is on the screen, because input would be lost.
    Muting {
        length: MuteFor,
    },
    /// Accepted; a card represents its link until the link ends.
    Opened(OpenedLink),
    /// Ended; stays on the screen because the person was typing in it.
    Over {
        at: Timestamp,
        reason: String,
    },
}

pub(super) enum BodyState {
    Form { form: Form, inputs: Vec<Input> },
    Link(Box<LinkBody>),
    Permission(Box<PermissionBody>),
    Agent(Box<AgentBody>),
}

pub(super) struct PermissionBody {
    pub permission: Permission,
    /// True once the last line was on the screen.
    pub read: bool,
    /// What the person tells the agent.
    pub message: String,
    /// True once the person opened the texts for changes.
    pub editing: bool,
    /// The command or texts as the person left them.
    pub texts: Vec<String>,
    /// What they change. `None` if they are as they were asked for.
    pub change: Option<ChangedAction>,
}

/// The asker and its id of a request with several links.
pub(super) type Group = (AskerId, String);

pub(super) struct LinkBody {
    pub link: Link,
    /// The server's id for the link, used in its completion notice.
    pub elicitation: Option<String>,
    pub group: Option<String>,
    pub step: LinkStep,
    pub trouble: Option<String>,
    /// The server has already reported the end of the link.
    pub completed: bool,
    /// Set while the browser is starting.
    pub opening_since: Option<Duration>,
}

pub(super) struct Question {
    pub id: QuestionId,
    pub asker: Arc<Asker>,
    pub claims: Claims,
    pub message: String,
    pub body: BodyState,
    pub hand_back: bool,
    pub preview: bool,
    /// See [`Board::post`](super::Board::post).
    pub is_posted: bool,
    pub presence: AskerPresence,
    pub draft_offer: DraftOffer,
    /// As it was when the question was asked.
    pub familiarity: Option<Familiarity>,
    /// The person typed, chose, copied or tried something.
    pub touched: bool,
    pub phase: Phase,
    pub asked: Duration,
    pub asked_at: Timestamp,
    pub deadline: Option<Duration>,
    pub deadline_at: Option<Timestamp>,
    pub snoozed_until: Option<Duration>,
    /// The page stopped answering while it showed this, and the person has not edited it since.
    pub was_stuck: bool,
    pub shown_at: Option<Timestamp>,
    /// Its texts outside the window.
    pub labels: Arc<QuestionLabels>,
}

impl Question {
    pub fn new(id: QuestionId, new: NewQuestion, now: &Moment) -> Self {
        // One key answers it: there is nothing to restore.
        let is_yes_no = matches!(&new.body, QuestionBody::Form(form) if form.is_yes_no());
        let body = BodyState::new(new.body);
        let lifetime = body.is_notice().then_some(NOTICE_LIFETIME);
        let timeout = new.timeout.or(lifetime);
        let mut question = Self {
            id,
            body,
            touched: false,
            phase: Phase::Open,
            asked: now.steady,
            asked_at: now.timestamp(),
            deadline: timeout.and_then(|timeout| now.steady.checked_add(timeout)),
            deadline_at: timeout.and_then(|timeout| now.timestamp().checked_add(timeout).ok()),
            snoozed_until: None,
            was_stuck: false,
            shown_at: None,
            asker: new.asker,
            claims: new.claims,
            message: new.message,
            hand_back: new.hand_back,
            preview: new.preview,
            is_posted: false,
            presence: AskerPresence::new(new.keyed),
            draft_offer: new
                .draft
                .filter(|_| !is_yes_no)
                .map_or(DraftOffer::None, DraftOffer::Offered),
            familiarity: new.familiarity,
            labels: Arc::default(),
        };
        question.labels = Arc::new(QuestionLabels::of(&question));
        question
    }

    pub fn is_open(&self) -> bool {
        match self.phase {
            Phase::Open | Phase::Stopping | Phase::HandingBack | Phase::Muting { .. } => true,
            Phase::Opened(_) | Phase::Over { .. } => false,
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    pub fn session(&self) -> SessionId {
        self.asker.session
    }

    pub fn form(&self) -> Option<(&Form, &[Input])> {
        match &self.body {
            BodyState::Form { form, inputs } => Some((form, inputs)),
            BodyState::Link(_) | BodyState::Permission(_) | BodyState::Agent(_) => None,
        }
    }

    /// Stores `input` in the field. Returns false if there is no such field or it cannot hold that.
    pub fn edit(&mut self, field: usize, input: Input) -> bool {
        let (form, inputs) = match &mut self.body {
            BodyState::Form { form, inputs } => (form, inputs),
            BodyState::Permission(body) => return body.edit(field, input, &mut self.touched),
            BodyState::Agent(body) => return body.edit(field, input, &mut self.touched),
            BodyState::Link(_) => return false,
        };
        match inputs.get_mut(field) {
            Some(current) if form.accepts(field, &input) => {
                self.was_stuck = false;
                self.touched |= *current != input;
                *current = input;
                true
            }
            Some(_) | None => false,
        }
    }

    /// True if there is input that would be lost.
    pub fn has_input(&self) -> bool {
        match self.body {
            BodyState::Form { .. } | BodyState::Agent(_) | BodyState::Permission(_) => self.touched,
            BodyState::Link(_) => false,
        }
    }

    pub fn holds_secret(&self) -> bool {
        match &self.body {
            BodyState::Form { form, inputs } => form.first_secret_field(inputs).is_some(),
            BodyState::Agent(body) => body.holds_secret(),
            BodyState::Link(_) | BodyState::Permission(_) => false,
        }
    }

    /// True while the browser is starting. Presses and the deadline have no effect meanwhile.
    pub fn is_opening(&self) -> bool {
        matches!(&self.body, BodyState::Link(body) if body.step == LinkStep::Opening)
    }

    /// The first of two presses on a risky link is void once the link leaves the screen.
    pub fn disarm(&mut self) {
        if let BodyState::Link(body) = &mut self.body
            && body.step == LinkStep::Armed
        {
            body.step = LinkStep::Looking;
        }
    }

    pub fn group(&self) -> Option<Group> {
        match &self.body {
            BodyState::Form { .. } | BodyState::Permission(_) | BodyState::Agent(_) => None,
            BodyState::Link(body) => Some((self.asker.id, body.group.clone()?)),
        }
    }

    pub fn kind(&self) -> QuestionKindView {
        match &self.body {
            BodyState::Form { .. } => QuestionKindView::Form,
            BodyState::Link(_) => QuestionKindView::Link,
            BodyState::Permission(_) => QuestionKindView::Permission,
            BodyState::Agent(body) => body.kind(),
        }
    }

    /// True for a notice, which is shown only on request.
    pub fn is_quiet(&self) -> bool {
        self.kind() == QuestionKindView::Notice
    }

    pub fn takes_reply(&self) -> bool {
        matches!(&self.body, BodyState::Agent(body) if body.takes_reply())
    }

    /// The asker's message as it was written, or the title of a permission.
    fn message_text(&self) -> String {
        match &self.body {
            BodyState::Permission(body) => body.permission.title(),
            _ => visible(self.words()),
        }
    }

    /// Names the question in a list: the first line of its message, or the title of a permission.
    pub fn first_line(&self) -> String {
        match &self.body {
            BodyState::Permission(body) => body.permission.title(),
            _ => first_line(self.words()),
        }
    }

    /// The asker's message, or what stands for a missing one.
    fn words(&self) -> &str {
        match &self.body {
            BodyState::Agent(body) if self.message.is_empty() => body.first_words(),
            _ => &self.message,
        }
    }

    /// What follows [`Self::headline`] in a title, without text from outside.
    pub fn wants(&self) -> &'static str {
        match &self.body {
            BodyState::Permission(body) => body.permission.wants(),
            BodyState::Link(_) => "wants you to open a link",
            BodyState::Agent(body) => body.wants(),
            BodyState::Form { .. } => "asks",
        }
    }

    /// What a permission is about, for where [`Self::wants`] stands beside it.
    pub fn subject(&self) -> Option<&str> {
        match &self.body {
            BodyState::Permission(body) => Some(body.permission.subject()),
            BodyState::Form { .. } | BodyState::Link(_) | BodyState::Agent(_) => None,
        }
    }

    /// "Claude Code · shop".
    pub fn headline(&self) -> String {
        self.asker.headline(&self.claims)
    }

    /// The server's name, or the client's.
    pub fn asker_name(&self) -> String {
        self.asker.name(&self.claims)
    }

    pub fn history_entry(&self, ending: &Ending, now: &Moment) -> HistoryEntryView {
        HistoryEntryView {
            question: self.history_line(ending.outcome),
            domain: match &self.body {
                BodyState::Form { .. } | BodyState::Permission(_) | BodyState::Agent(_) => None,
                BodyState::Link(body) => Some(body.link.domain().to_owned()),
            },
            outcome: ending.outcome.history_name().to_owned(),
            reason: ending.reason.clone(),
            asked: Some(self.asked_at.as_millisecond()),
            shown: ending.shown_at.map(Timestamp::as_millisecond),
            ..HistoryEntryView::for_question(&self.asker, &self.claims, self.kind(), now)
        }
    }

    pub fn summary(&self, now: &Moment) -> QuestionSummary {
        QuestionSummary {
            question: self.id,
            asker: self.asker.id,
            agent: self.asker.agent_name(&self.claims),
            age: now.steady.saturating_sub(self.asked),
            message: clamp(&self.message_text(), SUMMARY_MESSAGE_CHARS),
            server: self
                .claims
                .server
                .as_ref()
                .map(|server| visible(&server.name)),
        }
    }
}

impl BodyState {
    fn is_notice(&self) -> bool {
        matches!(self, Self::Agent(body) if body.kind() == QuestionKindView::Notice)
    }

    fn new(body: QuestionBody) -> Self {
        match body {
            QuestionBody::Form(form) => Self::Form {
                inputs: form.initial_inputs(),
                form,
            },
            QuestionBody::Link {
                link,
                elicitation,
                group,
            } => Self::Link(Box::new(LinkBody {
                link,
                elicitation,
                group,
                step: LinkStep::Looking,
                trouble: None,
                completed: false,
                opening_since: None,
            })),
            QuestionBody::Permission(permission) => {
                Self::Permission(Box::new(PermissionBody::new(*permission)))
            }
            QuestionBody::Agent(question) => Self::Agent(Box::new(AgentBody::new(question))),
        }
    }
}
