//! Whether an asker has asked before, and whether its program file has changed since.
//!
//! An asker is recognised by its [`Fingerprint`]: the verified program path together with the agent
//! and server names used by history and mutes. A program that takes another's names is new, and so
//! are new names of a known program. The window shows this; nothing is granted because of it.

use jiff::Timestamp;

use crate::agent::is_interpreter;
use crate::asker::{Asker, Claims};
use crate::view::{FamiliarityView, ProgramCheck};

/// The names that history and mutes use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskerNames {
    pub agent: String,
    pub server: String,
}

/// What identifies an asker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint<'a> {
    /// The verified path of the connected program.
    pub program: &'a str,
    pub agent: &'a str,
    pub server: &'a str,
}

/// Identifies one state of a program's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramFile {
    pub inode: u64,
    pub size: u64,
    /// In nanoseconds since 1970.
    pub modified: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownProgram {
    /// Questions counted so far.
    pub asked: u32,
    pub last: Timestamp,
    pub file: Option<ProgramFile>,
}

/// Whether questions are counted. That an asker has asked at all is remembered either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    On,
    /// The person keeps no history.
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Familiarity {
    First,
    Again {
        /// 0 if questions were not counted.
        asked: u32,
        last: Timestamp,
        program: ProgramChange,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramChange {
    Unchanged,
    /// Replaced or rewritten, usually by an update.
    Changed,
}

impl AskerNames {
    pub fn of(asker: &Asker, claims: &Claims) -> Self {
        Self {
            agent: asker.agent_name(claims),
            server: asker.name(claims),
        }
    }
}

impl<'a> Fingerprint<'a> {
    /// `None` without a verified program path: names alone identify nobody.
    pub fn of(asker: &'a Asker, names: &'a AskerNames) -> Option<Self> {
        if asker.verified.check != ProgramCheck::Verified {
            return None;
        }
        Some(Self {
            program: asker.verified.program.file()?,
            agent: &names.agent,
            server: &names.server,
        })
    }
}

impl KnownProgram {
    pub fn familiarity(known: Option<&Self>, asker: &Asker) -> Familiarity {
        known.map_or(Familiarity::First, |known| Familiarity::Again {
            asked: known.asked,
            last: known.last,
            program: known.program_change(asker),
        })
    }

    pub fn after_question(
        known: Option<&Self>,
        asker: &Asker,
        counting: Counting,
        now: Timestamp,
    ) -> Self {
        let before = known.map_or(0, |known| known.asked);
        Self {
            asked: match counting {
                Counting::On => before.saturating_add(1),
                Counting::Off => 0,
            },
            last: now,
            // Keep the last known file to compare with later.
            file: asker.verified.file.or(known.and_then(|known| known.file)),
        }
    }

    /// Ignores interpreters: their file says nothing about the script.
    fn program_change(&self, asker: &Asker) -> ProgramChange {
        let path = asker.verified.program.file().unwrap_or_default();
        match (self.file, asker.verified.file) {
            (Some(before), Some(now)) if before != now && !is_interpreter(path) => {
                ProgramChange::Changed
            }
            (Some(_) | None, Some(_) | None) => ProgramChange::Unchanged,
        }
    }
}

impl Familiarity {
    pub(crate) fn view(&self) -> FamiliarityView {
        match self {
            Self::First => FamiliarityView::First,
            Self::Again { asked, last, .. } => FamiliarityView::Again {
                asked: *asked,
                last: last.as_millisecond(),
            },
        }
    }

    pub(crate) fn is_changed(&self) -> bool {
        match self {
            Self::First => false,
            Self::Again { program, .. } => *program == ProgramChange::Changed,
        }
    }
}

#[cfg(test)]
mod tests;
