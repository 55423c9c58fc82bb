//! Answers until their askers have them: in the journal at once, in the file a moment later.

use std::path::Path;

use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use tokio::sync::oneshot;

use super::Past;
use crate::digest::Digest;
use crate::storage::{Journal, Kept, Note, PastError, Undelivered};

impl Past {
    /// Goes on with the journal. What is in it counts as if it had been in the file.
    pub(super) fn recall_journal(&mut self, path: &Path, kept: &mut Kept, now: &Moment) {
        let (journal, answers, pages) = Journal::open(path);
        self.journal = Some(journal);
        for answer in answers {
            // What was typed after it is about another question with the same words.
            let is_replaced = |(subject, draft): &(Digest, Draft)| {
                Some(*subject) == answer.subject && draft.typed_at <= answer.at
            };
            let drafts = kept.drafts.len();
            kept.drafts.retain(|draft| !is_replaced(draft));
            kept.undelivered.retain(|other| other.name != answer.name);
            kept.undelivered.push(answer.clone());
            let note = Note::Undelivered {
                answer: Box::new(answer),
                replaces_draft: kept.drafts.len() < drafts,
                reply: None,
            };
            self.note(note, now);
        }
        // With the last of them: so many may be there that some are written before.
        self.left = pages;
        self.write_down();
    }

    /// Keeps an answer until its asker has it. Where it is not kept at once, what tells when it is.
    pub fn keep(
        &mut self,
        answer: Undelivered,
        replaces_draft: bool,
        now: &Moment,
    ) -> Option<oneshot::Receiver<Result<(), PastError>>> {
        let answer = Box::new(answer);
        let journal = self.journal.as_mut();
        if journal.is_some_and(|journal| journal.write(&answer)) {
            let note = Note::Undelivered {
                answer,
                replaces_draft,
                reply: None,
            };
            self.note(note, now);
            return None;
        }
        let (reply, stored) = oneshot::channel();
        self.note_now(Note::Undelivered {
            answer,
            replaces_draft,
            reply: Some(reply),
        });
        Some(stored)
    }

    /// The asker of an answer has it, or will not have it. One that still lingers need not be
    /// written at all.
    pub fn delivered(&mut self, name: Digest, now: &Moment) {
        let is_it =
            |note: &Note| matches!(note, Note::Undelivered { answer, .. } if answer.name == name);
        let Some(place) = self.lingering.iter().rposition(is_it) else {
            self.note(Note::Delivered { name }, now);
            return;
        };
        if let Note::Undelivered {
            answer,
            replaces_draft: true,
            ..
        } = self.lingering.remove(place)
            && let Some(subject) = answer.subject
        {
            let draft = None;
            self.lingering.insert(place, Note::Draft { subject, draft });
        }
    }
}

#[cfg(test)]
mod tests;
