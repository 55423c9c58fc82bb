//! The state of one source: its tokens, declines and refusals.

use std::time::Duration;

use super::{FloodRules, REFUSAL_RECORD_INTERVAL};

/// Longer times are given in minutes.
const MAX_SHOWN_SECONDS: u64 = 120;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RateLimited {
    /// More questions than a person can be expected to answer.
    #[error("{server} asked {asked} times in {}; try again in {}.", duration_text(*.within), duration_text(*.wait))]
    Rate {
        server: String,
        /// Including this one.
        asked: u32,
        within: Duration,
        wait: Duration,
    },
    #[error("The person declined {declined} questions of {server} in a row; try again in {}.", duration_text(*.wait))]
    Declined {
        server: String,
        declined: u32,
        wait: Duration,
    },
    #[error("This agent session asks for more than {limit} servers at once; try again in {}.", duration_text(*.wait))]
    Servers { limit: usize, wait: Duration },
}

/// Recent questions of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestCounts {
    pub asked: u32,
    pub refused: u32,
    pub within: Duration,
}

impl RequestCounts {
    /// For a source without a record.
    pub(super) const UNTRACKED: Self = Self {
        asked: 1,
        refused: 1,
        within: Duration::ZERO,
    };
}

#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The bucket's content at `credit_at`.
    credit: Duration,
    credit_at: Duration,
    counted_since: Duration,
    last_question: Duration,
    asked: u32,
    refused: u32,
    declined: u32,
    /// No question is accepted until then.
    cooldown_until: Duration,
    refusal_recorded_at: Option<Duration>,
}

impl Record {
    pub fn new(capacity: Duration, now: Duration) -> Self {
        Self {
            credit: capacity,
            credit_at: now,
            counted_since: now,
            last_question: now,
            asked: 0,
            refused: 0,
            declined: 0,
            cooldown_until: Duration::ZERO,
            refusal_recorded_at: None,
        }
    }

    pub fn ask(
        &mut self,
        server: &str,
        rules: &FloodRules,
        now: Duration,
    ) -> Result<(), RateLimited> {
        self.refill(rules, now);
        let is_idle = self.credit >= rules.capacity() && self.refused == 0;
        if is_idle || self.last_question.saturating_add(REFUSAL_RECORD_INTERVAL) <= now {
            (self.counted_since, self.asked, self.refused) = (now, 0, 0);
        }
        self.last_question = self.last_question.max(now);
        self.asked = self.asked.saturating_add(1);
        if self.cooldown_until > now {
            return Err(RateLimited::Declined {
                server: server.to_owned(),
                declined: self.declined,
                wait: self.cooldown_until.saturating_sub(now),
            });
        }
        match self.credit.checked_sub(rules.refill_interval) {
            Some(left) => {
                self.credit = left;
                Ok(())
            }
            None => Err(RateLimited::Rate {
                server: server.to_owned(),
                asked: self.asked,
                within: now.saturating_sub(self.counted_since),
                wait: rules.refill_interval.saturating_sub(self.credit),
            }),
        }
    }

    pub fn refund(&mut self, rules: &FloodRules, now: Duration) {
        self.refill(rules, now);
        self.credit = self
            .credit
            .saturating_add(rules.refill_interval)
            .min(rules.capacity());
    }

    pub fn forgive(&mut self) {
        self.declined = 0;
        self.cooldown_until = Duration::ZERO;
    }

    pub fn decline(&mut self, rules: &FloodRules, now: Duration) {
        self.declined = self.declined.saturating_add(1);
        self.cooldown_until = self.cooldown_until.max(now);
        if let Some(beyond) = self.declined.checked_sub(rules.max_declines) {
            let step = usize::try_from(beyond).unwrap_or(usize::MAX);
            let cooldown = rules.cooldowns[step.min(rules.cooldowns.len() - 1)];
            self.cooldown_until = now.saturating_add(cooldown);
        }
    }

    pub fn refused(&mut self, now: Duration) -> RequestCounts {
        self.refused = self.refused.saturating_add(1);
        RequestCounts {
            asked: self.asked,
            refused: self.refused,
            within: now.saturating_sub(self.counted_since),
        }
    }

    pub fn should_record_refusal(&mut self, now: Duration) -> bool {
        let next = self
            .refusal_recorded_at
            .map(|at| at.saturating_add(REFUSAL_RECORD_INTERVAL));
        let is_due = next.is_none_or(|next| next <= now);
        if is_due {
            self.refusal_recorded_at = Some(now);
        }
        is_due
    }

    pub fn credit(&self, now: Duration) -> Duration {
        self.credit
            .saturating_add(now.saturating_sub(self.credit_at))
    }

    pub fn cooldown_until(&self) -> Duration {
        self.cooldown_until
    }

    /// True if removing the record changes nothing.
    pub fn is_clean(&self, rules: &FloodRules, now: Duration) -> bool {
        let long_ago = |at: Duration| at.saturating_add(REFUSAL_RECORD_INTERVAL) <= now;
        self.credit(now) >= rules.capacity()
            && (self.declined == 0 || self.is_forgiven(rules, now))
            && long_ago(self.last_question)
            && self.refusal_recorded_at.is_none_or(long_ago)
    }

    fn is_forgiven(&self, rules: &FloodRules, now: Duration) -> bool {
        self.cooldown_until.saturating_add(rules.forgive_after) <= now
    }

    /// A clock that went back changes nothing.
    fn refill(&mut self, rules: &FloodRules, now: Duration) {
        self.credit = self.credit(now).min(rules.capacity());
        self.credit_at = self.credit_at.max(now);
        if self.is_forgiven(rules, now) {
            self.forgive();
        }
    }
}

/// "10 s" or "2 min", rounded up so that a retry is never too early.
fn duration_text(length: Duration) -> String {
    let seconds = length.as_secs() + u64::from(length.subsec_nanos() > 0);
    if seconds <= MAX_SHOWN_SECONDS {
        format!("{} s", seconds.max(1))
    } else {
        format!("{} min", seconds.div_ceil(60))
    }
}
