//! Questions with a key: asked again, withdrawn, answered, received.

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::AskerId;
use doorbell_core::board::QuestionId;
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Ending;
use doorbell_protocol::{
    ElicitParams, ElicitResult, Key, RequestId, RpcError, WithdrawParams, WithdrawResult,
};
use tokio::sync::oneshot;

use super::{House, Pending};
use crate::convert;
use crate::desktop::Desktop;
use crate::digest::Digest;
use crate::event::{Event, Inbox};
use crate::keys::{self, Found, Kept, Named, UNDELIVERED};
use crate::storage::{Note, Undelivered};

/// How long the end of Doorbell waits until the last answers are written down.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// An outcome for the asker of a question with a key.
pub(super) struct Outgoing {
    pub asker: AskerId,
    pub id: RequestId,
    pub result: ElicitResult,
    /// What the form was about.
    pub subject: Option<Digest>,
    /// Whether there is a draft in the file, which the answer takes the place of.
    pub replaces_draft: bool,
    pub draft: Option<Draft>,
    /// Whether a person decided it, and it may be written down.
    pub is_kept: bool,
}

impl<D: Desktop> House<D> {
    /// The key of a question, if it has one.
    pub(super) fn named(
        &self,
        asker: AskerId,
        params: &ElicitParams,
        request_text: &str,
    ) -> Option<Named> {
        let key = params.key.clone()?;
        Some(Named {
            name: self.name(asker, &key)?,
            params: convert::same_params(params, request_text),
            key,
        })
    }

    /// What a key of this asker's process is called.
    pub(super) fn name(&self, asker: AskerId, key: &Key) -> Option<Digest> {
        let connected = self.askers.get(&asker)?;
        Some(keys::name(&self.config.boot, &connected.asker, key))
    }

    /// The asker has perhaps asked this before: then it gets what there is. Whether that is so.
    pub(super) fn come_back(
        &mut self,
        asker: AskerId,
        id: &RequestId,
        named: &Named,
        params: &ElicitParams,
        now: &Moment,
    ) -> bool {
        let Some(entry) = self.keys.entry(&named.name) else {
            return false;
        };
        if entry.params != named.params {
            self.refuse(asker, Some(id.clone()), RpcError::other_question());
            return true;
        }
        let link = entry.question;
        let by = (asker, id.clone());
        match self.keys.come_back(&named.name, by) {
            Some(Found::Open(question)) => self.take_over(question, asker, id, params, now),
            Some(Found::Kept(result)) => {
                tracing::info!(asker = asker.0, "an asker came back for its answer");
                self.take_over_wait(link, asker);
                self.reply(asker, id.clone(), &*result);
            }
            Some(Found::Storing) => self.take_over_wait(link, asker),
            None => return false,
        }
        true
    }

    fn take_over(
        &mut self,
        question: QuestionId,
        asker: AskerId,
        id: &RequestId,
        params: &ElicitParams,
        now: &Moment,
    ) {
        let (Some(connected), Some(pending)) = (
            self.askers.get_mut(&asker),
            self.requests.get_mut(&question),
        ) else {
            return;
        };
        tracing::info!(asker = asker.0, %question, "an asker came back for its question");
        self.board.take_over(question, &connected.asker);
        connected.open.insert(id.clone(), question);
        let before = std::mem::replace(&mut pending.asker, asker);
        let before = (before, std::mem::replace(&mut pending.id, id.clone()));
        match params.progress_token.clone() {
            Some(token) => self.progress.begin(question, token, now.steady),
            None => self.progress.end(question),
        }
        if let Some(connected) = self.askers.get_mut(&before.0) {
            connected.open.remove(&before.1);
            self.refuse(before.0, Some(before.1), RpcError::taken_over());
        }
    }

    /// The card of a link goes with the asker that came back for it.
    pub(super) fn take_over_wait(&mut self, link: Option<QuestionId>, asker: AskerId) {
        if let (Some(link), Some(connected)) = (link, self.askers.get(&asker)) {
            self.board.take_over(link, &Arc::clone(&connected.asker));
        }
    }

