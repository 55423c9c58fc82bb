//! Links the person agreed to open. Only the website knows how they go on; the server may say
//! that one is finished, the person may say so, or nobody.

use std::time::Duration;

use jiff::Timestamp;

use super::link::Rest;
use super::question::{Body, LinkBody, Phase, Question, QuestionId};
use super::stage::Scene;
use super::{Board, Effect};
use crate::asker::AskerId;
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

/// What a question becomes when its link was opened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OpenedLink {
    since: Duration,
    since_at: Timestamp,
    finished: Option<(Finish, Duration)>,
}

impl OpenedLink {
    pub fn new(now: &Moment) -> Self {
        Self {
            since: now.steady,
            since_at: now.timestamp(),
            finished: None,
        }
    }
}

impl Question {
    /// Its link, if it was opened.
    fn opened(&self) -> Option<(&LinkBody, OpenedLink)> {
        match (&self.body, &self.phase) {
            (Body::Link(body), Phase::Opened(opened)) => Some((body, *opened)),
            _ => None,
        }
    }

    pub fn is_opened(&self) -> bool {
        self.opened().is_some()
    }

    /// Whether its link was opened and is not finished.
    pub fn is_unfinished(&self) -> bool {
        self.unfinished_since().is_some()
    }

    /// Since when a press on its card is guarded, while there is something to press.
    pub fn unfinished_since(&self) -> Option<Duration> {
        let (_, opened) = self.opened()?;
        opened.finished.is_none().then_some(opened.since)
    }

    fn is_finished(&self) -> bool {
        self.is_opened() && !self.is_unfinished()
    }
}

impl Board {
    /// The cards of the links that were opened, in that order.
    pub(super) fn cards(&self) -> Vec<WaitView> {
        let mut opened: Vec<_> = self
            .questions
            .iter()
            .filter_map(|question| Some((question, question.opened()?)))
            .collect();
        opened.sort_by_key(|(_, (_, opened))| opened.since);
        opened
            .into_iter()
            .map(|(question, (body, opened))| WaitView {
                id: question.id.to_string(),
                domain: body.link.domain().to_owned(),
                asker: question.headline(),
                since: opened.since_at.as_millisecond(),
                state: match opened.finished {
                    None => WaitStateView::Waiting,
                    Some((Finish::DoneByServer | Finish::DoneByPerson, _)) => WaitStateView::Done,
                    Some((Finish::CancelledByPerson | Finish::AskerLeft | Finish::Expired, _)) => {
                        WaitStateView::Over
                    }
                },
                opening: body.opening_since.is_some(),
                trouble: body.trouble.clone(),
            })
            .collect()
    }

    /// The server says that a link is finished. Ids it never gave, gave to others or has already
    /// finished mean nothing.
    pub fn complete(&mut self, asker: AskerId, elicitation: &str, now: &Moment) {
        let is_named = |question: &Question| {
            matches!(&question.body, Body::Link(body) if body.elicitation.as_deref() == Some(elicitation))
                && question.asker.id == asker
        };
        let mut questions = self.questions.iter();
        let found = questions.find(|question| question.is_unfinished() && is_named(question));
        if let Some(id) = found.map(|question| question.id) {
            self.finish(id, Finish::DoneByServer, now);
            self.push_view();
            return;
        }
        // The website may be quicker than the person's "I opened it".
        let mut questions = self.questions.iter_mut();
        let asked = questions.find(|question| question.is_open() && is_named(question));
        if let Some(Body::Link(body)) = asked.map(|question| &mut question.body) {
            body.completed = true;
        }
    }

    /// The person pressed something on a card.
    pub fn press_wait(&mut self, said: &WaitPressSaid, now: &Moment) -> PressReply {
        let mut questions = self.questions.iter();
        let Some((id, (body, opened))) = questions
            .find(|question| question.is_unfinished() && question.id.to_string() == said.id)
            .and_then(|question| Some((question.id, question.opened()?)))
        else {
            return PressReply::Stale;
        };
        let old_enough = opened.since + self.rules.activation <= now.steady;
        if !old_enough || !self.is_active(said.by, now) {
            return PressReply::TooSoon;
        }
        match said.press {
            WaitPress::Done => self.finish(id, Finish::DoneByPerson, now),
            WaitPress::OpenAgain => {
                if body.opening_since.is_some() {
                    return PressReply::Stale;
                }
                let url = body.link.url().to_owned();
                self.set_opening(id, Some(now.steady), None);
                self.effects.push(Effect::OpenLink { question: id, url });
            }
            WaitPress::Cancel => {
                let group = self.question_mut(id).and_then(|question| question.group());
                self.finish(id, Finish::CancelledByPerson, now);
                if let Some(group) = group {
                    let end = self.end_group(&group, Rest::NotRepeated, now);
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
        let question = self
            .question_mut(id)
            .filter(|question| question.is_opened());
        let Some(Body::Link(body)) = question.map(|question| &mut question.body) else {
            return false;
        };
        (body.opening_since, body.trouble) = (since, trouble);
        true
    }

    pub(super) fn finish(&mut self, question: QuestionId, finish: Finish, now: &Moment) {
        if let Some(Phase::Opened(opened)) = self.question_mut(question).map(|it| &mut it.phase)
            && opened.finished.is_none()
        {
            opened.finished = Some((finish, now.steady));
            self.effects.push(Effect::Finished { question, finish });
        }
    }

    /// Nobody wants to hear of the end of a link any more.
    pub fn abandon(&mut self, id: QuestionId, now: &Moment) {
        self.finish(id, Finish::AskerLeft, now);
        self.push_view();
    }

    /// Ends what nobody finished, and, when nothing else is on the screen, takes away the cards
    /// that have said that they are done. Beside a question they stay, so that it never moves.
    pub(super) fn tick_opened(&mut self, now: &Moment) {
        let latest = now.steady.checked_sub(self.rules.link_wait);
        let late: Vec<_> = self
            .questions
            .iter()
            .filter(|question| {
                question
                    .unfinished_since()
                    .is_some_and(|at| Some(at) <= latest)
            })
            .map(|question| question.id)
            .collect();
        for id in &late {
            self.finish(*id, Finish::Expired, now);
        }
        let before = self.questions.len();
        if matches!(self.stage.scene(), None | Some(Scene::Waiting)) {
            let shown = self.rules.done_shown;
            self.questions.retain(|question| {
                let finished = question.opened().and_then(|(_, opened)| opened.finished);
                finished.is_none_or(|(_, at)| at + shown > now.steady)
            });
        }
        let has_cards = self.questions.iter().any(|question| question.is_opened());
        if !has_cards && matches!(self.stage.scene(), Some(Scene::Waiting)) {
            self.clear_stage(now);
        } else if !late.is_empty() || self.questions.len() != before {
            self.push_view();
        }
    }

    pub(super) fn next_opened_tick(&self) -> Option<Duration> {
        let cards_alone = matches!(self.stage.scene(), None | Some(Scene::Waiting));
        let opened = self
            .questions
            .iter()
            .filter_map(|question| question.opened());
        opened
            .filter_map(|(_, opened)| match opened.finished {
                None => Some(opened.since + self.rules.link_wait),
                Some((_, at)) => cards_alone.then(|| at + self.rules.done_shown),
            })
            .min()
    }

    /// Cards that are finished leave when something else comes on the stage.
    pub(super) fn clear_finished(&mut self) {
        self.questions.retain(|question| !question.is_finished());
    }

    /// Whether some link is not finished.
    pub(super) fn is_waiting(&self) -> bool {
        self.questions
            .iter()
            .any(|question| question.is_unfinished())
    }
}
