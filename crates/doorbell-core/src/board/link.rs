//! What the person does with a link: look, open, copy, say that they opened it.

use std::collections::HashSet;

use super::question::{Body, LinkBody, Question, QuestionId};
use super::waits::Wait;
use super::{Board, Effect, Finish};
use crate::asker::AskerId;
use crate::link::Known;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{BodyView, GroupMemberView, LinkStep, PressReply};

/// The rest of a request goes with the one link that was refused.
const NOT_REPEATED: &str =
    "Another link of the same request was not opened; the call will not be repeated.";

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
    pub fn copy_link(&mut self, id: &str, now: &Moment) -> Option<String> {
        let id = QuestionId::parse(id)?;
        let question = self
            .question_mut(id)
            .filter(|question| question.is_open())?;
        let Body::Link(body) = &question.body else {
            return None;
        };
        let url = body.link.url().to_owned();
        if body.step != LinkStep::Opening {
            self.set_step(id, LinkStep::Copied, None, now);
        }
        Some(url)
    }

    /// Whether the browser came up: then the person has consented, and the asker is told.
    pub fn link_opened(&mut self, id: QuestionId, trouble: Option<String>, now: &Moment) {
        let opening = self.question_mut(id).is_some_and(|question| {
            question.is_open()
                && matches!(&question.body, Body::Link(body) if body.step == LinkStep::Opening)
        });
        match trouble {
            _ if !opening => self.opened_again(id, trouble, now),
            None => self.consent(id, now),
            Some(_) => self.set_step(id, LinkStep::Looking, trouble, now),
        }
    }

    fn consent(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.questions.iter().find(|question| question.id == id) else {
            return;
        };
        let Body::Link(body) = &question.body else {
            return;
        };
        let domain = body.link.domain().to_owned();
        let server = question.asker_name();
        let done = format!("Opened {domain} for {}.", question.headline());
        let completed = body.completed;
        let wait = Wait::new(question, LinkBody::clone(body), now);
        let on_stage = self.stage.question() == Some(id);
        self.opened.remember(server, &domain);
        self.end_by_person(id, Outcome::Accepted, None, now);
        self.waits.push(wait);
        if on_stage {
            self.show_next(Some(done), now);
        } else {
            self.push_view(now);
        }
        if completed {
            self.finish(id, Finish::DoneByServer, now);
            self.push_view(now);
        }
    }

    /// Whether a link of this group is on the screen.
    pub(super) fn shows_group(&self, asker: AskerId, group: &str) -> bool {
        self.stage.question().is_some_and(|id| {
            self.questions.iter().any(|question| {
                question.id == id && question.asker.id == asker && question.group() == Some(group)
            })
        })
    }

    /// Ends the open questions of a group without the person's answer. Gives how many it had
    /// left, opened ones included.
    pub(super) fn end_group(&mut self, asker: AskerId, group: &str, now: &Moment) -> usize {
        let of_group = |question: &Question| {
            question.is_open() && question.asker.id == asker && question.group() == Some(group)
        };
        let rest: Vec<_> = self
            .questions
            .iter()
            .filter(|question| of_group(question))
            .map(|question| question.id)
            .collect();
        for id in &rest {
            self.end_quietly(*id, Outcome::Dismissed, NOT_REPEATED, now);
        }
        let opened: Vec<_> = self
            .waits
            .iter()
            .filter(|wait| wait.is_of(asker, group))
            .map(|wait| wait.id)
            .collect();
        for id in &opened {
            self.finish(*id, Finish::CancelledByPerson, now);
        }
        rest.len() + opened.len()
    }

    pub(super) fn link_view(&self, question: &Question, body: &LinkBody) -> BodyView {
        BodyView::Link {
            link: body.link.view(&self.known(question)),
            step: body.step,
            trouble: body.trouble.clone(),
            group: self.group_view(question, body.group.as_deref()),
        }
    }

    fn group_view(&self, question: &Question, group: Option<&str>) -> Vec<GroupMemberView> {
        let Some(group) = group else {
            return Vec::new();
        };
        let asker = question.asker.id;
        let opened = self.waits.iter().filter(|wait| wait.is_of(asker, group));
        let opened = opened.map(|wait| (wait.id, &wait.body, true));
        let asked = self.questions.iter().filter_map(|other| match &other.body {
            Body::Link(body) if other.asker.id == asker && body.group.as_deref() == Some(group) => {
                Some((other.id, &**body, false))
            }
            Body::Link(_) | Body::Form { .. } => None,
        });
        let mut members: Vec<_> = opened.chain(asked).collect();
        members.sort_by_key(|(id, ..)| *id);
        if members.len() < 2 {
            return Vec::new();
        }
        members
            .into_iter()
            .map(|(id, body, opened)| GroupMemberView {
                domain: body.link.domain().to_owned(),
                current: id == question.id,
                opened,
            })
            .collect()
    }

    fn known(&self, question: &Question) -> Known<'_> {
        let domain = match &question.body {
            Body::Link(body) => body.link.domain().to_owned(),
            Body::Form { .. } => String::new(),
        };
        let key = (question.asker_name(), domain);
        Known {
            opened_for_this_server: self.opened.for_server.contains(&key),
            opened_before: &self.opened.domains,
        }
    }

    fn set_step(&mut self, id: QuestionId, step: LinkStep, trouble: Option<String>, now: &Moment) {
        if let Some(question) = self.question_mut(id)
            && let Body::Link(body) = &mut question.body
        {
            body.step = step;
            body.trouble = trouble;
            question.touched = true;
        }
        if self.stage.question() == Some(id) {
            self.change_stage(now);
        }
    }
}
