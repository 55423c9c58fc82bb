//! A question's way: asked, or asked again by its key; ended; stored, sent and received; its link
//! awaited and finished; forgotten. Its [`QuestionRecord`] is made in `ask` and ended in `end`.

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::known_program::AskerNames;
use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::board::{LinkEnd, QuestionId};
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::{Ending, Outcome};
use doorbell_core::view::{QuestionKindView, HistoryEntryView};
use doorbell_protocol::{
    AwaitDoneParams, AwaitDoneResult, DoneState, ElicitParams, ElicitResult, FromDoorbell, Key,
    RequestId, RpcError, WithdrawParams, WithdrawResult, code,
};
use tokio::sync::oneshot;

use super::House;
use crate::convert::{self, Before, NotAsked};
use crate::desktop::Desktop;
use crate::digest::Digest;
use crate::event::{Event, Inbox};
use crate::record::{
    LinkRecord, PendingAnswer, Progress, QuestionKey, QuestionRecord, ReplyTo, State, UNDELIVERED,
};
use crate::storage::{Note, Undelivered};

/// How long after an edit it is saved. The page may be half a second behind the keyboard; together
/// that stays below a second.
const SAVE_AFTER: Duration = Duration::from_millis(250);
/// How long the end of Doorbell waits until the last answers are stored.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

impl<D: Desktop> House<D> {
    pub(super) fn ask(
        &mut self,
        asker: AskerId,
        id: RequestId,
        params: ElicitParams,
        now: &Moment,
    ) {
        let Some(by) = self.asker(asker) else {
            return;
        };
        let reply_to = (asker, id.clone());
        if self.questions.by_request(&reply_to).is_some() {
            let error = RpcError::invalid_request("id is in use by a question that is still open");
            self.refuse(asker, Some(id), error);
            return;
        }
        let request_text = convert::request_text(&params.mode);
        let key = params.key.as_ref().map(|key| QuestionKey {
            name: self.key_name(&by, key),
            params: convert::same_params(&params, &request_text),
            key: Some(key.clone()),
        });
        let progress = params.progress_token.clone().map(|token| Progress {
            token,
            sent: 0,
            next: now.steady + self.config.progress_every,
        });
        let known = key
            .as_ref()
            .and_then(|key| self.questions.by_key(&key.name));
        if let (Some(known), Some(key)) = (known, &key) {
            self.resume_by_key(known, key, reply_to, &by, progress);
            return;
        }
        let claims = convert::claims(&params);
        let names = AskerNames::of(&by, &claims);
        let kind = convert::kind(&params.mode);
        let subject = convert::subject(&params, &request_text, &by);
        let (fingerprint, familiarity) = self.past.meet(&by, &names, now);
        let draft = subject.and_then(|subject| self.offered_draft(subject, now));
        let who = (Arc::clone(&by), claims.clone());
        let asked = convert::asked(params, who, Before { draft, familiarity }, &self.config.limits)
            .and_then(|asked| match self.past.why_muted(&names, now) {
                Some(reason) => Err(NotAsked::Refused(reason)),
                None => Ok(asked),
            })
            .and_then(|asked| {
                let asked = self.board.ask(asked, now);
                asked.map_err(|no_room| NotAsked::Refused(no_room.to_string()))
            });
        match asked {
            Ok(question) => {
                tracing::info!(asker = asker.0, %question, "a question was asked");
                self.past.asked(fingerprint, &by, now);
                self.warm_up(now);
                let record = QuestionRecord {
                    reply_to: Some(reply_to),
                    claimed_session: claims.session,
                    key,
                    link: (kind == QuestionKindView::Link).then(|| LinkRecord {
                        session: by.session,
                        awaiting: Vec::new(),
                        finished: None,
                    }),
                    progress,
                    subject,
                    ..QuestionRecord::default()
                };
                self.questions.0.insert(question, record);
            }
            Err(NotAsked::Malformed(error)) => self.refuse(asker, Some(id), error),
            Err(NotAsked::Refused(reason)) => {
                tracing::info!(asker = asker.0, "a question was refused");
                // An asker that is refused again and again gets a line a minute.
                if self.board.should_record_refusal(&by, &claims, now) {
                    let line = HistoryEntryView {
                        outcome: Outcome::Refused.name().to_owned(),
                        reason: Some(reason.clone()),
                        ..HistoryEntryView::for_question(&by, &claims, kind, now)
                    };
                    self.past.line(line);
                }
                self.reply(asker, id, &convert::refused(reason));
            }
        }
    }

