//! Who has asked before. The rule is core's; this is the memory of it.

use std::collections::HashMap;

use doorbell_core::known_program::{KnownProgram, Counting, Fingerprint, Familiarity, AskerNames};
use doorbell_core::asker::Asker;
use jiff::{Timestamp, ToSpan};

use crate::digest::Digest;
use crate::storage::{ACQUAINTED_HOURS, Note};

/// How many acquaintances are kept. Server names are free, so there could be any number.
const MOST_ACQUAINTANCES: usize = 1_000;

/// Those who have asked, each by a digest of its face: whose they are cannot be read from the file.
pub struct Acquaintances {
    known: HashMap<Digest, KnownProgram>,
    counting: Counting,
}

impl Acquaintances {
    /// What an earlier life kept, the most recent last.
    pub fn recall(acquaintances: Vec<(Digest, KnownProgram)>, counting: Counting) -> Self {
        let all = acquaintances.len();
        Self {
            known: acquaintances
                .into_iter()
                .skip(all.saturating_sub(MOST_ACQUAINTANCES))
                .collect(),
            counting,
        }
    }

    /// How an asker with this face is met.
    pub fn meet(&self, face: &Digest, asker: &Asker, now: Timestamp) -> Familiarity {
        KnownProgram::familiarity(self.recent(face, now), asker)
    }

    /// A question of it was put on the board; what there is to write down.
    pub fn asked(&mut self, face: Digest, asker: &Asker, now: Timestamp) -> Vec<Note> {
        let after = KnownProgram::after_question(self.recent(&face, now), asker, self.counting, now);
        self.known.insert(face, after);
        let mut notes = vec![Note::KnownProgram {
            face,
            acquaintance: Some(after),
        }];
        if self.known.len() > MOST_ACQUAINTANCES
            && let Some(least) = self.least(&face)
        {
            self.known.remove(&least);
            notes.push(Note::KnownProgram {
                face: least,
                acquaintance: None,
            });
        }
        notes
    }

    /// From now on questions are counted, or not.
    pub fn count(&mut self, counting: Counting) {
        self.counting = counting;
        match counting {
            Counting::On => {}
            Counting::Off => self.forget_counts(),
        }
    }

    /// How often anyone has asked is forgotten, not that they have.
    pub fn forget_counts(&mut self) {
        for known in self.known.values_mut() {
            known.asked = 0;
        }
    }

    fn recent(&self, face: &Digest, now: Timestamp) -> Option<&KnownProgram> {
        let oldest = now.checked_sub(ACQUAINTED_HOURS.hours()).ok()?;
        let known = self.known.get(face);
        known.filter(|known| known.last >= oldest)
    }

    /// Who makes room. Whoever thinks up names pushes out their own, not those who ask often.
    fn least(&self, newest: &Digest) -> Option<Digest> {
        let others = self.known.iter().filter(|(face, _)| *face != newest);
        let least = others.min_by_key(|(_, known)| (known.asked, known.last));
        least.map(|(face, _)| *face)
    }
}

/// What someone is recognised by, so that it cannot be read. Nothing can be said of one that the
/// system does not name.
pub fn face(asker: &Asker, names: &AskerNames) -> Option<Digest> {
    let face = Fingerprint::of(asker, names)?;
    let parts = [face.program, face.agent, face.server];
    Some(Digest::of(parts.map(str::as_bytes)))
}

#[cfg(test)]
mod tests;
