//! What the person does with a link: open it, copy it, confirm that it was opened.

use std::collections::HashSet;
use std::time::Duration;

use super::opened_links::OpenedLink;
use super::question::{BodyState, Group, LinkBody, Phase, Question, QuestionId};
use super::{Board, Effect, LinkEnd};
use crate::link::LinkHistory;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{BodyView, GroupMemberView, InputDevice, LinkStep, PressReply};

const NOT_REPEATED: &str =
    "Another link of the same request was not opened; the call will not be repeated.";
const HANDED_BACK_WITH_ANOTHER: &str = "Handed back with another link of the same request.";

/// What happens to the other links of a request.
#[derive(Clone, Copy)]
pub(super) enum GroupFate {
    NotRepeated,
    /// Handed back too, if the asker can take them.
    HandedBack,
}

impl GroupFate {
    fn outcome_for(self, question: &Question) -> (Outcome, &'static str) {
        match self {
            Self::HandedBack if question.hand_back => {
                (Outcome::HandedBack, HANDED_BACK_WITH_ANOTHER)
            }
            Self::HandedBack | Self::NotRepeated => (Outcome::Dismissed, NOT_REPEATED),
        }
    }
}

/// How many links of a request ended.
pub(super) struct GroupEnd {
    pub unopened: usize,
    pub opened: usize,
    /// True if one of them was on the screen or announced there.
    pub was_on_screen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCopied {
    #[error("this link is no longer on the screen; nothing was copied")]
    Stale,
    #[error("The window just changed. Check it and press again.")]
    TooSoon,
}

#[derive(Default)]
pub(super) struct OpenedDomains {
    domains: Vec<String>,
    for_server: HashSet<(String, String)>,
}

impl OpenedDomains {
    pub fn remember(&mut self, server: String, domain: &str) {
        if !self.domains.iter().any(|known| known == domain) {
            self.domains.push(domain.to_owned());
        }
        self.for_server.insert((server, domain.to_owned()));
    }
}

impl Board {
    /// A link with a severe warning takes two presses.
    pub(super) fn press_open(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(question) = self.questions.iter().find(|question| question.id == id) else {
            return PressReply::Stale;
        };
        let BodyState::Link(body) = &question.body else {
            return PressReply::Stale;
        };
        let needs_second_press = body.link.needs_second_press(&self.known(question));
        let (step, url) = match body.step {
            LinkStep::Looking | LinkStep::Copied if needs_second_press => (LinkStep::Armed, None),
            LinkStep::Looking | LinkStep::Copied | LinkStep::Armed => {
                (LinkStep::Opening, Some(body.link.url().to_owned()))
            }
            LinkStep::Opening => return PressReply::Stale,
        };
        self.set_step(id, step, None, now);
        if let Some(url) = url {
            self.effects.push(Effect::OpenLink { question: id, url });
        }
        PressReply::Done
    }

    pub(super) fn press_opened_it(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let copied = self.question_mut(id).is_some_and(
            |question| matches!(&question.body, BodyState::Link(body) if body.step == LinkStep::Copied),
        );
        if !copied {
            return PressReply::Stale;
        }
        self.consent(id, now);
        PressReply::Done
    }

    /// Returns the link for the clipboard and marks the question as touched.
    pub fn copy_link(&mut self, id: &str, now: &Moment) -> Result<String, NotCopied> {
        let id = QuestionId::parse(id).ok_or(NotCopied::Stale)?;
        if self.screen.question() != Some(id) {
            return Err(NotCopied::Stale);
        }
        if !self.accepts_press(InputDevice::Pointer, now) {
            return Err(NotCopied::TooSoon);
        }
        let question = self
            .question_mut(id)
            .filter(|question| question.is_open() && !question.is_opening())
            .ok_or(NotCopied::Stale)?;
        let BodyState::Link(body) = &question.body else {
            return Err(NotCopied::Stale);
        };
        let url = body.link.url().to_owned();
        self.set_step(id, LinkStep::Copied, None, now);
        Ok(url)
    }

    /// The browser started (`trouble` is `None`), which is the person's consent, or failed to.
    pub fn link_opened(&mut self, id: QuestionId, trouble: Option<String>, now: &Moment) {
        let opening = self
            .question_mut(id)
            .is_some_and(|question| question.is_open() && question.is_opening());
        match trouble {
            _ if !opening => self.link_reopened(id, trouble),
            None => self.consent(id, now),
            Some(_) => self.set_step(id, LinkStep::Looking, trouble, now),
        }
    }

