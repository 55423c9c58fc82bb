//! The life cycle of a question: asked or resumed by key, ended, its answer stored, sent and
//! confirmed, its link finished, removed. `ask` creates its [`QuestionRecord`].

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::board::{LinkEnd, QuestionId};
use doorbell_core::draft::Draft;
use doorbell_core::known_program::AskerNames;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::{Ending, Outcome};
use doorbell_core::view::{HistoryEntryView, QuestionKindView};
use doorbell_protocol::{
    AwaitDoneParams, AwaitDoneResult, DoneState, ElicitResult, FromDoorbell, Key, RequestId,
    RpcError, code,
};
use tokio::sync::oneshot;

use super::EventLoop;
use crate::answer_mac::SignedAnswer;
use crate::convert::{self, AskError, ReadQuestion, Remembered};
use crate::desktop::Desktop;
use crate::digest::Digest;
use crate::event::{Event, Inbox};
use crate::record::{
    ANSWER_RETENTION, LinkRecord, PendingAnswer, Progress, QuestionKey, QuestionRecord, ReplyTo,
    State, Withdrawn,
};
use crate::storage::{StorageWrite, Undelivered};

/// How long shutdown waits for the last answers to be stored.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

impl<D: Desktop> EventLoop<D> {
    pub(super) fn ask(&mut self, asker: AskerId, id: RequestId, asked: ReadQuestion, now: &Moment) {
        let Some(identity) = self.asker(asker) else {
            return;
        };
        let reply_to = (asker, id.clone());
        if self.questions.by_request(&reply_to).is_some() {
            let error = RpcError::invalid_request("id is in use by a question that is still open");
            self.reply_error(asker, Some(id), error);
            return;
        }
        let key = asked.key.clone().map(|(key, params)| QuestionKey {
            digest: self.key_digest(&identity, &key),
            params,
            key: Some(key),
        });
        let progress = asked.progress_token.clone().map(|token| Progress {
            token,
            sent: 0,
            next: now.steady + self.config.progress_interval,
        });
        if let Some(key) = &key
            && let Some(question) = self.questions.by_key(&key.digest)
            && self.verify_restored(question, key)
        {
            self.resume_by_key(question, key, reply_to, &identity, progress);
            return;
        }
        let claims = asked.claims.clone();
        let names = AskerNames::of(&identity, &claims);
        let kind = asked.kind;
        let draft_key = asked.draft_key;
        let withdraw_name = asked.withdraw_name.clone();
        let (fingerprint, familiarity) = self.store.recognise(&identity, &names, now);
        let draft = draft_key.and_then(|key| self.offered_draft(key, now));
        let remembered = Remembered { draft, familiarity };
        let asked = asked
            .into_new(Arc::clone(&identity), remembered)
            .and_then(|new| match self.store.mute_reason(&names, now) {
                Some(reason) => Err(AskError::Refused(reason)),
                None => Ok(new),
            })
            .and_then(|new| {
                let asked = self.board.ask(new, now);
                asked.map_err(|refused| AskError::Refused(refused.to_string()))
            });
        match asked {
            Ok(question) => {
                tracing::info!(asker = asker.0, %question, "a question was asked");
                self.store.question_asked(fingerprint, &identity, now);
                self.warm_up(now);
                let record = QuestionRecord {
                    reply_to: Some(reply_to),
                    claimed_session: claims.session.clone(),
                    session: Some(identity.session),
                    key,
                    withdraw_name,
                    asked_at: now.steady,
                    link: (kind == QuestionKindView::Link).then(|| LinkRecord {
                        session: identity.session,
                        awaiting: Vec::new(),
                        result: None,
                    }),
                    progress,
                    draft_key,
                    hides_first_line: !self.keeps_first_line(now),
                    ..QuestionRecord::default()
                };
                self.questions.0.insert(question, record);
                self.session_asked(&identity, &claims, question, now);
            }
            Err(AskError::Malformed(error)) => self.reply_error(asker, Some(id), error),
            Err(AskError::Refused(reason)) => {
                tracing::info!(asker = asker.0, "a question was refused");
                // Repeated refusals of one asker add one entry a minute.
                if self.board.should_record_refusal(&identity, &claims, now) {
                    let entry = HistoryEntryView {
                        outcome: Outcome::Refused.name().to_owned(),
                        reason: Some(reason.clone()),
                        ..HistoryEntryView::for_question(&identity, &claims, kind, now)
                    };
                    self.store.add_entry(entry);
                }
                self.reply(asker, id, &convert::refused_result(reason));
            }
        }
    }