    /// The asker of a question asks it again: it gets what there is.
    fn resume_by_key(
        &mut self,
        question: QuestionId,
        key: &QuestionKey,
        reply_to: ReplyTo,
        by: &Arc<Asker>,
        progress: Option<Progress>,
    ) {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        if record.key.as_ref().map(|key| key.params) != Some(key.params) {
            self.refuse(reply_to.0, Some(reply_to.1), RpcError::key_in_use());
            return;
        }
        tracing::info!(asker = by.id.0, %question, "an asker came back");
        self.board.resume(question, by);
        let before = record.reply_to.replace(reply_to);
        match &record.state {
            State::Open => {
                record.progress = progress;
                if let Some((asker, id)) = before {
                    self.refuse(asker, Some(id), RpcError::superseded());
                }
            }
            State::Answered(answer) => {
                let result = Arc::clone(&answer.result);
                self.respond(question, &result);
            }
            State::Storing(_) | State::Ended => {}
        }
    }

    /// Its asker sent `notifications/cancelled`.
    pub(super) fn cancelled(&mut self, asker: AskerId, request: RequestId, now: &Moment) {
        let request = (asker, request);
        if let Some(question) = self.questions.by_request(&request) {
            self.board.withdraw(question, now);
        } else if let Some(link) = self.questions.stop_awaiting(|other| *other == request)
            && self.board.is_asked_by(link, asker)
        {
            self.board.abandon_link(link, now);
        }
    }

    /// Somebody knows a key, or a session, and wants its questions to end.
    pub(super) fn withdraw(
        &mut self,
        asker: AskerId,
        id: RequestId,
        params: &WithdrawParams,
        now: &Moment,
    ) {
        let is_meant = |record: &QuestionRecord| match params {
            WithdrawParams::Key(key) => {
                let own = record.key.as_ref().and_then(|own| own.key.as_ref());
                own == Some(key) && (record.is_open() || record.is_unfinished_link())
            }
            WithdrawParams::Session(session) => {
                record.is_open() && record.claimed_session.as_ref() == Some(session)
            }
        };
        let mut withdrawn = Vec::new();
        for (question, record) in &mut self.questions.0 {
            if is_meant(record) {
                record.is_taken_back = true;
                withdrawn.push((*question, record.is_open()));
            }
        }
        for (question, is_open) in &withdrawn {
            if *is_open {
                self.board.withdraw(*question, now);
            } else {
                self.board.abandon_link(*question, now);
            }
        }
        let withdrawn = !withdrawn.is_empty();
        self.reply(asker, id, &WithdrawResult { withdrawn });
    }

    /// The person typed.
    pub(super) fn drafted(&mut self, question: QuestionId, now: &Moment) {
        if let Some(record) = self.questions.0.get_mut(&question)
            && record.subject.is_some()
        {
            record.save_at.get_or_insert(now.steady + SAVE_AFTER);
        }
    }

    /// Saves what was typed and is due.
    pub(super) fn save_drafts(&mut self, due: Duration, now: &Moment) {
        let mut typed = Vec::new();
        for (question, record) in &mut self.questions.0 {
            if record.save_at.take_if(|at| *at <= due).is_some() {
                typed.extend(record.subject.zip(self.board.draft(*question, now)));
            }
        }
        for (subject, draft) in typed {
            self.keep_draft(subject, Some(draft));
        }
    }

    /// What was typed when this was asked before. What is being typed in the same question right
    /// now, because someone else asks it too, is not offered.
    fn offered_draft(&self, subject: Digest, now: &Moment) -> Option<Draft> {
        let mut open = self.questions.open();
        if open.any(|(_, record)| record.subject == Some(subject)) {
            return None;
        }
        self.drafts.offer(&subject, now)
    }

    fn keep_draft(&mut self, subject: Digest, draft: Option<Draft>) {
        for note in self.drafts.set(subject, draft) {
            self.past.note(note);
        }
    }

