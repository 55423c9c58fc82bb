//! Askers that leave, and come back for what they asked.

use std::sync::Arc;
use std::time::Duration;

use super::question::{Question, QuestionId};
use super::waits::Wait;
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

impl Board {
    /// The asker's connection ended. What it can come back for waits a little.
    pub fn asker_left(&mut self, asker: AskerId, now: &Moment) {
        let mut left = Vec::new();
        for question in &mut self.questions {
            if question.is_open() && question.asker.id == asker && !question.line.leave(now.steady)
            {
                left.push(question.id);
            }
        }
        for id in left {
            self.give_up(id, now);
        }
        let mut left = Vec::new();
        for wait in &mut self.waits {
            if wait.is_open() && wait.asker.id == asker && !wait.line.leave(now.steady) {
                left.push(wait.id);
            }
        }
        self.give_up_waits(&left, now);
    }

    /// The asker has come back on another connection. Nothing changes for the person. Whether there
    /// was something to come back for.
    pub fn take_over(&mut self, id: QuestionId, asker: &Arc<Asker>) -> bool {
        let question = self.question_mut(id).filter(|question| question.is_open());
        let (old, line) = match question {
            Some(question) => (&mut question.asker, &mut question.line),
            None => {
                let open = |wait: &&mut Wait| wait.id == id && wait.is_open();
                match self.waits.iter_mut().find(open) {
                    Some(wait) => (&mut wait.asker, &mut wait.line),
                    None => return false,
                }
            }
        };
        *old = Arc::clone(asker);
        *line = Line::Keyed;
        true
    }

    /// Ends what nobody has come back for.
    pub(super) fn tick_lines(&mut self, now: &Moment) {
        let grace = self.rules.grace;
        let lost: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_open() && question.line.is_lost(grace, now.steady))
            .map(|question| question.id)
            .collect();
        for id in lost {
            self.give_up(id, now);
        }
        let lost: Vec<_> = self
            .waits
            .iter()
            .filter(|wait| wait.is_open() && wait.line.is_lost(grace, now.steady))
            .map(|wait| wait.id)
            .collect();
        self.give_up_waits(&lost, now);
    }

    pub(super) fn next_line_tick(&self) -> Option<Duration> {
        let questions = self.questions.iter().filter(|question| question.is_open());
        let waits = self.waits.iter().filter(|wait| wait.is_open());
        questions
            .map(|question| question.line)
            .chain(waits.map(|wait| wait.line))
            .filter_map(|line| line.gives_up_at(self.rules.grace))
            .min()
    }

    fn give_up(&mut self, id: QuestionId, now: &Moment) {
        let reason = |question: &Question| {
            let name = question.asker_name();
            format!("{name} closed its connection.{}", still_opening(question))
        };
        if let Some(reason) = self.open_question(id).map(reason) {
            self.end_by_asker(id, Outcome::Withdrawn, reason, now);
        }
    }
}
