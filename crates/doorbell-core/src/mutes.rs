//! Which askers the person has muted. That alone ends nothing; the board knows what is open.

use std::cmp::Reverse;
use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{RoundMode, SignedDuration, Timestamp, Unit, ZonedRound};

use crate::view::{AskerLineView, AskersView, MuteFor, MuteView};

/// How many pairs of agent and server can be muted at once.
pub const MOST_MUTES: usize = 1_000;

/// No more can be muted. Letting go of an older mute instead would let someone ask whom the person
/// has silenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{MOST_MUTES} askers are muted already. Unmute one of them first.")]
pub struct TooManyMutes;

/// When a mute ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutedUntil {
    /// Then; from that moment on the asker may ask.
    Time(Timestamp),
    /// When the person unmutes it.
    Unmuted,
}

/// The pairs of agent and server that may not ask, by the names that history has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutes {
    muted: HashMap<(String, String), MutedUntil>,
}

impl MutedUntil {
    /// When a mute of this length ends that begins now.
    pub fn after(length: MuteFor, now: Timestamp) -> Self {
        let hours = match length {
            MuteFor::Hour => 1,
            MuteFor::Day => 24,
            MuteFor::Always => return Self::Unmuted,
        };
        let end = now.checked_add(SignedDuration::from_hours(hours));
        Self::Time(end.unwrap_or(Timestamp::MAX))
    }

    /// Why a question is refused, for the agent to read.
    pub fn reason(self, zone: &TimeZone) -> String {
        match self {
            Self::Time(at) => {
                // Whoever comes back at the minute that it was told must not be early.
                let whole = ZonedRound::new()
                    .smallest(Unit::Minute)
                    .mode(RoundMode::Ceil);
                let end = at.to_zoned(zone.clone());
                let end = end.round(whole).unwrap_or(end);
                let end = end.strftime("%Y-%m-%d %H:%M");
                format!("The person muted questions from this server until {end}.")
            }
            Self::Unmuted => {
                "The person muted questions from this server until they unmute it.".to_owned()
            }
        }
    }

    /// Whether it still counts.
    pub fn counts(self, now: Timestamp) -> bool {
        match self {
            Self::Time(at) => now < at,
            Self::Unmuted => true,
        }
    }

    fn view(self) -> MuteView {
        match self {
            Self::Time(at) => MuteView::Until {
                at: at.as_millisecond(),
            },
            Self::Unmuted => MuteView::Always,
        }
    }
}

impl Mutes {
    /// Puts back a mute that was kept. Past [`MOST_MUTES`] it is left out.
    pub fn remember(&mut self, agent: String, server: String, until: MutedUntil) {
        if self.muted.len() < MOST_MUTES {
            self.muted.insert((agent, server), until);
        }
    }

    /// Until when this pair may not ask, if it may not.
    pub fn is_muted(&self, agent: &str, server: &str, now: Timestamp) -> Option<MutedUntil> {
        let pair = (agent.to_owned(), server.to_owned());
        let until = self.muted.get(&pair).copied();
        until.filter(|until| until.counts(now))
    }

    /// Mutes a pair, or mutes it anew, and tells until when.
    ///
    /// # Errors
    /// [`TooManyMutes`].
    pub fn mute(
        &mut self,
        agent: &str,
        server: &str,
        length: MuteFor,
        now: Timestamp,
    ) -> Result<MutedUntil, TooManyMutes> {
        self.end(now);
        let pair = (agent.to_owned(), server.to_owned());
        if self.muted.len() >= MOST_MUTES && !self.muted.contains_key(&pair) {
            return Err(TooManyMutes);
        }
        let until = MutedUntil::after(length, now);
        self.muted.insert(pair, until);
        Ok(until)
    }

    /// Lets a pair ask again.
    pub fn unmute(&mut self, agent: &str, server: &str) {
        self.muted.remove(&(agent.to_owned(), server.to_owned()));
    }

    /// Forgets the mutes that have ended; whether there were any.
    pub fn end(&mut self, now: Timestamp) -> bool {
        let before = self.muted.len();
        self.muted.retain(|_, until| until.counts(now));
        self.muted.len() < before
    }

    /// When the next of them ends.
    pub fn next_end(&self) -> Option<Timestamp> {
        let ends = self.muted.values().filter_map(|until| match until {
            MutedUntil::Time(at) => Some(*at),
            MutedUntil::Unmuted => None,
        });
        ends.min()
    }

    /// Whether this pair may ask.
    pub fn view(&self, agent: &str, server: &str, now: Timestamp) -> MuteView {
        self.is_muted(agent, server, now)
            .map_or(MuteView::Off, MutedUntil::view)
    }

    /// Says of those who have asked which are muted, and adds the muted ones that have not.
    pub fn askers(&self, mut askers: Vec<AskerLineView>, now: Timestamp) -> AskersView {
        let mut others = self.muted.clone();
        for asker in &mut askers {
            asker.mute = self.view(&asker.agent, &asker.server, now);
            others.remove(&(asker.agent.clone(), asker.server.clone()));
        }
        let others = others.into_iter().filter(|(_, until)| until.counts(now));
        askers.extend(others.map(|((agent, server), until)| AskerLineView {
            agent,
            server,
            asked: 0,
            accepted: 0,
            declined: 0,
            first: None,
            last: None,
            mute: until.view(),
        }));
        askers.sort_by_cached_key(|asker| {
            let names = (asker.agent.clone(), asker.server.clone());
            (Reverse(asker.last), names)
        });
        AskersView { askers }
    }
}

#[cfg(test)]
mod tests;
