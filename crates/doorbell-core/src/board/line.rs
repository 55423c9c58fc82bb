//! Askers that leave, and come back for what they asked.

use std::sync::Arc;
use std::time::Duration;

use super::question::{Question, QuestionId};
use super::{Board, still_opening};
use crate::asker::{Asker, AskerId};
use crate::moment::Moment;
use crate::outcome::Outcome;

/// Whether someone is there to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The asker is there. When it leaves, it is gone.
    Single,
    /// The asker is there, and could come back.
    Keyed,
    /// It has left since then and may come back.
    Adrift(Duration),
}

impl Line {
    pub fn new(keyed: bool) -> Self {
        if keyed { Self::Keyed } else { Self::Single }
    }

    /// The asker has left; whether it is waited for.
    fn leave(&mut self, now: Duration) -> bool {
        match self {
            Self::Single => false,
            Self::Keyed => {
                *self = Self::Adrift(now);
                true
            }
            Self::Adrift(_) => true,
        }
    }

    fn is_lost(self, grace: Duration, now: Duration) -> bool {
        self.gives_up_at(grace).is_some_and(|at| at <= now)
    }

    fn gives_up_at(self, grace: Duration) -> Option<Duration> {
        match self {
            Self::Adrift(since) => Some(since + grace),
            Self::Single | Self::Keyed => None,
        }
    }
}

impl Question {
    /// Whether its asker is still to be told something: the outcome, or the end of its link.
    fn is_awaited(&self) -> bool {
        self.is_open() || self.is_unfinished()
    }
}

impl Board {
    /// The asker's connection ended. What it can come back for waits a little.
    pub fn asker_left(&mut self, asker: AskerId, now: &Moment) {
        let mut left = Vec::new();
        for question in &mut self.questions {
            let is_its_own = question.is_awaited() && question.asker.id == asker;
            if is_its_own && !question.line.leave(now.steady) {
                left.push(question.id);
            }
        }
        self.give_up_all(left, now);
    }

    /// The asker has come back on another connection. Nothing changes for the person. Returns
    /// whether there was something to come back for.
    pub fn take_over(&mut self, id: QuestionId, asker: &Arc<Asker>) -> bool {
        let Some(question) = self.question_mut(id).filter(|it| it.is_awaited()) else {
            return false;
        };
        question.asker = Arc::clone(asker);
        question.line = Line::Keyed;
        true
    }

    /// Ends what nobody has come back for.
    pub(super) fn tick_lines(&mut self, now: &Moment) {
        let grace = self.rules.grace;
        let lost: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_awaited() && question.line.is_lost(grace, now.steady))
            .map(|question| question.id)
            .collect();
        self.give_up_all(lost, now);
    }

    pub(super) fn next_line_tick(&self) -> Option<Duration> {
        self.questions
            .iter()
            .filter(|question| question.is_awaited())
            .filter_map(|question| question.line.gives_up_at(self.rules.grace))
            .min()
    }

    fn give_up_all(&mut self, ids: Vec<QuestionId>, now: &Moment) {
        // Questions first: the stage then rests on the cards of links, which say that they are over.
        let is_open = |id: &QuestionId| self.open_question(*id).is_some();
        let (open, opened): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_open);
        for id in open.into_iter().chain(opened) {
            self.give_up(id, now);
        }
    }

    fn give_up(&mut self, id: QuestionId, now: &Moment) {
        let reason = |question: &Question| {
            let name = question.asker_name();
            format!("{name} closed its connection.{}", still_opening(question))
        };
        match self.open_question(id).map(reason) {
            Some(reason) => self.end_by_asker(id, Outcome::Withdrawn, reason, now),
            None => self.abandon(id, now),
        }
    }
}
