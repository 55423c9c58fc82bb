//! When a question rings: on arrival, then as a reminder. Questions that arrive together ring once.

use std::collections::HashMap;
use std::time::Duration;

use super::quiet_mode::QuietState;
use crate::board::{OpenQuestion, QuestionId};
use crate::view::QuestionKindView;

/// An unanswered question rings again this long after it was asked.
pub const REMINDER_DELAYS: [Duration; 2] =
    [Duration::from_secs(2 * 60), Duration::from_secs(10 * 60)];
/// A question this soon after a ring joins the notification silently.
pub(super) const BURST_WINDOW: Duration = Duration::from_secs(2);

#[derive(Default)]
pub(super) struct Ringing {
    questions: Vec<RingState>,
    last_ring: Option<Duration>,
    ring_number: u64,
    /// True if questions were held back: they ring together when that ends.
    was_silent: bool,
}

struct RingState {
    id: QuestionId,
    asked: Duration,
    /// False for a notice, which rings once.
    has_reminders: bool,
    /// The first ring and those of [`REMINDER_DELAYS`].
    rings_done: usize,
    /// True if it is in the notification.
    is_notified: bool,
    is_snoozed: bool,
}

impl RingState {
    fn next(&self) -> Option<Duration> {
        match self.rings_done {
            0 => Some(self.asked),
            _ if !self.has_reminders => None,
            done => REMINDER_DELAYS
                .get(done - 1)
                .map(|after| self.asked + *after),
        }
    }

    /// Returns true if a ring was due.
    fn take_due(&mut self, now: Duration) -> bool {
        let before = self.rings_done;
        while self.next().is_some_and(|at| at <= now) {
            self.rings_done += 1;
        }
        self.rings_done > before
    }
}

impl Ringing {
    /// Returns true if the notification should ring now.
    pub fn update(
        &mut self,
        questions: &[OpenQuestion],
        is_person_answering: bool,
        quiet: QuietState,
        now: Duration,
    ) -> bool {
        // Private still rings: the person is at the desk.
        let is_silent = matches!(quiet, QuietState::ByDesktop | QuietState::Paused(_));
        let silence_ended = std::mem::replace(&mut self.was_silent, is_silent) && !is_silent;
        let mut due = false;
        self.sync_questions(questions);
        for (question, ring) in questions.iter().zip(&mut self.questions) {
            let is_snoozed = question.snoozed_until.is_some_and(|until| until > now);
            let snooze_ended = ring.is_snoozed && !is_snoozed;
            ring.is_snoozed = is_snoozed;
            if matches!(quiet, QuietState::Paused(_)) {
                // The end of the pause rings once for all missed rings.
                ring.is_notified = false;
                continue;
            }
            let rings = ring.take_due(now) || snooze_ended || silence_ended;
            if is_person_answering || is_snoozed {
                ring.is_notified = false;
            } else if rings {
                ring.is_notified = true;
                due = true;
            }
        }
        let in_burst = self.last_ring.is_some_and(|last| now < last + BURST_WINDOW);
        if !due || (in_burst && !silence_ended) {
            return false;
        }
        self.last_ring = Some(now);
        true
    }

    fn sync_questions(&mut self, questions: &[OpenQuestion]) {
        let mut known: HashMap<_, _> = self
            .questions
            .drain(..)
            .map(|ring| (ring.id, ring))
            .collect();
        self.questions.extend(questions.iter().map(|question| {
            known.remove(&question.id).unwrap_or(RingState {
                id: question.id,
                asked: question.asked,
                has_reminders: question.kind != QuestionKindView::Notice,
                rings_done: 0,
                is_notified: false,
                is_snoozed: false,
            })
        }));
    }

    pub fn next_ring_number(&mut self) -> u64 {
        self.ring_number += 1;
        self.ring_number
    }

    pub fn notified(&self) -> impl Iterator<Item = QuestionId> {
        let notified = self.questions.iter().filter(|ring| ring.is_notified);
        notified.map(|ring| ring.id)
    }

    pub fn is_notified(&self, id: QuestionId) -> bool {
        self.notified().any(|notified| notified == id)
    }

    /// Ages are computed for this time, so that the text does not change by itself.
    pub fn last_ring(&self) -> Duration {
        self.last_ring.unwrap_or_default()
    }

    pub fn clear_notified(&mut self) {
        for ring in &mut self.questions {
            ring.is_notified = false;
        }
    }

    pub fn next_tick(&self, paused: bool) -> Option<Duration> {
        let next = self.questions.iter().filter_map(RingState::next).min();
        next.filter(|_| !paused)
    }
}
