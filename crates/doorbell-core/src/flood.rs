//! How often one server of one agent may ask.
//!
//! Each has a bucket of tokens. A question takes one and gets it back when a person accepts or
//! declines it, so that whoever is answered promptly is never refused; else they come back one by
//! one. Whoever is declined again and again must be quiet for a while, each time longer.

mod record;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use crate::asker::{Asker, Claims, SessionId};
use crate::outcome::Outcome;
use record::Record;
pub use record::{Asking, TooOften};

/// How often history gets a line about what one server of one agent is refused. Questions with a
/// longer silence between them are counted apart.
pub const REFUSALS_EVERY: Duration = Duration::from_secs(60);

/// The numbers that decide who asks too often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloodRules {
    /// So many unanswered questions may come at once.
    pub burst: u32,
    /// One more may come each time this has passed.
    pub every: Duration,
    /// After so many declines in a row it must be quiet.
    pub declines: u32,
    /// For how long: after those declines, after one more, and after each one beyond.
    pub quiet: [Duration; 3],
    /// Declines are forgotten this long after the last of them counted.
    pub forgiven: Duration,
    /// How many servers of one agent are told apart at once.
    pub servers: usize,
    /// How many pairs of agent and server are remembered at once.
    pub pairs: usize,
}

impl FloodRules {
    /// How an installed Doorbell behaves.
    pub const STANDARD: Self = Self {
        burst: 5,
        every: Duration::from_secs(10),
        declines: 3,
        quiet: [
            Duration::from_secs(30),
            Duration::from_secs(2 * 60),
            Duration::from_secs(10 * 60),
        ],
        forgiven: Duration::from_secs(30 * 60),
        servers: 32,
        pairs: 1_024,
    };

    /// What a full bucket holds. A token is the time it takes to come back.
    fn full(&self) -> Duration {
        self.every.saturating_mul(self.burst)
    }
}

/// One server of one agent process. The system tells the process, its askers name the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    session: SessionId,
    server: String,
}

impl Who {
    /// Whose question this is.
    pub fn of(asker: &Asker, claims: &Claims) -> Self {
        Self {
            session: asker.session,
            server: asker.name(claims),
        }
    }
}

/// Who has asked how often of late.
#[derive(Debug)]
pub struct Flood {
    rules: FloodRules,
    records: HashMap<Who, Record>,
}

impl Flood {
    /// Nobody has asked yet.
    pub fn new(rules: FloodRules) -> Self {
        Self {
            rules,
            records: HashMap::new(),
        }
    }

    /// Someone asks, and takes a token.
    ///
    /// # Errors
    /// [`TooOften`]; nothing was taken then.
    pub fn ask(&mut self, who: &Who, now: Duration) -> Result<(), TooOften> {
        self.forget(now);
        if !self.has_place(who) {
            return Err(TooOften::Servers {
                most: self.rules.servers,
                wait: self.rules.every,
            });
        }
        let (rules, record) = self.record(who, now);
        record.ask(&who.server, &rules, now)
    }

    /// The question that was asked last did not come on the board after all.
    pub fn give_back(&mut self, who: &Who, now: Duration) {
        let rules = &self.rules;
        if let Some(record) = self.records.get_mut(who) {
            record.give_back(rules, now);
        }
    }

    /// A question ended.
    pub fn ended(&mut self, who: &Who, outcome: Outcome, now: Duration) {
        match outcome {
            Outcome::Accepted => {
                let rules = &self.rules;
                if let Some(record) = self.records.get_mut(who) {
                    record.give_back(rules, now);
                    record.forgive();
                }
            }
            Outcome::Declined => {
                let (rules, record) = self.record(who, now);
                record.give_back(&rules, now);
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

    /// Counts a question that was asked and refused, and tells how much that was of late.
    pub fn refused(&mut self, who: &Who, now: Duration) -> Asking {
        if !self.has_place(who) {
            return Asking::LOST;
        }
        let (_, record) = self.record(who, now);
        record.refused(now)
    }

    /// Whether history should have a line about a refusal, whatever its reason. Then it has one.
    pub fn is_news(&mut self, who: &Who, now: Duration) -> bool {
        self.forget(now);
        if !self.has_place(who) {
            return false;
        }
        let (_, record) = self.record(who, now);
        record.is_news(now)
    }

    /// How many pairs are remembered.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether nobody has asked of late.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether this pair is known, or its agent may have one more.
    fn has_place(&self, who: &Who) -> bool {
        let own = |other: &&Who| other.session == who.session;
        self.records.contains_key(who)
            || self.records.keys().filter(own).count() < self.rules.servers
    }

    /// The record of a pair, a new one if there is none. For that the one goes that tells least.
    fn record(&mut self, who: &Who, now: Duration) -> (FloodRules, &mut Record) {
        if !self.records.contains_key(who) && self.records.len() >= self.rules.pairs.max(1) {
            let weight = |record: &Record| (record.quiet_until(), Reverse(record.credit(now)));
            let least = self.records.iter().min_by_key(|(_, one)| weight(one));
            if let Some(least) = least.map(|(who, _)| who.clone()) {
                self.records.remove(&least);
            }
        }
        let rules = self.rules.clone();
        let record = self.records.entry(who.clone());
        let record = record.or_insert_with(|| Record::new(rules.full(), now));
        (rules, record)
    }

    /// Lets go of those of whom nothing is left to remember.
    fn forget(&mut self, now: Duration) {
        let rules = &self.rules;
        self.records
            .retain(|_, record| !record.is_clean(rules, now));
    }
}