    /// Verifies an answer of the previous run with the asker's key. Returns false if it was not stored
    /// with this key: its input is then a draft, and the question must be asked again.
    fn verify_restored(&mut self, question: QuestionId, key: &QuestionKey) -> bool {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return false;
        };
        let (State::Restored(answer), Some(stored)) = (&mut record.state, &record.key) else {
            return true;
        };
        let signed = SignedAnswer {
            key: &stored.digest,
            params: &stored.params,
            boot_id: &self.config.boot_id,
            answered_at: answer.answered_at,
            result: &answer.result,
        };
        let is_authentic = key
            .key
            .as_ref()
            .is_some_and(|key| signed.is_authentic(key, &answer.mac));
        let result = serde_json::from_str(&answer.result);
        let input = answer.input.take();
        if let (true, Ok(result)) = (is_authentic, result) {
            let result = Arc::new(result);
            record.state = State::Answered(PendingAnswer { result, input });
            return true;
        }
        tracing::warn!("a stored answer is not authentic; the question is asked again");
        self.questions.0.remove(&question);
        // Written before the answer is removed, so that a crash in between loses nothing.
        if let Some((draft_key, draft)) = input {
            self.store_draft(draft_key, Some(draft));
        }
        let key = key.digest;
        self.store.write(StorageWrite::Delivered { key });
        false
    }

    /// Attaches a repeated request to its question and sends the answer if there is one.
    fn resume_by_key(
        &mut self,
        question: QuestionId,
        key: &QuestionKey,
        reply_to: ReplyTo,
        identity: &Arc<Asker>,
        progress: Option<Progress>,
    ) {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        if record.key.as_ref().map(|key| key.params) != Some(key.params) {
            let (asker, id) = reply_to;
            self.reply_error(asker, Some(id), RpcError::key_in_use());
            return;
        }
        tracing::info!(asker = identity.id.0, %question, "an asker came back");
        self.board.resume(question, identity);
        let previous = record.reply_to.replace(reply_to);
        match &record.state {
            State::Open => {
                record.progress = progress;
                if let Some((asker, id)) = previous {
                    self.reply_error(asker, Some(id), RpcError::superseded());
                }
            }
            State::Answered(answer) => {
                let result = Arc::clone(&answer.result);
                self.send_result(question, &result);
            }
            State::Storing(_) | State::Restored(_) | State::Ended => {}
        }
    }

    /// Stores or removes the draft of an ended question and sends its asker the outcome.
    pub(super) fn question_ended(
        &mut self,
        question: QuestionId,
        ending: &Ending,
        draft: Option<Draft>,
        now: &Moment,
    ) {
        tracing::info!(%question, outcome = ending.outcome.name(), "a question ended");
        self.window_used_at = self.window_used_at.map(|_| now.steady);
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        (record.progress, record.save_at) = (None, None);
        let must_store =
            record.key.is_some() && ending.answered_at.is_some() && !ending.holds_secret;
        // While the ended form stays on the screen, the person may go on typing a draft.
        let done_draft_key = record.draft_key.take_if(|_| is_done(ending.outcome));
        match (done_draft_key, record.draft_key) {
            // Storing the answer also removes the draft from the database.
            (Some(key), _) if must_store => drop(self.drafts.set(key, None)),
            (Some(key), _) => self.store_draft(key, None),
            (None, Some(key)) if draft.is_some() => self.store_draft(key, draft.clone()),
            (None, _) => {}
        }
        if ending.outcome != Outcome::Accepted {
            let finish = match ending.answered_at {
                Some(_) => LinkEnd::CancelledByPerson,
                None => LinkEnd::AskerLeft,
            };
            self.link_finished(question, finish, now);
        }
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        record.state = State::Ended;
        let Some(result) = convert::ending_result(question, ending) else {
            record.key = None;
            if let Some(Withdrawn { because }) = record.withdrawn {
                let result = convert::withdrawn_result(question, because, ending);
                self.send_result(question, &result);
            }
            return;
        };
        let Some(key) = &record.key else {
            self.send_result(question, &result);
            return;
        };
        let result = Arc::new(result);
        let draft = draft.filter(|_| must_store && ending.outcome == Outcome::Accepted);
        let answer = PendingAnswer {
            result: Arc::clone(&result),
            input: done_draft_key.zip(draft.clone()),
        };
        if !must_store {
            record.retain_until = now.steady + ANSWER_RETENTION;
            record.state = State::Answered(answer);
            self.send_result(question, &result);
            return;
        }
        let result = serde_json::to_string(&*result).unwrap_or_default();
        let signed = SignedAnswer {
            key: &key.digest,
            params: &key.params,
            boot_id: &self.config.boot_id,
            answered_at: now.timestamp(),
            result: &result,
        };
        let mac = key.key.as_ref().and_then(|key| signed.sign(key));
        let undelivered = Undelivered {
            key: key.digest,
            params: key.params,
            answered_at: now.timestamp(),
            result,
            mac: mac.map(Vec::from).unwrap_or_default(),
            draft_key: done_draft_key,
            draft,
        };
        record.state = State::Storing(answer);
        self.store_answer(question, undelivered);
    }

    /// Stores an answer. [`Event::AnswerStored`] follows even if that fails: the asker gets the
    /// answer in both cases.
    fn store_answer(&mut self, question: QuestionId, answer: Undelivered) {
        let (stored, was_stored) = oneshot::channel();
        self.store.write(StorageWrite::Undelivered {
            answer: Box::new(answer),
            _stored: stored,
        });
        let events = self.events.clone();
        tokio::spawn(async move {
            let _ = was_stored.await;
            if let Some(events) = events.upgrade() {
                let _ = events.send(Event::AnswerStored { question }).await;
            }
        });
    }

    pub(super) fn answer_stored(&mut self, question: QuestionId, now: &Moment) {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        match std::mem::take(&mut record.state) {
            State::Storing(answer) => {
                let result = Arc::clone(&answer.result);
                record.state = State::Answered(answer);
                record.retain_until = now.steady + ANSWER_RETENTION;
                self.send_result(question, &result);
            }
            other => record.state = other,
        }
    }

    /// Forgets an answer that its asker has confirmed.
    pub(super) fn answer_received(&mut self, asker: AskerId, key: &Key) {
        let key = self
            .asker(asker)
            .map(|identity| self.key_digest(&identity, key));
        let question = key.and_then(|key| self.questions.by_key(&key));
        let record = question.and_then(|question| self.questions.0.get_mut(&question));
        if let (Some(key), Some(record)) = (key, record)
            && matches!(record.state, State::Answered(_) | State::Restored(_))
        {
            // Until a link is finished, its asker can await it by key.
            if record.link.is_none() {
                (record.state, record.key) = (State::Ended, None);
                record.retain_until = Duration::ZERO;
            }
            self.store.write(StorageWrite::Delivered { key });
        }
    }

    /// Responds once the link is finished. A link of another session is reported as unknown.
    pub(super) fn await_done(&mut self, asker: AskerId, id: RequestId, params: &AwaitDoneParams) {
        let Some(identity) = self.asker(asker) else {
            return;
        };
        let question = match params {
            AwaitDoneParams::Question(question) => QuestionId::parse(question),
            AwaitDoneParams::Key(key) => self.questions.by_key(&self.key_digest(&identity, key)),
        };
        if let (AwaitDoneParams::Key(_), Some(question)) = (params, question) {
            self.board.resume(question, &identity);
        }
        let record =
            question.and_then(|question| Some((question, self.questions.0.get(&question)?)));
        let link = record.and_then(|(question, record)| Some((question, record.link.as_ref()?)));
        match link.filter(|(_, link)| link.session == identity.session) {
            None => {
                let (state, by) = (DoneState::Unknown, None);
                self.reply(asker, id, &AwaitDoneResult { state, by });
            }
            Some((question, link)) => match link.result.clone() {
                Some(result) => self.reply(asker, id, &result),
                None => {
                    if !self.questions.await_link(question, (asker, id.clone())) {
                        let error = "too many requests wait for links already";
                        self.reply_error(asker, Some(id), RpcError::new(code::BUSY, error));
                    }
                }
            },
        }
    }

    /// Answers the requests that await a link.
    pub(super) fn link_finished(&mut self, question: QuestionId, finish: LinkEnd, now: &Moment) {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        let Some(link) = &mut record.link else {
            return;
        };
        let result = convert::link_result(finish);
        link.result = Some(result.clone());
        record.retain_until = now.steady + ANSWER_RETENTION;
        for (asker, id) in std::mem::take(&mut link.awaiting) {
            self.reply(asker, id, &result);
        }
    }

    pub(super) fn tick_questions(&mut self, now: &Moment) {
        self.save_drafts(now.steady, now);
        let interval = self.config.progress_interval;
        for (asker, params) in self.questions.progress(now.steady, interval) {
            self.send(asker, FromDoorbell::Progress(params).encode());
        }
    }

    /// Removes questions past their retention. An answer that was never fetched becomes a draft.
    pub(super) fn remove_expired_questions(&mut self, now: &Moment) {
        for question in self.questions.expired(now.steady) {
            let Some(record) = self.questions.0.get_mut(&question) else {
                continue;
            };
            record.retain_until = Duration::ZERO;
            let key = record.key.take();
            let state = std::mem::replace(&mut record.state, State::Ended);
            // Written before the answer is removed, so that a crash in between loses nothing.
            if let Some((draft_key, draft)) = state.into_undelivered_input() {
                self.store_draft(draft_key, Some(draft));
            }
            if let Some(QuestionKey { digest, .. }) = key {
                self.store.write(StorageWrite::Delivered { key: digest });
            }
        }
        let board = &self.board;
        self.questions.0.retain(|id, record| {
            !record.is_over()
                || record.retain_until > now.steady
                || (record.draft_key.is_some() && board.contains(*id))
        });
    }

    /// Stores and sends the last answers before shutdown.
    pub(super) async fn flush_answers(&mut self, inbox: &mut Inbox) {
        let mut timeout = self.clock.sleep(FLUSH_TIMEOUT);
        let is_storing = |record: &QuestionRecord| matches!(record.state, State::Storing(_));
        while self.questions.0.values().any(is_storing) {
            let event = tokio::select! {
                event = inbox.0.recv() => event,
                () = &mut timeout => return,
            };
            match event {
                Some(Event::AnswerStored { question }) => {
                    self.answer_stored(question, &self.clock.now());
                }
                Some(_) => {}
                None => return,
            }
        }
    }

    /// Returns a digest of a key that only this process in this boot of the machine can produce.
    fn key_digest(&self, asker: &Asker, key: &Key) -> Digest {
        let verified = &asker.verified;
        Digest::of([
            self.config.boot_id.as_bytes(),
            &verified.program.pid.to_le_bytes(),
            &verified.ticks.to_le_bytes(),
            key.as_str().as_bytes(),
        ])
    }

    fn send_result(&mut self, question: QuestionId, result: &ElicitResult) {
        let record = self.questions.0.get(&question);
        if let Some((asker, id)) = record.and_then(|record| record.reply_to.clone()) {
            self.reply(asker, id, result);
        }
    }
}

/// Returns true if the person is done with the form, so that its draft is not needed any more.
fn is_done(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Accepted
        | Outcome::Declined
        | Outcome::HandedBack
        | Outcome::AnsweredInTerminal => true,
        Outcome::Dismissed
        | Outcome::Expired
        | Outcome::Withdrawn
        | Outcome::NotShown
        | Outcome::Refused => false,
    }
}
