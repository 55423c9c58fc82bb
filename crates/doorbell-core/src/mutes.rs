//! The muted pairs of agent and server. Muting does not end open questions; the board does.

use std::cmp::Reverse;
use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{RoundMode, SignedDuration, Timestamp, Unit, ZonedRound};

use crate::view::{AskerRowView, AskersView, MuteFor, MuteView};

pub const MAX_MUTES: usize = 1_000;

/// Older mutes are not dropped instead: that would let a muted asker ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{MAX_MUTES} sources are already muted. Unmute one of them first.")]
pub struct TooManyMutes;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutedUntil {
    /// From that moment on the asker may ask.
    Time(Timestamp),
    /// Until the person unmutes it.
    Unmuted,
}

/// Muted pairs of agent and server, by the names in history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutes {
    muted: HashMap<(String, String), MutedUntil>,
}

impl MutedUntil {
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
                // Round up, so that a retry at the stated minute is never too early.
                let to_minute = ZonedRound::new()
                    .smallest(Unit::Minute)
                    .mode(RoundMode::Ceil);
                let end = at.to_zoned(zone.clone());
                let end = end.round(to_minute).unwrap_or(end);
                let end = end.strftime("%Y-%m-%d %H:%M");
                format!("The person muted questions from this server until {end}.")
            }
            Self::Unmuted => {
                "The person muted questions from this server until they unmute it.".to_owned()
            }
        }
    }

    pub fn is_active(self, now: Timestamp) -> bool {
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
    /// Restores a saved mute. Ignores those past [`MAX_MUTES`].
    pub fn restore(&mut self, agent: String, server: String, until: MutedUntil) {
        if self.muted.len() < MAX_MUTES {
            self.muted.insert((agent, server), until);
        }
    }

    /// Until when this pair is muted, if it is.
    pub fn is_muted(&self, agent: &str, server: &str, now: Timestamp) -> Option<MutedUntil> {
        let pair = (agent.to_owned(), server.to_owned());
        let until = self.muted.get(&pair).copied();
        until.filter(|until| until.is_active(now))
    }

    /// Mutes a pair, or replaces its mute. Returns when the mute ends.
    pub fn mute(
        &mut self,
        agent: &str,
        server: &str,
        length: MuteFor,
        now: Timestamp,
    ) -> Result<MutedUntil, TooManyMutes> {
        self.remove_ended(now);
        let pair = (agent.to_owned(), server.to_owned());
        if self.muted.len() >= MAX_MUTES && !self.muted.contains_key(&pair) {
            return Err(TooManyMutes);
        }
        let until = MutedUntil::after(length, now);
        self.muted.insert(pair, until);
        Ok(until)
    }

    pub fn unmute(&mut self, agent: &str, server: &str) {
        self.muted.remove(&(agent.to_owned(), server.to_owned()));
    }

    /// Returns true if mutes were removed.
    pub fn remove_ended(&mut self, now: Timestamp) -> bool {
        let before = self.muted.len();
        self.muted.retain(|_, until| until.is_active(now));
        self.muted.len() < before
    }

    pub fn next_end(&self) -> Option<Timestamp> {
        let ends = self.muted.values().filter_map(|until| match until {
            MutedUntil::Time(at) => Some(*at),
            MutedUntil::Unmuted => None,
        });
        ends.min()
    }

    pub fn view(&self, agent: &str, server: &str, now: Timestamp) -> MuteView {
        self.is_muted(agent, server, now)
            .map_or(MuteView::Off, MutedUntil::view)
    }

    /// Fills in the mutes of `askers` and adds muted pairs that never asked.
    pub fn askers(&self, mut askers: Vec<AskerRowView>, now: Timestamp) -> AskersView {
        let mut others = self.muted.clone();
        for asker in &mut askers {
            asker.mute = self.view(&asker.agent, &asker.server, now);
            others.remove(&(asker.agent.clone(), asker.server.clone()));
        }
        let others = others.into_iter().filter(|(_, until)| until.is_active(now));
        askers.extend(others.map(|((agent, server), until)| AskerRowView {
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
