//! What askers say.

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::acquaintance::Names;
use doorbell_core::asker::{Asker, AskerId, Claims};
use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::KindView;
use doorbell_protocol::{
    AwaitDoneParams, AwaitDoneResult, Call, DoneState, ElicitParams, FromAsker, ListResult,
    Malformed, Notice, OpenParams, OpenResult, PROTOCOL, Request, RequestId, RpcError, StatusAsker,
    StatusResult, StopParams, StopResult, code,
};

use super::{House, Next, Pending};
use crate::convert::{self, Before, NotAsked};
use crate::desktop::{Desktop, Keyboard};
use crate::storage::Line;

impl<D: Desktop> House<D> {
    pub(super) fn hear(
        &mut self,
        asker: AskerId,
        message: Result<FromAsker, Malformed>,
        now: &Moment,
    ) -> Next {
        match message {
            Ok(FromAsker::Call { id, call }) => return self.call(asker, id, call, now),
            Ok(FromAsker::Notice(Notice::Cancelled { request })) => {
                let question = self
                    .askers
                    .get(&asker)
                    .and_then(|connected| connected.open.get(&request));
                if let Some(question) = question {
                    self.board.withdraw(*question, now);
                } else if let Some(question) = self.finished.give_up(asker, &request) {
                    self.board.abandon(question, asker, now);
                }
            }
            Ok(FromAsker::Notice(Notice::Complete { elicitation })) => {
                self.board.complete(asker, &elicitation, now);
            }
            Ok(FromAsker::Notice(Notice::Received { key })) => self.received(asker, &key, now),
            Ok(FromAsker::Notice(Notice::Other)) => {}
            Err(malformed) => self.refuse(asker, malformed.id, malformed.error),
        }
        Next::Event
    }