    fn consent(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let (server, headline) = (question.asker_name(), question.headline());
        let BodyState::Link(body) = &mut question.body else {
            return;
        };
        (body.opening_since, body.trouble) = (None, None);
        let domain = body.link.domain().to_owned();
        let completed = body.completed;
        let is_on_screen = self.screen.subject() == Some(id);
        self.opened_domains.remember(server, &domain);
        self.end(id, Outcome::Accepted, None, None, now);
        if let Some(question) = self.question_mut(id) {
            question.phase = Phase::Opened(OpenedLink::new(now));
        }
        if is_on_screen {
            self.show_next(Some(format!("Opened {domain} for {headline}.")), now);
        } else {
            self.push_view();
            self.update_guard(now);
        }
        if completed {
            self.end_link(id, LinkEnd::DoneByServer, now);
            self.push_view();
        }
    }

    /// Ends the unopened questions and the unfinished links of a group.
    pub(super) fn end_group(&mut self, group: &Group, fate: GroupFate, now: &Moment) -> GroupEnd {
        let in_group = |question: &Question| question.group().as_ref() == Some(group);
        let unopened: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_open() && in_group(question))
            .map(|question| (question.id, fate.outcome_for(question)))
            .collect();
        let opened: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_unfinished() && in_group(question))
            .map(|question| question.id)
            .collect();
        let subject = self.screen.subject();
        let was_on_screen = unopened.iter().any(|(id, _)| subject == Some(*id));
        for (id, (outcome, reason)) in &unopened {
            self.end_quietly(*id, *outcome, reason, now);
        }
        for id in &opened {
            self.end_link(*id, LinkEnd::CancelledByPerson, now);
        }
        GroupEnd {
            unopened: unopened.len(),
            opened: opened.len(),
            was_on_screen,
        }
    }

    /// Gives up on browsers that neither started nor failed in time.
    pub(super) fn tick_opening(&mut self, now: &Moment) {
        let late: Vec<_> = self
            .opening_links()
            .filter(|(_, since)| *since + self.rules.browser_start_timeout <= now.steady)
            .map(|(id, _)| id)
            .collect();
        for id in late {
            let trouble = "The browser did not start in time.".to_owned();
            self.link_opened(id, Some(trouble), now);
        }
    }

    pub(super) fn next_opening_tick(&self) -> Option<Duration> {
        let since = self.opening_links().map(|(_, since)| since).min()?;
        Some(since + self.rules.browser_start_timeout)
    }

    fn opening_links(&self) -> impl Iterator<Item = (QuestionId, Duration)> {
        self.questions
            .iter()
            .filter_map(|question| match &question.body {
                BodyState::Link(body) if !question.is_over() => {
                    Some((question.id, body.opening_since?))
                }
                BodyState::Link(_)
                | BodyState::Form { .. }
                | BodyState::Permission(_)
                | BodyState::Agent(_) => None,
            })
    }

    pub(super) fn link_view(&self, question: &Question, body: &LinkBody) -> BodyView {
        BodyView::Link {
            link: body.link.view(&self.known(question)),
            step: body.step,
            trouble: body.trouble.clone(),
            group: self.group_view(question),
        }
    }

    fn group_view(&self, question: &Question) -> Vec<GroupMemberView> {
        let Some(group) = question.group() else {
            return Vec::new();
        };
        let members: Vec<_> = self
            .questions
            .iter()
            .filter_map(|other| match &other.body {
                BodyState::Link(body) if other.group().as_ref() == Some(&group) => {
                    Some(GroupMemberView {
                        domain: body.link.domain().to_owned(),
                        current: other.id == question.id,
                        opened: other.is_opened(),
                    })
                }
                BodyState::Link(_)
                | BodyState::Form { .. }
                | BodyState::Permission(_)
                | BodyState::Agent(_) => None,
            })
            .collect();
        if members.len() < 2 {
            return Vec::new();
        }
        members
    }

    fn known(&self, question: &Question) -> LinkHistory<'_> {
        let domain = match &question.body {
            BodyState::Link(body) => body.link.domain().to_owned(),
            BodyState::Form { .. } | BodyState::Permission(_) | BodyState::Agent(_) => {
                String::new()
            }
        };
        let key = (question.asker_name(), domain);
        LinkHistory {
            opened_for_this_server: self.opened_domains.for_server.contains(&key),
            opened_domains: &self.opened_domains.domains,
        }
    }

    fn set_step(&mut self, id: QuestionId, step: LinkStep, trouble: Option<String>, now: &Moment) {
        if let Some(question) = self.question_mut(id)
            && let BodyState::Link(body) = &mut question.body
        {
            body.step = step;
            body.trouble = trouble;
            body.opening_since = (step == LinkStep::Opening).then_some(now.steady);
            question.touched = true;
        }
        if self.screen.question() == Some(id) {
            self.renew_content(now);
        }
    }
}
