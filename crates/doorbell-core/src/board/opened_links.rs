//! Links the person agreed to open. Each stays as a card until the server or the person reports
//! its end, or it times out.

use std::time::Duration;

use jiff::Timestamp;

use super::link::GroupFate;
use super::question::{BodyState, LinkBody, Phase, Question, QuestionId};
use super::screen::ScreenContent;
use super::{Board, Effect};
use crate::asker::AskerId;
use crate::moment::Moment;
use crate::view::{
    OpenedLinkPress, OpenedLinkPressRequest, OpenedLinkStateView, OpenedLinkView, PressReply,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEnd {
    DoneByServer,
    DoneByPerson,
    CancelledByPerson,
    AskerLeft,
    /// Neither the server nor the person reported an end in time.
    Expired,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OpenedLink {
    since: Duration,
    since_at: Timestamp,
    ended: Option<(LinkEnd, Duration)>,
}

impl OpenedLink {
    pub fn new(now: &Moment) -> Self {
        Self {
            since: now.steady,
            since_at: now.timestamp(),
            ended: None,
        }
    }
}

impl Question {
    fn opened(&self) -> Option<(&LinkBody, OpenedLink)> {
        match (&self.body, &self.phase) {
            (BodyState::Link(body), Phase::Opened(opened)) => Some((body, *opened)),
            _ => None,
        }
    }

    pub fn is_opened(&self) -> bool {
        self.opened().is_some()
    }

    pub fn is_unfinished(&self) -> bool {
        self.unfinished_since().is_some()
    }

    /// Since when the guard of its card runs, while the card has buttons.
    pub fn unfinished_since(&self) -> Option<Duration> {
        let (_, opened) = self.opened()?;
        opened.ended.is_none().then_some(opened.since)
    }

    fn is_finished(&self) -> bool {
        self.is_opened() && !self.is_unfinished()
    }
}

impl Board {
    /// Ordered by when the links were opened.
    pub(super) fn opened_link_views(&self) -> Vec<OpenedLinkView> {
        let mut opened: Vec<_> = self
            .questions
            .iter()
            .filter_map(|question| Some((question, question.opened()?)))
            .collect();
        opened.sort_by_key(|(_, (_, opened))| opened.since);
        opened
            .into_iter()
            .map(|(question, (body, opened))| OpenedLinkView {
                id: question.id.to_string(),
                domain: body.link.domain().to_owned(),
                asker: question.headline(),
                since: opened.since_at.as_millisecond(),
                state: match opened.ended {
                    None => OpenedLinkStateView::Waiting,
                    Some((LinkEnd::DoneByServer | LinkEnd::DoneByPerson, _)) => {
                        OpenedLinkStateView::Done
                    }
                    Some((
                        LinkEnd::CancelledByPerson | LinkEnd::AskerLeft | LinkEnd::Expired,
                        _,
                    )) => OpenedLinkStateView::Over,
                },
                opening: body.opening_since.is_some(),
                trouble: body.trouble.clone(),
            })
            .collect()
    }

    /// The server reports the end of a link. Unknown, foreign and finished ids are ignored.
    pub fn complete_link(&mut self, asker: AskerId, elicitation: &str, now: &Moment) {
        let has_id = |question: &Question| {
            matches!(&question.body, BodyState::Link(body) if body.elicitation.as_deref() == Some(elicitation))
                && question.asker.id == asker
        };
        let mut questions = self.questions.iter();
        let found = questions.find(|question| question.is_unfinished() && has_id(question));
        if let Some(id) = found.map(|question| question.id) {
            self.end_link(id, LinkEnd::DoneByServer, now);
            self.push_view();
            return;
        }
        // The server can report the end before the person confirms that they opened the link.
        let mut questions = self.questions.iter_mut();
        let asked = questions.find(|question| question.is_open() && has_id(question));
        if let Some(BodyState::Link(body)) = asked.map(|question| &mut question.body) {
            body.completed = true;
        }
    }

    pub fn press_opened_link(
        &mut self,
        request: &OpenedLinkPressRequest,
        now: &Moment,
    ) -> PressReply {
        let mut questions = self.questions.iter();
        let Some((id, (body, opened))) = questions
            .find(|question| question.is_unfinished() && question.id.to_string() == request.id)
            .and_then(|question| Some((question.id, question.opened()?)))
        else {
            return PressReply::Stale;
        };
        let is_old_enough = opened.since + self.rules.press_delay <= now.steady;
        if !is_old_enough || !self.accepts_press(request.by, now) {
            return PressReply::TooSoon;
        }
        match request.press {
            OpenedLinkPress::Done => self.end_link(id, LinkEnd::DoneByPerson, now),
            OpenedLinkPress::OpenAgain => {
                if body.opening_since.is_some() {
                    return PressReply::Stale;
                }
                let url = body.link.url().to_owned();
                self.set_opening(id, Some(now.steady), None);
                self.effects.push(Effect::OpenLink { question: id, url });
            }
            OpenedLinkPress::Cancel => {
                let group = self.question_mut(id).and_then(|question| question.group());
                self.end_link(id, LinkEnd::CancelledByPerson, now);
                if let Some(group) = group {
                    let end = self.end_group(&group, GroupFate::NotRepeated, now);
                    let others_ended = end.unopened + end.opened > 0;
                    // The message must not replace another asker's question.
                    if end.was_on_screen || (others_ended && self.screen.is_free()) {
                        self.announce("Cancelled. The tool call won’t be retried.".into(), now);
                        return PressReply::Done;
                    }
                }
            }
        }
        self.push_view();
        PressReply::Done
    }

    /// The browser started again for a card, or failed to.
    pub(super) fn link_reopened(&mut self, id: QuestionId, trouble: Option<String>) {
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
        let Some(BodyState::Link(body)) = question.map(|question| &mut question.body) else {
            return false;
        };
        (body.opening_since, body.trouble) = (since, trouble);
        true
    }

    pub(super) fn end_link(&mut self, question: QuestionId, end: LinkEnd, now: &Moment) {
        if let Some(Phase::Opened(opened)) = self.question_mut(question).map(|it| &mut it.phase)
            && opened.ended.is_none()
        {
            opened.ended = Some((end, now.steady));
            self.effects.push(Effect::LinkEnded { question, end });
        }
    }

    /// The asker no longer wants to know how the link ends.
    pub fn abandon_link(&mut self, id: QuestionId, now: &Moment) {
        self.end_link(id, LinkEnd::AskerLeft, now);
        self.push_view();
    }

    /// Ends links that take too long. Removes finished cards unless other content is on the screen:
    /// removing them would move it.
    pub(super) fn tick_opened_links(&mut self, now: &Moment) {
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
            self.end_link(*id, LinkEnd::Expired, now);
        }
        let before = self.questions.len();
        if matches!(
            self.screen.content(),
            None | Some(ScreenContent::OpenedLinks)
        ) {
            let shown = self.rules.done_shown;
            self.questions.retain(|question| {
                let ended = question.opened().and_then(|(_, opened)| opened.ended);
                ended.is_none_or(|(_, at)| at + shown > now.steady)
            });
        }
        let has_cards = self.questions.iter().any(|question| question.is_opened());
        if !has_cards && matches!(self.screen.content(), Some(ScreenContent::OpenedLinks)) {
            self.clear_screen(now);
        } else if !late.is_empty() || self.questions.len() != before {
            self.push_view();
        }
    }

    pub(super) fn next_opened_link_tick(&self) -> Option<Duration> {
        let only_cards = matches!(
            self.screen.content(),
            None | Some(ScreenContent::OpenedLinks)
        );
        let opened = self
            .questions
            .iter()
            .filter_map(|question| question.opened());
        opened
            .filter_map(|(_, opened)| match opened.ended {
                None => Some(opened.since + self.rules.link_wait),
                Some((_, at)) => only_cards.then(|| at + self.rules.done_shown),
            })
            .min()
    }

    pub(super) fn remove_finished_links(&mut self) {
        self.questions.retain(|question| !question.is_finished());
    }

    pub(super) fn has_unfinished_links(&self) -> bool {
        self.questions
            .iter()
            .any(|question| question.is_unfinished())
    }
}
