//! Questions that their asker, or another process of it, withdraws.

use std::time::Duration;

use doorbell_core::asker::AskerId;
use doorbell_core::moment::Moment;
use doorbell_protocol::{RequestId, WithdrawParams, WithdrawResult, WithdrawnQuestions};

use super::EventLoop;
use crate::convert;
use crate::desktop::Desktop;
use crate::record::{QuestionRecord, Withdrawn};

impl<D: Desktop> EventLoop<D> {
    /// Handles `notifications/cancelled`.
    pub(super) fn request_cancelled(&mut self, asker: AskerId, request: RequestId, now: &Moment) {
        let request = (asker, request);
        if let Some(question) = self.questions.by_request(&request) {
            self.board.withdraw(question, None, now);
        } else if let Some(link) = self.questions.stop_awaiting(|other| *other == request)
            && self.board.is_asked_by(link, asker)
        {
            self.board.abandon_link(link, now);
        }
    }

    /// Handles `doorbell/withdraw`, on any connection.
    pub(super) fn withdraw(
        &mut self,
        asker: AskerId,
        id: RequestId,
        params: &WithdrawParams,
        now: &Moment,
    ) {
        if matches!(params.questions, WithdrawnQuestions::Name(_)) {
            self.session_went_on(asker, now);
        }
        self.correct_late_answer(asker, params, now);
        let because = params.because;
        let mut withdrawn = Vec::new();
        for (question, record) in &mut self.questions.0 {
            if is_meant(record, params, now) {
                record.withdrawn = Some(Withdrawn { because });
                withdrawn.push((*question, record.is_open()));
            }
        }
        for (question, is_open) in &withdrawn {
            if *is_open {
                let because = because.map(convert::withdraw_reason);
                self.board.withdraw(*question, because, now);
            } else {
                self.board.abandon_link(*question, now);
            }
        }
        let withdrawn = !withdrawn.is_empty();
        self.reply(asker, id, &WithdrawResult { withdrawn });
    }
}

/// When the tool started that was asked about. `None` if that is unknown, or was before this run.
pub(super) fn tool_start(params: &WithdrawParams, now: &Moment) -> Option<Duration> {
    now.steady
        .checked_sub(Duration::from_millis(params.ran_ms?))
}

fn is_meant(record: &QuestionRecord, params: &WithdrawParams, now: &Moment) -> bool {
    let is_pending = record.is_open() || record.is_unfinished_link();
    match &params.questions {
        WithdrawnQuestions::Key(key) => {
            let own = record.key.as_ref().and_then(|own| own.key.as_ref());
            own == Some(key) && is_pending
        }
        WithdrawnQuestions::Name(name) => {
            // Another call can have the same name. A hook that runs late must not end its question.
            let is_earlier = tool_start(params, now).is_none_or(|start| record.asked_at <= start);
            record.withdraw_name.as_ref() == Some(name) && is_pending && is_earlier
        }
        WithdrawnQuestions::Session(session) => {
            record.is_open() && record.claimed_session.as_ref() == Some(session)
        }
    }
}