    fn call(&mut self, asker: AskerId, id: RequestId, call: Call, now: &Moment) -> Next {
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
                    .list(now)
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
                    open: self.requests.len(),
                    showing: self.board.showing().is_some(),
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
            Call::AwaitDone(params) => self.await_done(asker, id, &params, now),
            Call::Withdraw(params) => self.withdraw(asker, id, &params, now),
            Call::Stop(params) => return self.stop(asker, id, &params, now),
        }
        Next::Event
    }

    fn ask(&mut self, asker: AskerId, id: RequestId, params: ElicitParams, now: &Moment) {
        let Some(connected) = self.askers.get(&asker) else {
            return;
        };
        if connected.open.contains_key(&id) {
            let error = RpcError::invalid_request("id is in use by a question that is still open");
            self.refuse(asker, Some(id), error);
            return;
        }
        let request_text = convert::request_text(&params.request);
        let named = self.named(asker, &params, &request_text);
        if let Some(named) = &named
            && self.come_back(asker, &id, named, &params, now)
        {
            return;
        }
        let Some(connected) = self.askers.get(&asker) else {
            return;
        };
        let token = params.progress_token.clone();
        let claims = convert::claims(&params);
        let subject = convert::subject(&params, &request_text, &connected.asker);
        let is_open = |question: &QuestionId| self.requests.contains_key(question);
        let draft = subject.and_then(|subject| self.drafts.offer(&subject, is_open, now));
        let kind = match params.request {
            Request::Form(_) => KindView::Form,
            Request::Url { .. } => KindView::Link,
            Request::Permission { .. } => KindView::Permission,
        };
        let session = connected.asker.session;
        let by = Arc::clone(&connected.asker);
        let names = Names::of(&by, &claims);
        let face = self.past.face(&by, &names);
        let meeting = self.past.meet(face.as_ref(), &by, now);
        let before = Before { draft, meeting };
        let who = (Arc::clone(&by), claims.clone());
        let asked = convert::asked(params, who, before, &self.config.limits)
            .and_then(|asked| match self.past.why_muted(&names, now) {
                Some(reason) => Err(NotAsked::Refused(reason)),
                None => Ok(asked),
            })
            .and_then(|asked| {
                self.board
                    .ask(asked, now)
                    .map_err(|no_room| NotAsked::Refused(no_room.to_string()))
            });
        match asked {
            Ok(question) => {
                tracing::info!(asker = asker.0, %question, "a question was asked");
                self.past.asked(face, &by, now);
                self.warm_up(now);
                if let Some(token) = token {
                    self.progress.begin(question, token, now.steady);
                }
                let pending = Pending {
                    asker,
                    session,
                    id: id.clone(),
                    is_link: kind == KindView::Link,
                    name: named.as_ref().map(|named| named.name),
                    said_session: claims.session.clone(),
                    is_taken_back: false,
                };
                if let Some(subject) = subject {
                    self.drafts.asked(question, subject);
                }
                if let Some(named) = named {
                    self.keys.asked(named, question, kind == KindView::Link);
                }
                self.requests.insert(question, pending);
                if let Some(connected) = self.askers.get_mut(&asker) {
                    connected.open.insert(id, question);
                }
            }
            Err(NotAsked::Malformed(error)) => self.refuse(asker, Some(id), error),
            Err(NotAsked::Refused(reason)) => {
                tracing::info!(asker = asker.0, "a question was refused");
                self.note_refusal((&by, &claims), names, kind, &reason, now);
                self.reply(asker, id, &convert::refused(reason));
            }
        }
    }

    /// Writes down a refusal; an asker that is refused again and again gets a line a minute.
    fn note_refusal(
        &mut self,
        (asker, claims): (&Asker, &Claims),
        names: Names,
        kind: KindView,
        reason: &str,
        now: &Moment,
    ) {
        if !self.board.is_news(asker, claims, now) {
            return;
        }
        let line = Line {
            at: now.timestamp(),
            agent: names.agent,
            server: names.server,
            kind,
            domain: None,
            tool: asker.tool_name(claims),
            project: asker.project_name(claims),
            outcome: Outcome::Refused.word(),
            reason: Some(reason.to_owned()),
            asked: Some(now.timestamp()),
            shown: None,
        };
        self.past.line(line, now);
    }

    fn open(&mut self, asker: AskerId, id: RequestId, params: &OpenParams, now: &Moment) {
        if let Some(page) = params.page {
            self.desktop.open_home(convert::page(page), Keyboard::Stays);
            let showing = self.board.showing().map(|id| id.to_string());
            self.reply(asker, id, &OpenResult { showing });
            return;
        }
        let wanted = match params.question.as_deref().map(QuestionId::parse) {
            None => None,
            Some(Some(wanted)) if self.requests.contains_key(&wanted) => Some(wanted),
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

    /// Answers when the link is finished, at once if it already is. A link of another session is
    /// as unknown as one that never was.
    fn await_done(
        &mut self,
        asker: AskerId,
        id: RequestId,
        params: &AwaitDoneParams,
        now: &Moment,
    ) {
        let unknown = AwaitDoneResult {
            state: DoneState::Unknown,
            by: None,
        };
        let session = self
            .askers
            .get(&asker)
            .map(|connected| connected.asker.session);
        let question = match params {
            AwaitDoneParams::Question(question) => QuestionId::parse(question),
            AwaitDoneParams::Key(key) => {
                let name = self.name(asker, key);
                let entry = name.and_then(|name| self.keys.entry(&name));
                let question = entry.and_then(|entry| entry.question);
                self.take_over_wait(question, asker);
                question
            }
        };
        let (Some(question), Some(session)) = (question, session) else {
            self.reply(asker, id, &unknown);
            return;
        };
        let result = self.finished.result(question, session, now.steady);
        if let Some(result) = result.cloned() {
            self.reply(asker, id, &result);
            return;
        }
        let asked = self.requests.get(&question);
        let asked_in = asked
            .filter(|pending| pending.is_link)
            .map(|pending| pending.session);
        if ![self.board.waits_of(question), asked_in].contains(&Some(session)) {
            self.reply(asker, id, &unknown);
        } else if !self.finished.wait(question, asker, id.clone()) {
            let error = RpcError::new(code::BUSY, "too many requests wait for links already");
            self.refuse(asker, Some(id), error);
        }
    }

    fn stop(&mut self, asker: AskerId, id: RequestId, params: &StopParams, now: &Moment) -> Next {
        let keyed: Vec<_> = self
            .requests
            .iter()
            .filter(|(_, pending)| params.restart && pending.name.is_some())
            .map(|(question, _)| *question)
            .collect();
        let open = self.requests.len() - keyed.len();
        // A question whose asker has left may still hold what the person typed.
        let touched = self.board.is_touched() && !params.restart;
        let stopping = (open == 0 && !touched) || params.force;
        self.reply(asker, id, &StopResult { stopping, open });
        if !stopping {
            return Next::Event;
        }
        self.save_drafts(Duration::MAX, now);
        // Their connections end without an answer, and their askers ask again.
        for question in keyed {
            self.board.let_go(question);
            self.requests.remove(&question);
        }
        self.end_all(now);
        Next::End
    }
}
