//! Drafts: what the person typed in forms that have no answer yet.

use std::collections::HashMap;
use std::time::Duration;

use doorbell_core::board::QuestionId;
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use jiff::ToSpan;

use super::EventLoop;
use crate::desktop::Desktop;
use crate::digest::Digest;
use crate::storage::{DRAFT_HOURS, StorageWrite};

const MAX_DRAFTS: usize = 256;
/// The page may be half a second behind the keyboard; with this delay, an edit is saved within a
/// second.
const SAVE_DELAY: Duration = Duration::from_millis(250);

/// The drafts by the digest of their form, see `draft_key` in `convert.rs`.
pub struct Drafts(HashMap<Digest, Draft>);

impl Drafts {
    /// Restores the drafts of previous runs, which are sorted from oldest to newest.
    pub fn restore(drafts: Vec<(Digest, Draft)>) -> Self {
        let excess = drafts.len().saturating_sub(MAX_DRAFTS);
        Self(drafts.into_iter().skip(excess).collect())
    }

    fn get(&self, key: &Digest, now: &Moment) -> Option<Draft> {
        let oldest = now.timestamp().checked_sub(DRAFT_HOURS.hours()).ok()?;
        let draft = self.0.get(key);
        draft.filter(|draft| draft.typed_at >= oldest).cloned()
    }

    /// Sets or removes a draft. Returns what to write to the database.
    pub fn set(&mut self, key: Digest, draft: Option<Draft>) -> Vec<StorageWrite> {
        let draft = draft.filter(|draft| !draft.is_empty());
        let before = match &draft {
            Some(draft) => self.0.insert(key, draft.clone()),
            None => self.0.remove(&key),
        };
        if draft.is_none() && before.is_none() {
            return Vec::new();
        }
        let mut writes = vec![StorageWrite::Draft { key, draft }];
        if self.0.len() > MAX_DRAFTS
            && let Some(oldest) = self
                .0
                .iter()
                .min_by_key(|(_, draft)| draft.typed_at)
                .map(|(key, _)| *key)
        {
            self.0.remove(&oldest);
            writes.push(StorageWrite::Draft {
                key: oldest,
                draft: None,
            });
        }
        writes
    }
}

impl<D: Desktop> EventLoop<D> {
    pub(super) fn schedule_draft_save(&mut self, question: QuestionId, now: &Moment) {
        if let Some(record) = self.questions.0.get_mut(&question)
            && record.draft_key.is_some()
        {
            record.save_at.get_or_insert(now.steady + SAVE_DELAY);
        }
    }

    /// Saves the drafts whose save time is `due` or earlier.
    pub(super) fn save_drafts(&mut self, due: Duration, now: &Moment) {
        let mut drafts = Vec::new();
        for (question, record) in &mut self.questions.0 {
            if record.save_at.take_if(|at| *at <= due).is_some() {
                drafts.extend(record.draft_key.zip(self.board.draft(*question, now)));
            }
        }
        for (key, draft) in drafts {
            self.store_draft(key, Some(draft));
        }
    }

    /// Returns the draft to offer with a new question. While the same form is open for another
    /// asker, its draft is still changing and is not offered.
    pub(super) fn offered_draft(&self, key: Digest, now: &Moment) -> Option<Draft> {
        let mut open = self.questions.open();
        if open.any(|(_, record)| record.draft_key == Some(key)) {
            return None;
        }
        self.drafts.get(&key, now)
    }

    pub(super) fn store_draft(&mut self, key: Digest, draft: Option<Draft>) {
        for write in self.drafts.set(key, draft) {
            self.store.write(write);
        }
    }
}
