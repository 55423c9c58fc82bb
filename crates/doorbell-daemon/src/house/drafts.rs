//! What the person typed in forms that were not answered.

use std::collections::HashMap;

use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use jiff::ToSpan;

use crate::digest::Digest;
use crate::storage::{DRAFT_HOURS, Note};

/// How many drafts are kept.
const MOST_DRAFTS: usize = 256;

/// The drafts, each under a digest of what its form is about.
pub struct Drafts(HashMap<Digest, Draft>);

impl Drafts {
    /// Drafts of previous runs, the oldest first.
    pub fn restore(drafts: Vec<(Digest, Draft)>) -> Self {
        let too_many = drafts.len().saturating_sub(MOST_DRAFTS);
        Self(drafts.into_iter().skip(too_many).collect())
    }

    /// What was typed when this was asked before.
    pub fn offer(&self, subject: &Digest, now: &Moment) -> Option<Draft> {
        let oldest = now.timestamp().checked_sub(DRAFT_HOURS.hours()).ok()?;
        let draft = self.0.get(subject);
        draft.filter(|draft| draft.typed_at >= oldest).cloned()
    }

    /// Puts a draft in its place, or takes it away. Returns what there is to write.
    pub fn set(&mut self, subject: Digest, draft: Option<Draft>) -> Vec<Note> {
        let draft = draft.filter(|draft| !draft.is_empty());
        let before = match &draft {
            Some(draft) => self.0.insert(subject, draft.clone()),
            None => self.0.remove(&subject),
        };
        if draft.is_none() && before.is_none() {
            return Vec::new();
        }
        let mut notes = vec![Note::Draft { subject, draft }];
        if self.0.len() > MOST_DRAFTS
            && let Some(oldest) = self
                .0
                .iter()
                .min_by_key(|(_, draft)| draft.typed_at)
                .map(|(subject, _)| *subject)
        {
            self.0.remove(&oldest);
            let draft = None;
            notes.push(Note::Draft {
                subject: oldest,
                draft,
            });
        }
        notes
    }
}