    /// A question ended on the board: its draft is kept or done with, its asker gets the outcome.
    pub(super) fn end(
        &mut self,
        question: QuestionId,
        ending: &Ending,
        draft: Option<Draft>,
        now: &Moment,
    ) {
        tracing::info!(%question, outcome = ending.outcome.name(), "a question ended");
        self.warm_since = self.warm_since.map(|_| now.steady);
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        (record.progress, record.save_at) = (None, None);
        let is_stored =
            record.key.is_some() && ending.answered_at.is_some() && !ending.holds_secret;
        // A form that the person is not done with may be typed in a little longer.
        let done = record.subject.take_if(|_| is_done(ending.outcome));
        match (done, record.subject) {
            (Some(subject), _) if is_stored => drop(self.drafts.set(subject, None)),
            (Some(subject), _) => self.keep_draft(subject, None),
            (None, Some(subject)) if draft.is_some() => self.keep_draft(subject, draft.clone()),
            (None, _) => {}
        }
        if ending.outcome != Outcome::Accepted {
            let finish = match ending.answered_at {
                Some(_) => LinkEnd::CancelledByPerson,
                None => LinkEnd::AskerLeft,
            };
            self.finish_link(question, finish, now);
        }
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        record.state = State::Ended;
        let Some(result) = convert::result(question, ending) else {
            record.key = None;
            if record.is_taken_back {
                self.respond(question, &convert::withdrawn(question, ending));
            }
            return;
        };
        let Some(key) = &record.key else {
            self.respond(question, &result);
            return;
        };
        let result = Arc::new(result);
        let draft = draft.filter(|_| is_stored && ending.outcome == Outcome::Accepted);
        let answer = PendingAnswer {
            result: Arc::clone(&result),
            typed: done.zip(draft.clone()),
        };
        if !is_stored {
            record.kept_until = now.steady + UNDELIVERED;
            record.state = State::Answered(answer);
            self.respond(question, &result);
            return;
        }
        let undelivered = Undelivered {
            name: key.name,
            params: key.params,
            at: now.timestamp(),
            result,
            subject: done,
            draft,
        };
        record.state = State::Storing(answer);
        self.store(question, undelivered);
    }

    /// Stores an answer. [`Event::Stored`] comes when that is done, or cannot be: the asker gets it
    /// in both cases.
    fn store(&mut self, question: QuestionId, answer: Undelivered) {
        let (stored, is_stored) = oneshot::channel();
        self.past.note(Note::Undelivered {
            answer: Box::new(answer),
            _stored: stored,
        });
        let events = self.events.clone();
        tokio::spawn(async move {
            let _ = is_stored.await;
            if let Some(events) = events.upgrade() {
                let _ = events.send(Event::Stored { question }).await;
            }
        });
    }

    /// The answer is stored and can be sent.
    pub(super) fn stored(&mut self, question: QuestionId, now: &Moment) {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        match std::mem::take(&mut record.state) {
            State::Storing(answer) => {
                let result = Arc::clone(&answer.result);
                record.state = State::Answered(answer);
                record.kept_until = now.steady + UNDELIVERED;
                self.respond(question, &result);
            }
            other => record.state = other,
        }
    }

    /// The asker has the answer.
    pub(super) fn received(&mut self, asker: AskerId, key: &Key) {
        let name = self.asker(asker).map(|by| self.key_name(&by, key));
        let question = name.and_then(|name| self.questions.by_key(&name));
        let record = question.and_then(|question| self.questions.0.get_mut(&question));
        if let (Some(name), Some(record)) = (name, record)
            && matches!(record.state, State::Answered(_))
        {
            // A link may be asked about by its key until it is finished.
            if record.link.is_none() {
                (record.state, record.key) = (State::Ended, None);
                record.kept_until = Duration::ZERO;
            }
            self.past.note(Note::Delivered { name });
        }
    }

