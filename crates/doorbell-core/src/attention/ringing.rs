//! When a question rings: once when it comes, again while nobody answers it, and only once for
//! several that come together.

use std::collections::HashMap;
use std::time::Duration;

use super::calm::CalmState;
use crate::board::{QuestionId, Waiting};

/// A question that nobody answered rings again this long after it was asked.
pub const AGAIN: [Duration; 2] = [Duration::from_secs(2 * 60), Duration::from_secs(10 * 60)];
/// What comes so soon after a ring is told without another.
pub(super) const BURST: Duration = Duration::from_secs(2);

/// Which questions have rung, and which of them the person has seen.
#[derive(Default)]
pub(super) struct Ringing {
    /// Each question that waits, the oldest first.
    questions: Vec<Rung>,
    last: Option<Duration>,
    ring: u64,
    /// Whether questions were held back at the last look: they are told together when that ends.
    was_held: bool,
}

/// How often one question has rung.
struct Rung {
    id: QuestionId,
    asked: Duration,
    /// How many of its rings are over: the first, and those of [`AGAIN`].
    rings: usize,
    /// Whether it is in the notification.
    noted: bool,
    aside: bool,
}

impl Rung {
    /// When it rings next.
    fn next(&self) -> Option<Duration> {
        match self.rings {
            0 => Some(self.asked),
            rings => AGAIN.get(rings - 1).map(|after| self.asked + *after),
        }
    }

    /// Counts the rings that are due; whether there were any.
    fn take_due(&mut self, now: Duration) -> bool {
        let before = self.rings;
        while self.next().is_some_and(|at| at <= now) {
            self.rings += 1;
        }
        self.rings > before
    }
}

impl Ringing {
    /// Looks at what waits. `attended` is whether the person has a question before them. Returns
    /// whether the person should be told now.
    pub fn look(
        &mut self,
        waiting: &[Waiting],
        attended: bool,
        calm: CalmState,
        now: Duration,
    ) -> bool {
        // Whoever switched Private on is there and hears each ring.
        let is_held = matches!(calm, CalmState::Quiet | CalmState::Paused(_));
        let let_go = std::mem::replace(&mut self.was_held, is_held) && !is_held;
        let mut due = false;
        self.keep_up(waiting);
        for (question, rung) in waiting.iter().zip(&mut self.questions) {
            let is_aside = question.aside_until.is_some_and(|until| until > now);
            let came_back = rung.aside && !is_aside;
            rung.aside = is_aside;
            if matches!(calm, CalmState::Paused(_)) {
                // It is told when the pause ends, and that counts for the rings it missed.
                rung.noted = false;
                continue;
            }
            let rings = rung.take_due(now) || came_back || let_go;
            if attended || is_aside {
                rung.noted = false;
            } else if rings {
                rung.noted = true;
                due = true;
            }
        }
        let together = self.last.is_some_and(|last| now < last + BURST);
        if !due || (together && !let_go) {
            return false;
        }
        self.last = Some(now);
        true
    }

    /// Forgets those that are gone and takes up those that are new.
    fn keep_up(&mut self, waiting: &[Waiting]) {
        let mut known: HashMap<_, _> = self
            .questions
            .drain(..)
            .map(|rung| (rung.id, rung))
            .collect();
        self.questions.extend(waiting.iter().map(|one| {
            known.remove(&one.id).unwrap_or(Rung {
                id: one.id,
                asked: one.asked,
                rings: 0,
                noted: false,
                aside: false,
            })
        }));
    }

    /// The number of the next notification.
    pub fn next_ring(&mut self) -> u64 {
        self.ring += 1;
        self.ring
    }

    /// The questions in the notification.
    pub fn noted(&self) -> impl Iterator<Item = QuestionId> {
        let noted = self.questions.iter().filter(|rung| rung.noted);
        noted.map(|rung| rung.id)
    }

    /// Whether a question is in the notification.
    pub fn is_noted(&self, id: QuestionId) -> bool {
        self.noted().any(|noted| noted == id)
    }

    /// When it last rang: ages are told as they were then, so that nothing changes by itself.
    pub fn last(&self) -> Duration {
        self.last.unwrap_or_default()
    }

    /// The person has seen the notification.
    pub fn see_all(&mut self) {
        for rung in &mut self.questions {
            rung.noted = false;
        }
    }

    /// When a question rings next.
    pub fn next_tick(&self, paused: bool) -> Option<Duration> {
        let next = self.questions.iter().filter_map(Rung::next).min();
        next.filter(|_| !paused)
    }
}
