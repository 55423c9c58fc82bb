//! The programs that have asked before. Core has the rules; this is their memory.

use std::collections::HashMap;

use doorbell_core::asker::Asker;
use doorbell_core::known_program::{AskerNames, Counting, Familiarity, Fingerprint, KnownProgram};
use jiff::{Timestamp, ToSpan};

use crate::digest::Digest;
use crate::storage::{KNOWN_PROGRAM_HOURS, StorageWrite};

/// Askers choose their server names, so the number of programs must be bounded.
const MAX_PROGRAMS: usize = 1_000;

/// Known programs by the digest of their fingerprint. The database does not reveal who asked.
pub struct KnownPrograms {
    programs: HashMap<Digest, KnownProgram>,
    counting: Counting,
}

impl KnownPrograms {
    /// Restores the programs of previous runs, which are sorted from oldest to newest.
    pub fn restore(programs: Vec<(Digest, KnownProgram)>, counting: Counting) -> Self {
        let excess = programs.len().saturating_sub(MAX_PROGRAMS);
        Self {
            programs: programs.into_iter().skip(excess).collect(),
            counting,
        }
    }

    pub fn familiarity(&self, fingerprint: &Digest, asker: &Asker, now: Timestamp) -> Familiarity {
        KnownProgram::familiarity(self.recent(fingerprint, now), asker)
    }

    /// Counts a question that reached the board. Returns what to write to the database.
    pub fn question_asked(
        &mut self,
        fingerprint: Digest,
        asker: &Asker,
        now: Timestamp,
    ) -> Vec<StorageWrite> {
        let before = self.recent(&fingerprint, now);
        let after = KnownProgram::after_question(before, asker, self.counting, now);
        self.programs.insert(fingerprint, after);
        let mut writes = vec![StorageWrite::KnownProgram {
            fingerprint,
            program: Some(after),
        }];
        if self.programs.len() > MAX_PROGRAMS
            && let Some(evicted) = self.least_used(&fingerprint)
        {
            self.programs.remove(&evicted);
            writes.push(StorageWrite::KnownProgram {
                fingerprint: evicted,
                program: None,
            });
        }
        writes
    }

    pub fn set_counting(&mut self, counting: Counting) {
        self.counting = counting;
        match counting {
            Counting::On => {}
            Counting::Off => self.reset_counts(),
        }
    }

    /// Forgets how often programs have asked, but not that they have.
    pub fn reset_counts(&mut self) {
        for program in self.programs.values_mut() {
            program.asked = 0;
        }
    }

    fn recent(&self, fingerprint: &Digest, now: Timestamp) -> Option<&KnownProgram> {
        let oldest = now.checked_sub(KNOWN_PROGRAM_HOURS.hours()).ok()?;
        let program = self.programs.get(fingerprint);
        program.filter(|program| program.last >= oldest)
    }

    /// Picks the program to evict. Invented names evict each other, not programs that ask often.
    fn least_used(&self, newest: &Digest) -> Option<Digest> {
        let others = self.programs.iter().filter(|(key, _)| *key != newest);
        let least = others.min_by_key(|(_, program)| (program.asked, program.last));
        least.map(|(key, _)| *key)
    }
}

/// Returns a digest of what identifies the asker, or `None` if the system does not name its program.
pub fn fingerprint(asker: &Asker, names: &AskerNames) -> Option<Digest> {
    let face = Fingerprint::of(asker, names)?;
    let parts = [face.program, face.agent, face.server];
    Some(Digest::of(parts.map(str::as_bytes)))
}

#[cfg(test)]
mod tests;
