//! One question on the board.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::line::Line;
use super::opened_links::OpenedLink;
use super::waiting::Told;
use super::{Asked, Listed, Wanted};
use crate::acquaintance::Meeting;
use crate::asker::{Asker, AskerId, Claims, SessionId};
use crate::draft::Offer;
use crate::form::{Form, Input};
use crate::link::Link;
use crate::moment::Moment;
use crate::outcome::Ending;
use crate::permission::Permission;
use crate::text::{clamp, visible};
use crate::view::{KindView, LineView, LinkStep, MuteFor};

/// How much of a message is told in a list.
const LISTED: usize = 1000;

/// Names a question as long as the daemon lives. It is no secret: nothing that is said on the
/// socket can answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuestionId(pub(super) u64);

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}", self.0)
    }
}

impl QuestionId {
    /// Reads what its `Display` wrote.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix('q')?.parse().ok().map(Self)
    }
}

/// Where a question is in its life.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// It can be answered.
    Open,
    /// "Stop this question?" is on the screen. It can still be answered after Keep waiting.
    Stopping,
    /// "Answer in the terminal?" is on the screen, because what was typed would be lost.
    HandingBack,
    /// "Mute this server?" is on the screen, for the same reason.
    Muting { length: MuteFor },
    /// It was accepted: a card stands for its link until that is finished.
    Opened(OpenedLink),
    /// It has its outcome; it stays only because the person was typing in it.
    Over { at: Timestamp, reason: String },
}

/// What a question asks for, and how far the person has gone.
pub(super) enum Body {
    /// Fields, and what they hold.
    Form { form: Form, inputs: Vec<Input> },
    /// A link.
    Link(Box<LinkBody>),
    /// Leave to use a tool.
    Permission(Box<PermissionBody>),
}

/// What an agent wants to do, and how far the person has gone with it.
pub(super) struct PermissionBody {
    pub permission: Permission,
    /// Whether its last line was on the screen.
    pub read: bool,
    /// Why the person would deny it, in their words.
    pub reason: String,
}

/// A request that asks about several links: whose, and its name.
pub(super) type Group = (AskerId, String);

/// A link and how far the person has gone with it.
pub(super) struct LinkBody {
    pub link: Link,
    /// The server's name for it, in its completion notice.
    pub elicitation: Option<String>,
    /// The links of one request share this.
    pub group: Option<String>,
    pub step: LinkStep,
    pub trouble: Option<String>,
    /// Whether the server has already said that it is finished.
    pub completed: bool,
    /// Since when the browser is being started, while it is.
    pub opening_since: Option<Duration>,
}

/// One question.
pub(super) struct Question {
    pub id: QuestionId,
    pub asker: Arc<Asker>,
    pub claims: Claims,
    pub message: String,
    pub body: Body,
    /// Whether its asker can give it to the agent's own terminal instead.
    pub hand_back: bool,
    /// Whether it is only looked at.
    pub preview: bool,
    pub line: Line,
    /// What the person typed when it was asked before.
    pub offer: Offer,
    /// How its asker was met when it asked; what is asked later does not change it.
    pub meeting: Option<Meeting>,
    /// Whether the person typed, chose, copied or tried anything.
    pub touched: bool,
    pub phase: Phase,
    pub asked: Duration,
    /// The same on the wall's clock.
    pub asked_at: Timestamp,
    pub deadline: Option<Duration>,
    /// The deadline on the wall's clock, for the window.
    pub deadline_at: Option<Timestamp>,
    pub aside_until: Option<Duration>,
    pub shown_at: Option<Timestamp>,
    /// The words that tell of it outside the window.
    pub told: Arc<Told>,
}

impl Question {
    pub fn new(id: QuestionId, asked: Asked, now: &Moment) -> Self {
        let mut question = Self {
            id,
            body: Body::new(asked.wanted),
            touched: false,
            phase: Phase::Open,
            asked: now.steady,
            asked_at: now.timestamp(),
            deadline: asked
                .patience
                .and_then(|patience| now.steady.checked_add(patience)),
            deadline_at: asked
                .patience
                .and_then(|patience| now.timestamp().checked_add(patience).ok()),
            aside_until: None,
            shown_at: None,
            asker: asked.asker,
            claims: asked.claims,
            message: asked.message,
            hand_back: asked.hand_back,
            preview: asked.preview,
            line: Line::new(asked.keyed),
            offer: asked.draft.map_or(Offer::None, Offer::Open),
            meeting: asked.meeting,
            told: Arc::default(),
        };
        question.told = Arc::new(Told::of(&question));
        question
    }

