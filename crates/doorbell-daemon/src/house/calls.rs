//! What askers say.

use std::time::Duration;

use doorbell_core::asker::AskerId;
use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_protocol::{
    Call, FromAsker, ListResult, Malformed, Notice, OpenParams, OpenResult, PROTOCOL, RequestId,
    RpcError, StatusAsker, StatusResult, StopParams, StopResult,
};

use super::House;
use crate::convert;
use crate::desktop::{Desktop, Keyboard};

impl<D: Desktop> House<D> {
    pub(super) fn hear(
        &mut self,
        asker: AskerId,
        message: Result<FromAsker, Malformed>,
        now: &Moment,
    ) {
        match message {
            Ok(FromAsker::Call { id, call }) => self.call(asker, id, call, now),
            Ok(FromAsker::Notice(Notice::Cancelled { request })) => {
                self.cancelled(asker, request, now);
            }
            Ok(FromAsker::Notice(Notice::Complete { elicitation })) => {
                self.board.complete_link(asker, &elicitation, now);
            }
            Ok(FromAsker::Notice(Notice::Received { key })) => self.received(asker, &key),
            Ok(FromAsker::Notice(Notice::Other)) => {}
            Err(malformed) => self.refuse(asker, malformed.id, malformed.error),
        }
    }

    fn call(&mut self, asker: AskerId, id: RequestId, call: Call, now: &Moment) {
        match call {
            Call::Hello(_) => {
                let error = RpcError::invalid_request("doorbell/hello was already said");
                self.refuse(asker, Some(id), error);
            }
            Call::Elicit(params) => self.ask(asker, id, *params, now),
            Call::Preview(params) => self.reply(asker, id, &convert::preview(&params)),
            Call::List => {
                let questions = self
                    .board
                    .summaries(now)
                    .into_iter()
                    .map(|question| convert::listed(question, asker))
                    .collect();
                self.reply(asker, id, &ListResult { questions });
            }
            Call::Status => {
                let status = StatusResult {
                    doorbell: self.config.version.clone(),
                    protocol: PROTOCOL,
                    pid: std::process::id(),
                    open: self.questions.open().count(),
                    showing: self.board.visible_question().is_some(),
                    asker: self.askers.get(&asker).map(|connected| {
                        let program = &connected.asker.verified.program;
                        StatusAsker {
                            pid: program.pid,
                            program: program.path.clone(),
                        }
                    }),
                    desktop: Some(convert::desktop_status(&self.facts)),
                };
                self.reply(asker, id, &status);
            }
            Call::Open(params) => self.open(asker, id, &params, now),
            Call::AwaitDone(params) => self.await_done(asker, id, &params),
            Call::Withdraw(params) => self.withdraw(asker, id, &params, now),
            Call::Stop(params) => self.stop(asker, id, &params, now),
        }
    }

    fn open(&mut self, asker: AskerId, id: RequestId, params: &OpenParams, now: &Moment) {
        if let Some(page) = params.page {
            self.desktop.open_home(convert::page(page), Keyboard::Stays);
            let showing = self.board.visible_question().map(|id| id.to_string());
            self.reply(asker, id, &OpenResult { showing });
            return;
        }
        let wanted = match params.question.as_deref().map(QuestionId::parse) {
            None => None,
            Some(Some(wanted)) if self.questions.is_open(wanted) => Some(wanted),
            Some(_) => {
                let error = RpcError::invalid_params(
                    "params.question names no open question; see doorbell/list",
                );
                self.refuse(asker, Some(id), error);
                return;
            }
        };
        let showing = self.board.open(wanted, now).map(|id| id.to_string());
        self.reply(asker, id, &OpenResult { showing });
    }

    fn stop(&mut self, asker: AskerId, id: RequestId, params: &StopParams, now: &Moment) {
        let keyed: Vec<_> = self
            .questions
            .open()
            .filter(|(_, record)| params.restart && record.key.is_some())
            .map(|(question, _)| question)
            .collect();
        let open = self.questions.open().count() - keyed.len();
        // A question whose asker has left may still hold what the person typed.
        let touched = self.board.is_touched() && !params.restart;
        let stopping = (open == 0 && !touched) || params.force;
        self.reply(asker, id, &StopResult { stopping, open });
        if !stopping {
            return;
        }
        self.save_drafts(Duration::MAX, now);
        // Their connections end without an answer, and their askers ask again.
        for question in keyed {
            self.board.remove(question);
            self.questions.0.remove(&question);
        }
        self.end_all(now);
    }
}