    /// Answers when the link is finished, at once if it already is. A link of another session is
    /// as unknown as one that never was.
    pub(super) fn await_done(&mut self, asker: AskerId, id: RequestId, params: &AwaitDoneParams) {
        let Some(by) = self.asker(asker) else {
            return;
        };
        let question = match params {
            AwaitDoneParams::Question(question) => QuestionId::parse(question),
            AwaitDoneParams::Key(key) => self.questions.by_key(&self.key_name(&by, key)),
        };
        if let (AwaitDoneParams::Key(_), Some(question)) = (params, question) {
            self.board.resume(question, &by);
        }
        let record =
            question.and_then(|question| Some((question, self.questions.0.get(&question)?)));
        let link = record.and_then(|(question, record)| Some((question, record.link.as_ref()?)));
        match link.filter(|(_, link)| link.session == by.session) {
            None => {
                let (state, by) = (DoneState::Unknown, None);
                self.reply(asker, id, &AwaitDoneResult { state, by });
            }
            Some((question, link)) => match link.finished.clone() {
                Some(result) => self.reply(asker, id, &result),
                None => {
                    if !self.questions.await_end(question, (asker, id.clone())) {
                        let error = "too many requests wait for links already";
                        self.refuse(asker, Some(id), RpcError::new(code::BUSY, error));
                    }
                }
            },
        }
    }

    /// A link is finished: whoever awaits its end is told.
    pub(super) fn finish_link(&mut self, question: QuestionId, finish: LinkEnd, now: &Moment) {
        let Some(record) = self.questions.0.get_mut(&question) else {
            return;
        };
        let Some(link) = &mut record.link else {
            return;
        };
        let result = convert::finished(finish);
        link.finished = Some(result.clone());
        record.kept_until = now.steady + UNDELIVERED;
        for (asker, id) in std::mem::take(&mut link.awaiting) {
            self.reply(asker, id, &result);
        }
    }

    /// Time has passed for the questions: progress, drafts, answers nobody came for.
    pub(super) fn tick_questions(&mut self, now: &Moment) {
        self.save_drafts(now.steady, now);
        let every = self.config.progress_every;
        for (asker, params) in self.questions.progress(now.steady, every) {
            self.send(asker, FromDoorbell::Progress(params).encode());
        }
    }

    /// Forgets questions that are of no more use. What the person typed for an answer that nobody
    /// came for becomes a draft.
    pub(super) fn forget_questions(&mut self, now: &Moment) {
        for question in self.questions.expired(now.steady) {
            let Some(record) = self.questions.0.get_mut(&question) else {
                continue;
            };
            record.kept_until = Duration::ZERO;
            let key = record.key.take();
            let state = std::mem::replace(&mut record.state, State::Ended);
            // In this order, so that it is never in neither place.
            if let State::Answered(PendingAnswer {
                typed: Some((subject, draft)),
                ..
            }) = state
            {
                self.keep_draft(subject, Some(draft));
            }
            if let Some(QuestionKey { name, .. }) = key {
                self.past.note(Note::Delivered { name });
            }
        }
        let board = &self.board;
        self.questions.0.retain(|id, record| {
            !record.is_over()
                || record.kept_until > now.steady
                || (record.subject.is_some() && board.contains(*id))
        });
    }

    /// Doorbell ends: what was just answered is still stored and sent.
    pub(super) async fn send_last_answers(&mut self, inbox: &mut Inbox) {
        let mut last = self.clock.sleep(LAST_ANSWERS);
        let is_storing = |record: &QuestionRecord| matches!(record.state, State::Storing(_));
        while self.questions.0.values().any(is_storing) {
            let event = tokio::select! {
                event = inbox.0.recv() => event,
                () = &mut last => return,
            };
            match event {
                Some(Event::Stored { question }) => self.stored(question, &self.clock.now()),
                Some(_) => {}
                None => return,
            }
        }
    }

    /// What a key of this asker's process is called, since the machine was started.
    fn key_name(&self, asker: &Asker, key: &Key) -> Digest {
        let verified = &asker.verified;
        Digest::of([
            self.config.boot.as_bytes(),
            &verified.program.pid.to_le_bytes(),
            &verified.ticks.to_le_bytes(),
            key.as_str().as_bytes(),
        ])
    }

    fn respond(&mut self, question: QuestionId, result: &ElicitResult) {
        let record = self.questions.0.get(&question);
        if let Some((asker, id)) = record.and_then(|record| record.reply_to.clone()) {
            self.reply(asker, id, result);
        }
    }
}

/// Whether the person is done with a form that ended so.
fn is_done(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Accepted | Outcome::Declined | Outcome::HandedBack => true,
        Outcome::Dismissed
        | Outcome::Expired
        | Outcome::Withdrawn
        | Outcome::NotShown
        | Outcome::Refused => false,
    }
}