    /// Whether it still waits for its outcome.
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

    /// The form and what its fields hold, if it is one.
    pub fn form(&self) -> Option<(&Form, &[Input])> {
        match &self.body {
            Body::Form { form, inputs } => Some((form, inputs)),
            Body::Link(_) | Body::Permission(_) => None,
        }
    }

    /// Puts an input into a field that can hold it; whether there is such a field.
    pub fn edit(&mut self, field: usize, input: Input) -> bool {
        let (form, inputs) = match &mut self.body {
            Body::Form { form, inputs } => (form, inputs),
            Body::Permission(body) => return body.edit(field, input, &mut self.touched),
            Body::Link(_) => return false,
        };
        match inputs.get_mut(field) {
            Some(held) if form.accepts(field, &input) => {
                self.touched |= *held != input;
                *held = input;
                true
            }
            Some(_) | None => false,
        }
    }

    /// Whether it holds something the person typed or chose, which its end would lose.
    pub fn has_answers(&self) -> bool {
        match self.body {
            Body::Form { .. } => self.touched,
            Body::Link(_) | Body::Permission(_) => false,
        }
    }

    /// Whether some field asks for a secret and holds something, or holds what looks like one.
    pub fn holds_secret(&self) -> bool {
        self.form()
            .is_some_and(|(form, inputs)| form.first_secret_field(inputs).is_some())
    }

    /// Whether the browser is being started for it. Until that is decided nothing else is.
    pub fn is_opening(&self) -> bool {
        matches!(&self.body, Body::Link(body) if body.step == LinkStep::Opening)
    }

    /// A first press of two counts only as long as its question stays in sight.
    pub fn disarm(&mut self) {
        if let Body::Link(body) = &mut self.body
            && body.step == LinkStep::Armed
        {
            body.step = LinkStep::Looking;
        }
    }

    /// The request that a link is part of, if it names one.
    pub fn group(&self) -> Option<Group> {
        match &self.body {
            Body::Form { .. } | Body::Permission(_) => None,
            Body::Link(body) => Some((self.asker.id, body.group.clone()?)),
        }
    }

    /// What it asks for, in a word.
    pub fn kind(&self) -> KindView {
        match self.body {
            Body::Form { .. } => KindView::Form,
            Body::Link(_) => KindView::Link,
            Body::Permission(_) => KindView::Permission,
        }
    }

    /// The asker's words, or where it has none what it wants.
    pub fn words(&self) -> String {
        match &self.body {
            Body::Permission(body) if self.message.is_empty() => {
                format!("Wants to use {}", body.permission.tool())
            }
            Body::Form { .. } | Body::Link(_) | Body::Permission(_) => visible(&self.message),
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

    /// What history tells of it when it ends so.
    pub fn line(&self, ending: &Ending, now: &Moment) -> LineView {
        LineView {
            domain: match &self.body {
                Body::Form { .. } | Body::Permission(_) => None,
                Body::Link(body) => Some(body.link.domain().to_owned()),
            },
            outcome: ending.outcome.word().to_owned(),
            reason: ending.reason.clone(),
            asked: Some(self.asked_at.as_millisecond()),
            shown: ending.shown_at.map(Timestamp::as_millisecond),
            ..LineView::about(&self.asker, &self.claims, self.kind(), now)
        }
    }

    pub fn listed(&self, now: &Moment) -> Listed {
        Listed {
            question: self.id,
            asker: self.asker.id,
            agent: self.asker.agent_name(&self.claims),
            age: now.steady.saturating_sub(self.asked),
            message: clamp(&self.words(), LISTED),
            server: self
                .claims
                .server
                .as_ref()
                .map(|server| visible(&server.name)),
        }
    }
}

impl Body {
    fn new(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Form(form) => Self::Form {
                inputs: form.initial_inputs(),
                form,
            },
            Wanted::Link {
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
            Wanted::Permission(permission) => Self::Permission(Box::new(PermissionBody {
                permission,
                read: false,
                reason: String::new(),
            })),
        }
    }
}
