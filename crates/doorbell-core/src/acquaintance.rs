//! Whether whoever asks has asked before, and whether its program is still the same.
//!
//! Someone is known by a [`Face`]: the program, by the system's word, together with the names of the
//! agent and the server that history and mutes go by. So a program that takes another's names is met
//! for the first time, and so are names that a known program has not used before. What a program is
//! called proves nothing, and neither does having asked often: both are told, neither is trusted.

use jiff::Timestamp;

use crate::agent::is_interpreter;
use crate::asker::{Asker, Claims};
use crate::view::AcquaintanceView;

/// The names that history and mutes go by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The agent's.
    pub agent: String,
    /// The server's.
    pub server: String,
}

/// What someone is recognised by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Face<'a> {
    /// The path of the connected program; the system vouches for it.
    pub program: &'a str,
    /// The agent's name, as history has it.
    pub agent: &'a str,
    /// The server's name, as history has it.
    pub server: &'a str,
}

/// What tells one state of a program's file from another, by the system's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramFile {
    /// Its number on its disk. A file that takes another's place has another.
    pub inode: u64,
    /// How many bytes it has.
    pub size: u64,
    /// When it was last written, in nanoseconds since 1970.
    pub modified: i64,
}

/// Someone who has asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acquaintance {
    /// How many of its questions were counted.
    pub asked: u32,
    /// When it asked last.
    pub last: Timestamp,
    /// Its program's file as it was then, if the system told it.
    pub file: Option<ProgramFile>,
}

/// Whether questions are counted. That someone has asked at all is remembered either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// They are.
    On,
    /// The person keeps no history.
    Off,
}

/// How a question finds its asker: new, or known from before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// It has not asked before.
    First,
    /// It has.
    Again {
        /// How often that was counted; 0 if it was not.
        asked: u32,
        /// When it asked last.
        last: Timestamp,
        /// What became of its program since then.
        program: ProgramSince,
    },
}

/// What became of a program's file since its program asked last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramSince {
    /// Nothing, as far as can be told.
    Same,
    /// It is another, or was written to: most often an update.
    Changed,
}

impl Names {
    /// Those of whoever asks this.
    pub fn of(asker: &Asker, claims: &Claims) -> Self {
        Self {
            agent: asker.agent_name(claims),
            server: asker.name(claims),
        }
    }
}

impl<'a> Face<'a> {
    /// Whose question this is. Without a program there is nobody to recognise: names are free.
    pub fn of(asker: &'a Asker, names: &'a Names) -> Option<Self> {
        Some(Self {
            program: asker.verified.program.file()?,
            agent: &names.agent,
            server: &names.server,
        })
    }
}

impl Acquaintance {
    /// How an asker is met that is `known` from before, or is not.
    pub fn meet(known: Option<&Self>, asker: &Asker) -> Meeting {
        known.map_or(Meeting::First, |known| Meeting::Again {
            asked: known.asked,
            last: known.last,
            program: known.program_since(asker),
        })
    }

    /// What is remembered of an asker that has just asked.
    pub fn after(known: Option<&Self>, asker: &Asker, counting: Counting, now: Timestamp) -> Self {
        let before = known.map_or(0, |known| known.asked);
        Self {
            asked: match counting {
                Counting::On => before.saturating_add(1),
                Counting::Off => 0,
            },
            last: now,
            // What the system does not tell this time may be compared with the next.
            file: asker.verified.file.or(known.and_then(|known| known.file)),
        }
    }

    /// The file of an interpreter says nothing about what it runs: that it was updated would be
    /// told of every script, and that a script was replaced of none.
    fn program_since(&self, asker: &Asker) -> ProgramSince {
        let path = asker.verified.program.file().unwrap_or_default();
        match (self.file, asker.verified.file) {
            (Some(before), Some(now)) if before != now && !is_interpreter(path) => {
                ProgramSince::Changed
            }
            (Some(_) | None, Some(_) | None) => ProgramSince::Same,
        }
    }
}

impl Meeting {
    /// How often its names and its program have met us.
    pub(crate) fn view(&self) -> AcquaintanceView {
        match self {
            Self::First => AcquaintanceView::First,
            Self::Again { asked, last, .. } => AcquaintanceView::Again {
                asked: *asked,
                last: last.as_millisecond(),
            },
        }
    }

    /// Whether the system shows that the program is another since then.
    pub(crate) fn is_changed(&self) -> bool {
        match self {
            Self::First => false,
            Self::Again { program, .. } => *program == ProgramSince::Changed,
        }
    }
}

#[cfg(test)]
mod tests;
