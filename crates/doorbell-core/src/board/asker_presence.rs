//! Askers that disconnect, and those that reconnect for their questions.

use std::sync::Arc;
use std::time::Duration;

use super::question::{Question, QuestionId};
use super::{Board, QuestionLabels, still_opening_note};
use crate::asker::{Asker, AskerId};
use crate::moment::Moment;
use crate::outcome::Outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskerPresence {
    /// Ends with its connection.
    Connected,
    /// Connected, and can reconnect for its question.
    Resumable,
    /// Disconnected since then; may reconnect.
    Away(Duration),
    /// Needs no connection, because its outcome is sent to no program.
    Unneeded,
}

impl AskerPresence {
    pub fn new(keyed: bool) -> Self {
        if keyed {
            Self::Resumable
        } else {
            Self::Connected
        }
    }

    /// Returns true if the asker may reconnect.
    fn disconnect(&mut self, now: Duration) -> bool {
        match self {
            Self::Connected => false,
            Self::Resumable => {
                *self = Self::Away(now);
                true
            }
            Self::Away(_) | Self::Unneeded => true,
        }
    }

    fn is_given_up(self, grace: Duration, now: Duration) -> bool {
        self.gives_up_at(grace).is_some_and(|at| at <= now)
    }

    fn gives_up_at(self, grace: Duration) -> Option<Duration> {
        match self {
            Self::Away(since) => Some(since + grace),
            Self::Connected | Self::Resumable | Self::Unneeded => None,
        }
    }
}

impl Question {
    /// True if the asker has yet to learn the outcome, or the end of its link.
    fn awaits_report(&self) -> bool {
        self.is_open() || self.is_unfinished()
    }
}

impl Board {
    /// Ends the questions of an asker, except those that it can resume for a while.
    pub fn asker_disconnected(&mut self, asker: AskerId, now: &Moment) {
        let mut abandoned = Vec::new();
        for question in &mut self.questions {
            let is_from_asker = question.awaits_report() && question.asker.id == asker;
            if is_from_asker && !question.presence.disconnect(now.steady) {
                abandoned.push(question.id);
            }
        }
        self.end_abandoned(abandoned, now);
    }

    /// The asker reconnected. Returns false if nothing is left to resume.
    pub fn resume(&mut self, id: QuestionId, asker: &Arc<Asker>) -> bool {
        let Some(question) = self.question_mut(id).filter(|it| it.awaits_report()) else {
            return false;
        };
        question.asker = Arc::clone(asker);
        // The process may have changed meanwhile.
        question.labels = Arc::new(QuestionLabels::of(question));
        question.presence = AskerPresence::Resumable;
        true
    }

    /// Ends questions whose asker did not reconnect in time.
    pub(super) fn tick_absent_askers(&mut self, now: &Moment) {
        let grace = self.rules.reconnect_timeout;
        let abandoned: Vec<_> = self
            .questions
            .iter()
            .filter(|question| {
                question.awaits_report() && question.presence.is_given_up(grace, now.steady)
            })
            .map(|question| question.id)
            .collect();
        self.end_abandoned(abandoned, now);
    }

    pub(super) fn next_absence_tick(&self) -> Option<Duration> {
        self.questions
            .iter()
            .filter(|question| question.awaits_report())
            .filter_map(|question| question.presence.gives_up_at(self.rules.reconnect_timeout))
            .min()
    }

    fn end_abandoned(&mut self, ids: Vec<QuestionId>, now: &Moment) {
        // End questions first, so that the screen falls back to the cards of the links.
        let is_open = |id: &QuestionId| self.open_question(*id).is_some();
        let (open, opened): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_open);
        for id in open.into_iter().chain(opened) {
            self.end_abandoned_question(id, now);
        }
    }

    fn end_abandoned_question(&mut self, id: QuestionId, now: &Moment) {
        let reason = |question: &Question| {
            let name = question.asker_name();
            format!(
                "{name} closed its connection.{}",
                still_opening_note(question)
            )
        };
        match self.open_question(id).map(reason) {
            Some(reason) => self.end_by_asker(id, Outcome::Withdrawn, reason, now),
            None => self.abandon_link(id, now),
        }
    }
}
