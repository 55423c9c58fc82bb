//! Links the person agreed to open. Only the website knows how they go on; the server may say
//! that one is finished, the person may say so, or nobody.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::line::Line;
use super::link::Rest;
use super::question::{Body, LinkBody, Question, QuestionId};
use super::stage::Scene;
use super::{Board, Effect};
use crate::asker::{Asker, AskerId, SessionId};
use crate::moment::Moment;
use crate::view::{PressReply, WaitPress, WaitPressSaid, WaitStateView, WaitView};

/// How a link was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The server said so.
    DoneByServer,
    /// The person said so.
    DoneByPerson,
    /// The person gave up.
    CancelledByPerson,
    /// Its asker left.
    AskerLeft,
    /// Nobody said anything for too long.
    Expired,
}

/// One link that was opened.
pub(super) struct Wait {
    pub id: QuestionId,
    pub asker: Arc<Asker>,
    pub line: Line,
    headline: String,
    pub body: LinkBody,
    since: Duration,
    since_at: Timestamp,
    finished: Option<(Finish, Duration)>,
    trouble: Option<String>,
    /// Since when the browser is being started again, while it is.
    opening_since: Option<Duration>,
}

impl Wait {
    pub fn new(question: &Question, body: LinkBody, now: &Moment) -> Self {
        Self {
            id: question.id,
            asker: Arc::clone(&question.asker),
            line: question.line,
            headline: question.headline(),
            body,
            since: now.steady,
            since_at: now.timestamp(),
            finished: None,
            trouble: None,
            opening_since: None,
        }
    }

    pub fn opening_since(&self) -> Option<Duration> {
        self.opening_since
    }

    /// Since when a press on it is guarded, while there is something to press.
    pub fn guarded_since(&self) -> Option<Duration> {
        self.is_open().then_some(self.since)
    }

    pub fn is_of(&self, asker: AskerId, group: &str) -> bool {
        self.asker.id == asker && self.body.group.as_deref() == Some(group)
    }

    pub fn is_open(&self) -> bool {
        self.finished.is_none()
    }

    pub fn view(&self) -> WaitView {
        WaitView {
            id: self.id.to_string(),
            domain: self.body.link.domain().to_owned(),
            asker: self.headline.clone(),
            since: self.since_at.as_millisecond(),
            state: match self.finished {
                None => WaitStateView::Waiting,
                Some((Finish::DoneByServer | Finish::DoneByPerson, _)) => WaitStateView::Done,
                Some((Finish::CancelledByPerson | Finish::AskerLeft | Finish::Expired, _)) => {
                    WaitStateView::Over
                }
            },
            opening: self.opening_since.is_some(),
            trouble: self.trouble.clone(),
        }
    }
}

impl Board {
    /// The server says that a link is finished. Ids it never gave, gave to others or has already
    /// finished mean nothing.
    pub fn complete(&mut self, asker: AskerId, elicitation: &str, now: &Moment) {
        let found = self.waits.iter().find(|wait| {
            wait.is_open()
                && wait.asker.id == asker
                && wait.body.elicitation.as_deref() == Some(elicitation)
        });
        if let Some(id) = found.map(|wait| wait.id) {
            self.finish(id, Finish::DoneByServer, now);
            self.push_view();
            return;
        }
        // The website may be quicker than the person's "I opened it".
        let asked = self.questions.iter_mut().find_map(|question| {
            let asked = question.is_open() && question.asker.id == asker;
            match &mut question.body {
                Body::Link(body) if asked && body.elicitation.as_deref() == Some(elicitation) => {
                    Some(body)
                }
                Body::Link(_) | Body::Form { .. } | Body::Permission(_) => None,
            }
        });
        if let Some(body) = asked {
            body.completed = true;
        }
    }

    /// The person pressed something on a card.
    pub fn press_wait(&mut self, said: &WaitPressSaid, now: &Moment) -> PressReply {
        let open = |wait: &&Wait| wait.is_open() && wait.id.to_string() == said.id;
        let Some(wait) = self.waits.iter().find(open) else {
            return PressReply::Stale;
        };
        let old_enough = wait.since + self.rules.activation <= now.steady;
        if !old_enough || !self.is_active(said.by, now) {
            return PressReply::TooSoon;
        }
        let id = wait.id;
        match said.press {
            WaitPress::Done => self.finish(id, Finish::DoneByPerson, now),
            WaitPress::OpenAgain => {
                if wait.opening_since.is_some() {
                    return PressReply::Stale;
                }
                let url = wait.body.link.url().to_owned();
                self.set_opening(id, Some(now.steady), None);
                self.effects.push(Effect::OpenLink { question: id, url });
            }
            WaitPress::Cancel => {
                let asker = wait.asker.id;
                let group = wait.body.group.clone();
                self.finish(id, Finish::CancelledByPerson, now);
                if let Some(group) = group {
                    let end = self.end_group(asker, &group, Rest::NotRepeated, now);
                    let told = end.unopened + end.opened > 0;
                    // A question of someone else is never pushed away to say so.
                    if end.took_stage || (told && self.stage.is_free()) {
                        self.announce("Cancelled. The call will not be repeated.".into(), now);
                        return PressReply::Done;
                    }
                }
            }
        }
        self.push_view();
        PressReply::Done
    }

