//! When a question rings: once when it comes, again while nobody answers it, and only once for
//! several that come together.

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
    /// How it was at the last look: what was held back is told together when that ends.
    held: Held,
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

/// Whether questions are held back.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Held {
    #[default]
    No,
    /// They ring, but say nothing.
    Quiet,
    /// They do not ring.
    Silent,
}

/// What a look found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing new.
    Nothing,
    /// The person should be told now.
    Ring,
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
    /// Looks at what waits. `attended` is whether the person has a question before them.
    pub fn look(
        &mut self,
        waiting: &[Waiting],
        attended: bool,
        calm: CalmState,
        now: Duration,
    ) -> Due {
        let held = match calm {
            // Whoever switched that on is there and hears each ring.
            CalmState::Open | CalmState::Private => Held::No,
            CalmState::Quiet => Held::Quiet,
            CalmState::Paused(_) => Held::Silent,
        };
        let let_go = self.held != Held::No && held == Held::No;
        self.held = held;
        let mut due = false;
        self.keep_up(waiting);
        for (question, rung) in waiting.iter().zip(&mut self.questions) {
            let is_aside = question.aside_until.is_some_and(|until| until > now);
            let came_back = rung.aside && !is_aside;
            rung.aside = is_aside;
            if held == Held::Silent {
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
            return Due::Nothing;
        }
        self.last = Some(now);
        Due::Ring
    }

    /// Forgets those that are gone and takes up those that are new. Both lists have the oldest first,
    /// so that one walk along them is enough.
    fn keep_up(&mut self, waiting: &[Waiting]) {
        let is_same = |(one, rung): (&Waiting, &Rung)| one.id == rung.id;
        if waiting.len() == self.questions.len() && waiting.iter().zip(&self.questions).all(is_same)
        {
            return;
        }
        let mut known = std::mem::take(&mut self.questions).into_iter().peekable();
        for one in waiting {
            while known.next_if(|rung| rung.id < one.id).is_some() {}
            let rung = known.next_if(|rung| rung.id == one.id);
            self.questions.push(rung.unwrap_or(Rung {
                id: one.id,
                asked: one.asked,
                rings: 0,
                noted: false,
                aside: false,
            }));
        }
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
        let found = self.questions.binary_search_by_key(&id, |rung| rung.id);
        found.is_ok_and(|place| self.questions[place].noted)
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
