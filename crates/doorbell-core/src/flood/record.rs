//! What is remembered of one server of one agent.

use std::time::Duration;

use super::{FloodRules, REFUSALS_EVERY};

/// Above this, a length of time is told in minutes.
const IN_SECONDS: u64 = 120;

/// Why a question comes too often.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooOften {
    /// More came than a person can be expected to answer.
    #[error("{server} asked {asked} times in {}; try again in {}.", told(*.within), told(*.wait))]
    Rate {
        /// The server's name.
        server: String,
        /// How many came, this one included.
        asked: u32,
        /// In how long.
        within: Duration,
        /// When the next may come.
        wait: Duration,
    },
    /// The person declined again and again.
    #[error("The person declined {declined} questions of {server} in a row; try again in {}.", told(*.wait))]
    Declined {
        /// The server's name.
        server: String,
        /// How often.
        declined: u32,
        /// When the next may come.
        wait: Duration,
    },
    /// One agent asks for very many servers.
    #[error("This agent session asks for more than {most} servers at once; try again in {}.", told(*.wait))]
    Servers {
        /// How many may ask.
        most: usize,
        /// When it is worth trying.
        wait: Duration,
    },
}

/// How much was asked of late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// How many questions came.
    pub asked: u32,
    /// How many of them were refused.
    pub refused: u32,
    /// In how long.
    pub within: Duration,
}

impl Asking {
    /// Of someone that is not remembered.
    pub(super) const LOST: Self = Self {
        asked: 1,
        refused: 1,
        within: Duration::ZERO,
    };
}

#[derive(Clone, Debug)]
pub(super) struct Record {
    /// How much of the bucket was left at `at`.
    credit: Duration,
    at: Duration,
    /// Since when questions are counted.
    since: Duration,
    /// When the last one came.
    last: Duration,
    asked: u32,
    refused: u32,
    /// How many declines there were since the last accept.
    declined: u32,
    quiet_until: Duration,
    /// When history last got a line about a refusal.
    noted: Option<Duration>,
}

impl Record {
    pub fn new(full: Duration, now: Duration) -> Self {
        Self {
            credit: full,
            at: now,
            since: now,
            last: now,
            asked: 0,
            refused: 0,
            declined: 0,
            quiet_until: Duration::ZERO,
            noted: None,
        }
    }

    pub fn ask(&mut self, server: &str, rules: &FloodRules, now: Duration) -> Result<(), TooOften> {
        self.refill(rules, now);
        let in_time = self.credit >= rules.full() && self.refused == 0;
        if in_time || self.last.saturating_add(REFUSALS_EVERY) <= now {
            (self.since, self.asked, self.refused) = (now, 0, 0);
        }
        self.last = self.last.max(now);
        self.asked = self.asked.saturating_add(1);
        if self.quiet_until > now {
            return Err(TooOften::Declined {
                server: server.to_owned(),
                declined: self.declined,
                wait: self.quiet_until.saturating_sub(now),
            });
        }
        match self.credit.checked_sub(rules.every) {
            Some(left) => {
                self.credit = left;
                Ok(())
            }
            None => Err(TooOften::Rate {
                server: server.to_owned(),
                asked: self.asked,
                within: now.saturating_sub(self.since),
                wait: rules.every.saturating_sub(self.credit),
            }),
        }
    }

    pub fn give_back(&mut self, rules: &FloodRules, now: Duration) {
        self.refill(rules, now);
        self.credit = self.credit.saturating_add(rules.every).min(rules.full());
    }

    pub fn forgive(&mut self) {
        self.declined = 0;
        self.quiet_until = Duration::ZERO;
    }

    pub fn decline(&mut self, rules: &FloodRules, now: Duration) {
        self.declined = self.declined.saturating_add(1);
        self.quiet_until = self.quiet_until.max(now);
        if let Some(beyond) = self.declined.checked_sub(rules.declines) {
            let step = usize::try_from(beyond).unwrap_or(usize::MAX);
            let quiet = rules.quiet[step.min(rules.quiet.len() - 1)];
            self.quiet_until = now.saturating_add(quiet);
        }
    }

    pub fn refused(&mut self, now: Duration) -> Asking {
        self.refused = self.refused.saturating_add(1);
        Asking {
            asked: self.asked,
            refused: self.refused,
            within: now.saturating_sub(self.since),
        }
    }

    pub fn is_news(&mut self, now: Duration) -> bool {
        let noted = self.noted.map(|noted| noted.saturating_add(REFUSALS_EVERY));
        let is_news = noted.is_none_or(|again| again <= now);
        if is_news {
            self.noted = Some(now);
        }
        is_news
    }

    /// How much is in the bucket now.
    pub fn credit(&self, now: Duration) -> Duration {
        self.credit.saturating_add(now.saturating_sub(self.at))
    }

    pub fn quiet_until(&self) -> Duration {
        self.quiet_until
    }

    /// Whether forgetting it changes nothing.
    pub fn is_clean(&self, rules: &FloodRules, now: Duration) -> bool {
        let long_ago = |at: Duration| at.saturating_add(REFUSALS_EVERY) <= now;
        self.credit(now) >= rules.full()
            && (self.declined == 0 || self.is_forgiven(rules, now))
            && long_ago(self.last)
            && self.noted.is_none_or(long_ago)
    }

    fn is_forgiven(&self, rules: &FloodRules, now: Duration) -> bool {
        self.quiet_until.saturating_add(rules.forgiven) <= now
    }

    /// Brings it up to now. A clock that went back changes nothing.
    fn refill(&mut self, rules: &FloodRules, now: Duration) {
        self.credit = self.credit(now).min(rules.full());
        self.at = self.at.max(now);
        if self.is_forgiven(rules, now) {
            self.forgive();
        }
    }
}

/// "10 s" or "2 min"; whoever comes back then must not be early.
fn told(length: Duration) -> String {
    let seconds = length.as_secs() + u64::from(length.subsec_nanos() > 0);
    if seconds <= IN_SECONDS {
        format!("{} s", seconds.max(1))
    } else {
        format!("{} min", seconds.div_ceil(60))
    }
}