    /// Whether the browser came up again for a card.
    pub(super) fn opened_again(&mut self, id: QuestionId, trouble: Option<String>) {
        if self.set_opening(id, None, trouble) {
            self.push_view();
        }
    }

    fn set_opening(
        &mut self,
        id: QuestionId,
        since: Option<Duration>,
        trouble: Option<String>,
    ) -> bool {
        match self.waits.iter_mut().find(|wait| wait.id == id) {
            Some(wait) => {
                wait.opening_since = since;
                wait.trouble = trouble;
                true
            }
            None => false,
        }
    }

    /// The session a link that is not finished belongs to.
    pub fn waits_of(&self, id: QuestionId) -> Option<SessionId> {
        self.waits
            .iter()
            .find(|wait| wait.is_open() && wait.id == id)
            .map(|wait| wait.asker.session)
    }

    pub(super) fn finish(&mut self, id: QuestionId, finish: Finish, now: &Moment) {
        let open = |wait: &&mut Wait| wait.is_open() && wait.id == id;
        if let Some(wait) = self.waits.iter_mut().find(open) {
            wait.finished = Some((finish, now.steady));
            let session = wait.asker.session;
            self.effects.push(Effect::Finished {
                question: id,
                session,
                finish,
            });
        }
    }

    /// The asker of a link says that it no longer waits for its end.
    pub fn abandon(&mut self, id: QuestionId, asker: AskerId, now: &Moment) {
        let is_own = |wait: &Wait| wait.is_open() && wait.id == id && wait.asker.id == asker;
        if self.waits.iter().any(is_own) {
            self.finish(id, Finish::AskerLeft, now);
            self.push_view();
        }
    }

    /// Nobody wants to hear of the end of a link any more.
    pub fn give_up_wait(&mut self, id: QuestionId, now: &Moment) {
        self.give_up_waits(&[id], now);
    }

    /// Nobody is there any more to hear of their ends.
    pub(super) fn give_up_waits(&mut self, left: &[QuestionId], now: &Moment) {
        for id in left {
            self.finish(*id, Finish::AskerLeft, now);
        }
        if !left.is_empty() {
            self.push_view();
        }
    }

    /// Ends what nobody finished, and, when nothing else is on the screen, takes away the cards
    /// that have said that they are done. Beside a question they stay, so that it never moves.
    pub(super) fn tick_waits(&mut self, now: &Moment) {
        let late: Vec<_> = self
            .waits
            .iter()
            .filter(|wait| wait.is_open() && wait.since + self.rules.link_wait <= now.steady)
            .map(|wait| wait.id)
            .collect();
        for id in &late {
            self.finish(*id, Finish::Expired, now);
        }
        let before = self.waits.len();
        if matches!(self.stage.scene(), None | Some(Scene::Waiting)) {
            let shown = self.rules.done_shown;
            self.waits
                .retain(|wait| wait.finished.is_none_or(|(_, at)| at + shown > now.steady));
        }
        if self.waits.is_empty() && matches!(self.stage.scene(), Some(Scene::Waiting)) {
            self.clear_stage(now);
        } else if !late.is_empty() || self.waits.len() != before {
            self.push_view();
        }
    }

    pub(super) fn next_wait_tick(&self) -> Option<Duration> {
        let cards_alone = matches!(self.stage.scene(), None | Some(Scene::Waiting));
        self.waits
            .iter()
            .filter_map(|wait| match wait.finished {
                None => Some(wait.since + self.rules.link_wait),
                Some((_, at)) => cards_alone.then(|| at + self.rules.done_shown),
            })
            .min()
    }

    /// Cards that are finished leave when something else comes on the stage.
    pub(super) fn clear_finished(&mut self) {
        self.waits.retain(Wait::is_open);
    }

    /// Whether some link is not finished.
    pub(super) fn is_waiting(&self) -> bool {
        self.waits.iter().any(Wait::is_open)
    }
}
