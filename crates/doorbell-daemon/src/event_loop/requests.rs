//! Messages from askers.

use std::time::Duration;

use doorbell_core::asker::AskerId;
use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_protocol::{
    ListResult, Malformed, Notice, OpenParams, OpenResult, PROTOCOL, RequestId, RpcError,
    StatusAsker, StatusResult, StopParams, StopResult,
};

use super::EventLoop;
use crate::convert;
use crate::desktop::{Desktop, KeyboardFocus};
use crate::event::{Message, Request};

impl<D: Desktop> EventLoop<D> {
    pub(super) fn on_message(
        &mut self,
        asker: AskerId,
        message: Result<Message, Malformed>,
        now: &Moment,
    ) {
        match message {
            Ok(Message::Request { id, request }) => self.handle_request(asker, id, request, now),
            Ok(Message::Notice(Notice::Cancelled { request })) => {
                self.request_cancelled(asker, request, now);
            }
            Ok(Message::Notice(Notice::Complete { elicitation })) => {
                self.board.complete_link(asker, &elicitation, now);
            }
            Ok(Message::Notice(Notice::Received { key })) => self.answer_received(asker, &key),
            Ok(Message::Notice(Notice::Other)) => {}
            Err(malformed) => self.reply_error(asker, malformed.id, malformed.error),
        }
    }

    fn handle_request(&mut self, asker: AskerId, id: RequestId, request: Request, now: &Moment) {
        match request {
            Request::Hello => {
                let error = RpcError::invalid_request("doorbell/hello was already said");
                self.reply_error(asker, Some(id), error);
            }
            Request::Ask(question) => self.ask(asker, id, *question, now),
            Request::Preview(result) => self.reply(asker, id, &result),
            Request::List => {
                let questions = self
                    .board
                    .summaries(now)
                    .into_iter()
                    .map(|question| convert::listed(question, asker))
                    .collect();
                self.reply(asker, id, &ListResult { questions });
            }
            Request::Status => {
                let status = StatusResult {
                    doorbell: self.config.version.clone(),
                    protocol: PROTOCOL,
                    pid: std::process::id(),
                    open: self.questions.asked().count(),
                    showing: self.board.visible_question().is_some(),
                    asker: self.connections.get(&asker).map(|connection| {
                        let program = &connection.asker.verified.program;
                        StatusAsker {
                            pid: program.pid,
                            program: program.path.clone(),
                        }
                    }),
                    desktop: Some(convert::desktop_status(&self.facts)),
                };
                self.reply(asker, id, &status);
            }
            Request::Open(params) => self.handle_open(asker, id, &params, now),
            Request::AwaitDone(params) => self.await_done(asker, id, &params),
            Request::Withdraw(params) => self.withdraw(asker, id, &params, now),
            Request::Session(params) => self.session_reported(asker, id, params, now),
            Request::Stop(params) => self.handle_stop(asker, id, &params, now),
        }
    }

    fn handle_open(&mut self, asker: AskerId, id: RequestId, params: &OpenParams, now: &Moment) {
        if let Some(page) = params.page {
            self.desktop
                .open_home(convert::page(page), KeyboardFocus::Leave);
            let showing = self.board.visible_question().map(|id| id.to_string());
            self.reply(asker, id, &OpenResult { showing });
            return;
        }
        let question = match params.question.as_deref().map(QuestionId::parse) {
            None => None,
            Some(Some(question)) if self.questions.is_open(question) => Some(question),
            Some(_) => {
                let error = RpcError::invalid_params(
                    "params.question names no open question; see doorbell/list",
                );
                self.reply_error(asker, Some(id), error);
                return;
            }
        };
        let showing = self.board.open(question, now).map(|id| id.to_string());
        self.reply(asker, id, &OpenResult { showing });
    }

    fn handle_stop(&mut self, asker: AskerId, id: RequestId, params: &StopParams, now: &Moment) {
        let resumable: Vec<_> = self
            .questions
            .open()
            .filter(|(_, record)| params.restart && record.key.is_some())
            .map(|(question, _)| question)
            .collect();
        let open = self.questions.asked().count() - resumable.len();
        // An ended question may still show text that the person typed.
        let has_input = self.board.is_touched() && !params.restart;
        let stopping = (open == 0 && !has_input) || params.force;
        self.reply(asker, id, &StopResult { stopping, open });
        if !stopping {
            return;
        }
        self.save_drafts(Duration::MAX, now);
        // Their connections close without an answer, and the askers resume by key.
        for question in resumable {
            self.board.remove(question);
            self.questions.0.remove(&question);
        }
        self.quit(now);
    }
}
