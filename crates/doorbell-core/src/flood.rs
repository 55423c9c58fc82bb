//! Limits how often one server of one agent may ask.
//!
//! Each source has a token bucket. A question takes one token. The token returns when the person
//! accepts or declines, so a source that is answered promptly is never refused; otherwise tokens
//! refill over time. Repeated declines start a cooldown that grows with each further decline.

mod record;

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use crate::asker::{Asker, Claims, SessionId};
use crate::outcome::Outcome;
use record::Record;
pub use record::{RateLimited, RequestCounts};

/// How often history gets an entry about refusals of one source. Counts restart after a silence of
/// this length.
pub const REFUSAL_RECORD_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloodRules {
    /// How many unanswered questions may come at once.
    pub burst: u32,
    /// One token returns in this time.
    pub refill_interval: Duration,
    pub max_declines: u32,
    /// After `max_declines` in a row, after one more, and after each further one.
    pub cooldowns: [Duration; 3],
    /// Declines are forgotten this long after the last cooldown.
    pub forgive_after: Duration,
    /// How many servers of one agent are tracked at once.
    pub max_servers_per_agent: usize,
    pub max_sources: usize,
}

impl FloodRules {
    /// The rules of an installed Doorbell.
    pub const STANDARD: Self = Self {
        burst: 5,
        refill_interval: Duration::from_secs(10),
        max_declines: 3,
        cooldowns: [
            Duration::from_secs(30),
            Duration::from_secs(2 * 60),
            Duration::from_secs(10 * 60),
        ],
        forgive_after: Duration::from_secs(30 * 60),
        max_servers_per_agent: 32,
        max_sources: 1_024,
    };

    /// Of a full bucket. A token is measured as the time it takes to refill.
    fn capacity(&self) -> Duration {
        self.refill_interval.saturating_mul(self.burst)
    }
}

/// One server of one agent process. The process is verified; the server name is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FloodSource {
    session: SessionId,
    server: String,
}

impl FloodSource {
    pub fn of(asker: &Asker, claims: &Claims) -> Self {
        Self {
            session: asker.session,
            server: asker.name(claims),
        }
    }
}

#[derive(Debug)]
pub struct FloodControl {
    rules: FloodRules,
    records: HashMap<FloodSource, Record>,
}

impl FloodControl {
    pub fn new(rules: FloodRules) -> Self {
        Self {
            rules,
            records: HashMap::new(),
        }
    }

    pub fn ask(&mut self, source: &FloodSource, now: Duration) -> Result<(), RateLimited> {
        self.remove_clean_records(now);
        if !self.can_track(source) {
            return Err(RateLimited::Servers {
                limit: self.rules.max_servers_per_agent,
                wait: self.rules.refill_interval,
            });
        }
        let (rules, record) = self.record(source, now);
        record.ask(&source.server, &rules, now)
    }

    /// The last question did not come on the board after all.
    pub fn refund(&mut self, source: &FloodSource, now: Duration) {
        let rules = &self.rules;
        if let Some(record) = self.records.get_mut(source) {
            record.refund(rules, now);
        }
    }

    pub fn ended(&mut self, source: &FloodSource, outcome: Outcome, now: Duration) {
        match outcome {
            Outcome::Accepted | Outcome::AnsweredInTerminal => {
                let rules = &self.rules;
                if let Some(record) = self.records.get_mut(source) {
                    record.refund(rules, now);
                    record.forgive();
                }
            }
            Outcome::Declined => {
                let (rules, record) = self.record(source, now);
                record.refund(&rules, now);
                record.decline(&rules, now);
            }
            Outcome::Dismissed
            | Outcome::HandedBack
            | Outcome::Expired
            | Outcome::Withdrawn
            | Outcome::NotShown
            | Outcome::Refused => {}
        }
    }

    /// Counts a refused question and returns the recent counts.
    pub fn refused(&mut self, source: &FloodSource, now: Duration) -> RequestCounts {
        if !self.can_track(source) {
            return RequestCounts::UNTRACKED;
        }
        let (_, record) = self.record(source, now);
        record.refused(now)
    }

    /// True if history should get an entry about a refusal now.
    pub fn should_record_refusal(&mut self, source: &FloodSource, now: Duration) -> bool {
        self.remove_clean_records(now);
        if !self.can_track(source) {
            return false;
        }
        let (_, record) = self.record(source, now);
        record.should_record_refusal(now)
    }

    pub fn len(&self) -> usize {
        self.records.len()
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// True if the source is known, or its agent may have one more.
    fn can_track(&self, source: &FloodSource) -> bool {
        let is_same_agent = |other: &&FloodSource| other.session == source.session;
        self.records.contains_key(source)
            || self.records.keys().filter(is_same_agent).count() < self.rules.max_servers_per_agent
    }

    /// Makes room by removing the record that matters least.
    fn record(&mut self, source: &FloodSource, now: Duration) -> (FloodRules, &mut Record) {
        if !self.records.contains_key(source) && self.records.len() >= self.rules.max_sources.max(1)
        {
            let weight = |record: &Record| (record.cooldown_until(), Reverse(record.credit(now)));
            let least = self.records.iter().min_by_key(|(_, record)| weight(record));
            if let Some(least) = least.map(|(source, _)| source.clone()) {
                self.records.remove(&least);
            }
        }
        let rules = self.rules.clone();
        let record = self.records.entry(source.clone());
        let record = record.or_insert_with(|| Record::new(rules.capacity(), now));
        (rules, record)
    }

    fn remove_clean_records(&mut self, now: Duration) {
        let rules = &self.rules;
        self.records
            .retain(|_, record| !record.is_clean(rules, now));
    }
}
