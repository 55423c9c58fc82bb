//! What the person is typing: saved as they type, offered when the same question comes back.

use std::collections::HashMap;
use std::time::Duration;

use doorbell_core::board::QuestionId;
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;
use jiff::ToSpan;

use super::House;
use crate::desktop::Desktop;
use crate::digest::Digest;
use crate::storage::{DRAFT_HOURS, Note};

/// How long after an edit it is saved. The page may be half a second behind the keyboard; together
/// that stays below a second.
const SAVE_AFTER: Duration = Duration::from_millis(250);
/// How many drafts are kept.
const MOST_DRAFTS: usize = 256;

/// Whether the end of a draft is written at once, or together with the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    Changes,
    ChangesWithAnswer,
}

/// A form that the person is done with.
pub(super) struct Done {
    /// What it was about.
    pub subject: Digest,
    /// Whether it had a draft.
    pub was_kept: bool,
}

/// The drafts there are, and those that are being made.
#[derive(Default)]
pub struct Drafts {
    kept: HashMap<Digest, Draft>,
    /// What each form on the board is about.
    subjects: HashMap<QuestionId, Digest>,
    /// When what was typed in a question must be saved.
    due: HashMap<QuestionId, Duration>,
}

impl Drafts {
    /// What an earlier life kept, the oldest first.
    pub fn recall(drafts: Vec<(Digest, Draft)>) -> Self {
        let all = drafts.len();
        Self {
            kept: drafts
                .into_iter()
                .skip(all.saturating_sub(MOST_DRAFTS))
                .collect(),
            ..Self::default()
        }
    }

    /// What was typed when this was asked before. What is being typed in the same question right
    /// now, because someone else asks it too, is not a thing of the past.
    pub fn offer(
        &self,
        subject: &Digest,
        is_open: impl Fn(&QuestionId) -> bool,
        now: &Moment,
    ) -> Option<Draft> {
        let oldest = now.timestamp().checked_sub(DRAFT_HOURS.hours()).ok()?;
        let mut others = self.subjects.iter();
        if others.any(|(question, other)| other == subject && is_open(question)) {
            return None;
        }
        let draft = self.kept.get(subject);
        draft.filter(|draft| draft.typed_at >= oldest).cloned()
    }

    /// A form was asked.
    pub fn asked(&mut self, question: QuestionId, subject: Digest) {
        self.subjects.insert(question, subject);
    }

    /// When the next draft must be saved.
    pub fn next_tick(&self) -> Option<Duration> {
        self.due.values().min().copied()
    }

    fn note(&mut self, question: QuestionId, now: Duration) {
        if self.subjects.contains_key(&question) {
            self.due.entry(question).or_insert(now + SAVE_AFTER);
        }
    }

    /// Puts a draft in its place; what there is to write.
    fn set(&mut self, subject: Digest, draft: Option<Draft>) -> Vec<Note> {
        let draft = draft.filter(|draft| !draft.is_empty());
        let before = match &draft {
            Some(draft) => self.kept.insert(subject, draft.clone()),
            None => self.kept.remove(&subject),
        };
        if draft.is_none() && before.is_none() {
            return Vec::new();
        }
        let mut notes = vec![Note::Draft { subject, draft }];
        if self.kept.len() > MOST_DRAFTS
            && let Some(oldest) = self
                .kept
                .iter()
                .min_by_key(|(_, draft)| draft.typed_at)
                .map(|(subject, _)| *subject)
        {
            self.kept.remove(&oldest);
            let draft = None;
            notes.push(Note::Draft {
                subject: oldest,
                draft,
            });
        }
        notes
    }
}

impl<D: Desktop> House<D> {
    /// The person typed.
    pub(super) fn drafted(&mut self, question: QuestionId, now: &Moment) {
        self.drafts.note(question, now.steady);
    }

    /// Saves what is due.
    pub(super) fn save_drafts(&mut self, due: Duration, now: &Moment) {
        let due: Vec<_> = self
            .drafts
            .due
            .extract_if(|_, at| *at <= due)
            .map(|(question, _)| question)
            .collect();
        for question in due {
            let draft = self.board.draft(question, now);
            let subject = self.drafts.subjects.get(&question).copied();
            if let (Some(draft), Some(subject)) = (draft, subject) {
                self.keep_draft(subject, Some(draft));
            }
        }
    }

    /// A question ended. What was typed in it is kept, unless the person is done with it; then what
    /// the form was about is given back. A draft that is about to be replaced by the answer in the file stays
    /// there until then.
    pub(super) fn end_draft(
        &mut self,
        question: QuestionId,
        outcome: Outcome,
        draft: Option<Draft>,
        file: File,
    ) -> Option<Done> {
        self.drafts.due.remove(&question);
        let subject = self.drafts.subjects.get(&question).copied()?;
        let is_done = match outcome {
            Outcome::Accepted | Outcome::Declined | Outcome::HandedBack => true,
            Outcome::Dismissed
            | Outcome::Expired
            | Outcome::Withdrawn
            | Outcome::NotShown
            | Outcome::Refused => false,
        };
        let mut was_kept = false;
        if is_done {
            let notes = self.drafts.set(subject, None);
            was_kept = !notes.is_empty();
            if file == File::Changes {
                notes.into_iter().for_each(|note| self.past.note_now(note));
            }
        } else if draft.is_some() {
            self.keep_draft(subject, draft);
        }
        // One that the person still has before them may be typed in a little longer.
        if is_done || !self.board.has(question) {
            self.drafts.subjects.remove(&question);
        }
        is_done.then_some(Done { subject, was_kept })
    }

    pub(super) fn keep_draft(&mut self, subject: Digest, draft: Option<Draft>) {
        for note in self.drafts.set(subject, draft) {
            self.past.note_now(note);
        }
    }

    /// Forgets what the forms were about that are no longer on the board.
    pub(super) fn tidy_drafts(&mut self) {
        let board = &self.board;
        self.drafts
            .subjects
            .retain(|question, _| board.has(*question));
    }
}
