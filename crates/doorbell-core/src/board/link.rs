//! What the person does with a link: look, open, copy, say that they opened it.

use std::collections::HashSet;
use std::time::Duration;

use super::opened_links::OpenedLink;
use super::question::{Body, Group, LinkBody, Phase, Question, QuestionId};
use super::{Board, Effect, Finish};
use crate::link::LinkHistory;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{BodyView, By, GroupMemberView, LinkStep, PressReply};

/// The rest of a request goes with the one link that was refused.
const NOT_REPEATED: &str =
    "Another link of the same request was not opened; the call will not be repeated.";
/// The rest of a request goes with the one link that was handed back.
const WITH_ANOTHER: &str = "Handed back with another link of the same request.";

/// What becomes of the links of a request that were not opened.
#[derive(Clone, Copy)]
pub(super) enum Rest {
    /// They are of no use any more.
    NotRepeated,
    /// They go where the first one went. One whose asker cannot take it is of no use either.
    HandedBack,
}

impl Rest {
    fn end_of(self, question: &Question) -> (Outcome, &'static str) {
        match self {
            Self::HandedBack if question.hand_back => (Outcome::HandedBack, WITH_ANOTHER),
            Self::HandedBack | Self::NotRepeated => (Outcome::Dismissed, NOT_REPEATED),
        }
    }
}

/// What went with a group.
pub(super) struct GroupEnd {
    /// Links that had not been opened.
    pub unopened: usize,
    /// Links that were opened and not finished.
    pub opened: usize,
    /// Whether one of them was on the screen, or announced there.
    pub took_stage: bool,
}

/// Why a link was not copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCopied {
    /// It is not the link on the screen, or no longer.
    #[error("this link is no longer on the screen; nothing was copied")]
    Stale,
    /// It has only just come on the screen.
    #[error("Too soon: this just changed. Press again.")]
    TooSoon,
}

/// The domains the person opened, and for which server.
#[derive(Default)]
pub(super) struct Opened {
    domains: Vec<String>,
    for_server: HashSet<(String, String)>,
}

impl Opened {
    pub fn remember(&mut self, server: String, domain: &str) {
        if !self.domains.iter().any(|known| known == domain) {
            self.domains.push(domain.to_owned());
        }
        self.for_server.insert((server, domain.to_owned()));
    }
}