    /// A question with a key has an outcome. What a person decided is written down before it is
    /// sent.
    pub(super) fn keep(&mut self, name: Digest, outgoing: Outgoing, now: &Moment) {
        let Outgoing {
            asker,
            id,
            result,
            subject,
            replaces_draft,
            draft,
            is_kept,
        } = outgoing;
        let result = Arc::new(result);
        let params = self.keys.entry(&name).map(|entry| entry.params);
        let Some(params) = params.filter(|_| is_kept) else {
            self.reply(asker, id, &*result);
            let until = now.steady + UNDELIVERED;
            let kept = Kept {
                result,
                typed: None,
                until,
            };
            self.keys.keep(&name, kept);
            return;
        };
        let answer = Undelivered {
            name,
            params,
            at: now.timestamp(),
            result: Arc::clone(&result),
            subject,
            draft: draft.clone(),
        };
        let (stored, is_stored) = oneshot::channel();
        self.past.note_now(Note::Undelivered {
            answer: Box::new(answer),
            replaces_draft,
            _stored: stored,
        });
        self.keys
            .storing(&name, result, subject.zip(draft), (asker, id));
        let events = self.events.clone();
        tokio::spawn(async move {
            // Also what could not be written down is sent: the asker should have it at least once.
            let _ = is_stored.await;
            if let Some(events) = events.upgrade() {
                let _ = events.send(Event::Stored { name }).await;
            }
        });
    }

    /// The outcome is written down and can be sent.
    pub(super) fn stored(&mut self, name: &Digest, now: &Moment) {
        if let Some((asker, id, result)) = self.keys.stored(name, now.steady) {
            self.reply(asker, id, &*result);
        }
    }

    /// The asker has the outcome.
    pub(super) fn received(&mut self, asker: AskerId, key: &Key, now: &Moment) {
        let Some(name) = self.name(asker, key) else {
            return;
        };
        if !self.keys.has_outcome(&name) {
            return;
        }
        if self.keys.entry(&name).is_some_and(|entry| !entry.is_link) {
            self.keys.forget(&name);
        }
        self.past.note(Note::Delivered { name }, now);
    }

    /// Somebody knows a key, or a session, and wants its questions to end.
    pub(super) fn withdraw(
        &mut self,
        asker: AskerId,
        id: RequestId,
        params: &WithdrawParams,
        now: &Moment,
    ) {
        let questions = match params {
            WithdrawParams::Key(key) => self.keys.with_key(key),
            WithdrawParams::Session(session) => self.of_session(session),
        };
        let mut withdrawn = false;
        for question in questions {
            if let Some(pending) = self.requests.get_mut(&question) {
                pending.is_taken_back = true;
                self.board.withdraw(question, now);
                withdrawn = true;
            } else if self.board.waits_of(question).is_some() {
                self.board.give_up_wait(question, now);
                withdrawn = true;
            }
        }
        self.reply(asker, id, &WithdrawResult { withdrawn });
    }

    fn of_session(&self, session: &str) -> Vec<QuestionId> {
        let said = |pending: &Pending| pending.said_session.as_deref() == Some(session);
        let open = self.requests.iter().filter(|(_, pending)| said(pending));
        open.map(|(question, _)| *question).collect()
    }

    /// A question with a key ended without an answer for its asker.
    pub(super) fn end_silently(&mut self, question: QuestionId, pending: Pending, ending: &Ending) {
        if let Some(name) = &pending.name {
            self.keys.forget(name);
        }
        if pending.is_taken_back {
            let result = convert::withdrawn(question, ending);
            self.reply(pending.asker, pending.id, &result);
        }
    }

    /// What nobody came for becomes a draft.
    pub(super) fn give_up_answers(&mut self, now: &Moment) {
        let board = &self.board;
        let is_waiting = |question| board.waits_of(question).is_some();
        for (name, typed) in self.keys.give_up(now.steady, is_waiting) {
            // In this order, so that it is never in neither place.
            if let Some((subject, draft)) = typed {
                self.keep_draft(subject, Some(draft));
            }
            self.past.note(Note::Delivered { name }, now);
        }
    }

    /// Doorbell ends: what was just answered is still written down and sent.
    pub(super) async fn send_last_answers(&mut self, inbox: &mut Inbox) {
        let mut last = self.clock.sleep(LAST_ANSWERS);
        while self.keys.is_storing() {
            let event = tokio::select! {
                event = inbox.0.recv() => event,
                () = &mut last => return,
            };
            match event {
                Some(Event::Stored { name }) => self.stored(&name, &self.clock.now()),
                Some(_) => {}
                None => return,
            }
        }
    }
}