impl Board {
    /// Open was pressed. With a severe warning the first press only arms the second.
    pub(super) fn press_open(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(question) = self.questions.iter().find(|question| question.id == id) else {
            return PressReply::Stale;
        };
        let Body::Link(body) = &question.body else {
            return PressReply::Stale;
        };
        let severe = body.link.needs_second_press(&self.known(question));
        let (step, url) = match body.step {
            LinkStep::Looking | LinkStep::Copied if severe => (LinkStep::Armed, None),
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

    /// The person opened the copied link by themselves.
    pub(super) fn press_opened_it(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let copied = self.question_mut(id).is_some_and(
            |question| matches!(&question.body, Body::Link(body) if body.step == LinkStep::Copied),
        );
        if !copied {
            return PressReply::Stale;
        }
        self.consent(id, now);
        PressReply::Done
    }

    /// The link as text, for the clipboard; it counts as touched from then on.
    ///
    /// # Errors
    /// [`NotCopied`]; nothing was changed then.
    pub fn copy_link(&mut self, id: &str, now: &Moment) -> Result<String, NotCopied> {
        let id = QuestionId::parse(id).ok_or(NotCopied::Stale)?;
        if self.stage.question() != Some(id) {
            return Err(NotCopied::Stale);
        }
        if !self.is_active(By::Pointer, now) {
            return Err(NotCopied::TooSoon);
        }
        let question = self
            .question_mut(id)
            .filter(|question| question.is_open() && !question.is_opening())
            .ok_or(NotCopied::Stale)?;
        let Body::Link(body) = &question.body else {
            return Err(NotCopied::Stale);
        };
        let url = body.link.url().to_owned();
        self.set_step(id, LinkStep::Copied, None, now);
        Ok(url)
    }

    /// Whether the browser came up: then the person has consented, and the asker is told.
    pub fn link_opened(&mut self, id: QuestionId, trouble: Option<String>, now: &Moment) {
        let opening = self
            .question_mut(id)
            .is_some_and(|question| question.is_open() && question.is_opening());
        match trouble {
            _ if !opening => self.opened_again(id, trouble),
            None => self.consent(id, now),
            Some(_) => self.set_step(id, LinkStep::Looking, trouble, now),
        }
    }

    fn consent(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let (server, headline) = (question.asker_name(), question.headline());
        let Body::Link(body) = &mut question.body else {
            return;
        };
        (body.opening_since, body.trouble) = (None, None);
        let domain = body.link.domain().to_owned();
        let completed = body.completed;
        let about_it = self.stage.about() == Some(id);
        self.opened.remember(server, &domain);
        self.end(id, Outcome::Accepted, None, None, now);
        if let Some(question) = self.question_mut(id) {
            question.phase = Phase::Opened(OpenedLink::new(now));
        }
        if about_it {
            self.show_next(Some(format!("Opened {domain} for {headline}.")), now);
        } else {
            self.push_view();
            self.update_guard(now);
        }
        if completed {
            self.finish(id, Finish::DoneByServer, now);
            self.push_view();
        }
    }

    /// Ends what is left of a group without the person's answer: questions that were not opened
    /// and links that are not finished.
    pub(super) fn end_group(&mut self, group: &Group, fate: Rest, now: &Moment) -> GroupEnd {
        let of_group = |question: &Question| question.group().as_ref() == Some(group);
        let rest: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_open() && of_group(question))
            .map(|question| (question.id, fate.end_of(question)))
            .collect();
        let opened: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_unfinished() && of_group(question))
            .map(|question| question.id)
            .collect();
        let about = self.stage.about();
        let took_stage = rest.iter().any(|(id, _)| about == Some(*id));
        for (id, (outcome, reason)) in &rest {
            self.end_quietly(*id, *outcome, reason, now);
        }
        for id in &opened {
            self.finish(*id, Finish::CancelledByPerson, now);
        }
        GroupEnd {
            unopened: rest.len(),
            opened: opened.len(),
            took_stage,
        }
    }

    /// Gives up on browsers that neither came up nor failed.
    pub(super) fn tick_opening(&mut self, now: &Moment) {
        let late: Vec<_> = self
            .opening()
            .filter(|(_, since)| *since + self.rules.opening <= now.steady)
            .map(|(id, _)| id)
            .collect();
        for id in late {
            let trouble = "The browser did not start in time.".to_owned();
            self.link_opened(id, Some(trouble), now);
        }
    }

    pub(super) fn next_opening_tick(&self) -> Option<Duration> {
        let since = self.opening().map(|(_, since)| since).min()?;
        Some(since + self.rules.opening)
    }

    fn opening(&self) -> impl Iterator<Item = (QuestionId, Duration)> {
        self.questions
            .iter()
            .filter_map(|question| match &question.body {
                Body::Link(body) if !question.is_over() => Some((question.id, body.opening_since?)),
                Body::Link(_) | Body::Form { .. } | Body::Permission(_) => None,
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
                Body::Link(body) if other.group().as_ref() == Some(&group) => {
                    Some(GroupMemberView {
                        domain: body.link.domain().to_owned(),
                        current: other.id == question.id,
                        opened: other.is_opened(),
                    })
                }
                Body::Link(_) | Body::Form { .. } | Body::Permission(_) => None,
            })
            .collect();
        if members.len() < 2 {
            return Vec::new();
        }
        members
    }

    fn known(&self, question: &Question) -> LinkHistory<'_> {
        let domain = match &question.body {
            Body::Link(body) => body.link.domain().to_owned(),
            Body::Form { .. } | Body::Permission(_) => String::new(),
        };
        let key = (question.asker_name(), domain);
        LinkHistory {
            opened_for_this_server: self.opened.for_server.contains(&key),
            opened_domains: &self.opened.domains,
        }
    }

    fn set_step(&mut self, id: QuestionId, step: LinkStep, trouble: Option<String>, now: &Moment) {
        if let Some(question) = self.question_mut(id)
            && let Body::Link(body) = &mut question.body
        {
            body.step = step;
            body.trouble = trouble;
            body.opening_since = (step == LinkStep::Opening).then_some(now.steady);
            question.touched = true;
        }
        if self.stage.question() == Some(id) {
            self.change_stage(now);
        }
    }
}
