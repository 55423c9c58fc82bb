//! The legacy era: the server sends `elicitation/create` requests.

use serde_json::json;

use super::Interceptor;
use super::answer::{cancelled, invalid_params, is_handed_back, result_json};
use super::calls::Call;
use super::capability::Mode;
use super::claims::{QuestionContext, join_names};
use super::question::{ElicitationRequest, Purpose, Question};
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::{Message, ParsedLine};

/// The member of `_meta` that names the task.
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// How many closed requests are remembered, for late cancellations by the server.
pub(super) const MAX_SETTLED: usize = 256;

impl Interceptor {
    /// Asks the person, or forwards the request to the agent.
    pub(super) fn on_elicitation_request(
        &mut self,
        message: &ParsedLine<'_>,
        id: Id,
        related_request: Option<&Id>,
    ) {
        let params = message.params.and_then(Members::parse);
        // Without `initialize` there is no legacy session: modern clients do not answer servers.
        let (Some(params), Some(declared)) = (params, self.declared) else {
            return self.send_host(message.line.clone());
        };
        let mode = match Mode::from_params(&params) {
            Some(mode) if declared.to_server.has(mode) => mode,
            // The mode is newer than this proxy; the agent may know it.
            None if declared.by_host.any() => return self.send_host(message.line.clone()),
            Some(_) | None => return self.reject_mode(message),
        };
        let is_task = self.host_accepts_task_requests && params.get("task").is_some();
        if is_task || !self.is_for_doorbell(declared, mode) {
            return self.send_host(message.line.clone());
        }
        let meta = params.object("_meta").unwrap_or_default();
        let raw_meta = |name: &str| meta.get(name).map(|value| value.get().to_owned());
        let calls = match related_request.and_then(|id| self.calls.host_id(id)) {
            Some(call) => vec![call],
            None => self
                .calls
                .possible_causes(meta.object(RELATED_TASK).as_ref()),
        };
        let context = QuestionContext {
            tool: self.call_subjects(&calls),
            group: None,
            hand_back: declared.by_host.has(mode),
        };
        let request = ElicitationRequest {
            raw_id: message.raw_id().to_owned(),
            id,
            line: message.line.clone(),
            calls,
            related_task: raw_meta(RELATED_TASK),
            progress_token: raw_meta("progressToken"),
        };
        let question = Question::new(mode, Purpose::Request(request.clone()));
        match self.ask(&params, &context, question) {
            Ok(_) => self.expect_completion(&params),
            Err(_) => self.fall_back(mode, &request),
        }
    }

    /// Names the tools of all calls that may have caused a question.
    fn call_subjects(&self, calls: &[Id]) -> Option<String> {
        let subjects = calls
            .iter()
            .filter_map(|id| self.calls.get(id).and_then(Call::subject));
        join_names(subjects.collect())
    }

    pub(super) fn answer_request(
        &mut self,
        ask: AskId,
        request: &ElicitationRequest,
        answer: Answer,
    ) {
        let Some(Question { mode, .. }) = self.questions.remove(&ask) else {
            return;
        };
        match answer {
            Answer::Result(result) if is_handed_back(&result) => self.forward_to_host(request),
            Answer::Result(result) => self.respond(request, &result_json(&result)),
            Answer::Rejected { .. } if self.host_supports(mode) => self.forward_to_host(request),
            Answer::Rejected { code, message } => {
                let error = json!({"code": code, "message": message}).to_string();
                self.respond_with(request, "error", &error);
            }
            Answer::Unavailable => self.fall_back(mode, request),
        }
    }

    /// Doorbell cannot ask: forwards the request if the agent supports the mode, else cancels it.
    fn fall_back(&mut self, mode: Mode, request: &ElicitationRequest) {
        if self.host_supports(mode) {
            self.forward_to_host(request);
        } else {
            self.respond(request, &cancelled());
        }
    }

    fn host_supports(&self, mode: Mode) -> bool {
        self.declared.unwrap_or_default().by_host.has(mode)
    }

    /// Forwards the original request to the agent, and later its completion.
    fn forward_to_host(&mut self, request: &ElicitationRequest) {
        let params =
            Message::parse(&request.line).and_then(|message| Members::parse(message.params?));
        if let Some(params) = params {
            self.forget_completion(&params);
        }
        self.send_host(request.line.clone());
    }

    /// Withdraws a question that the server cancels. Returns true if the agent has not seen it.
    pub(super) fn on_server_cancel(&mut self, message: &Message<'_>) -> bool {
        let Some(request_id) = message.param("requestId").and_then(Id::parse) else {
            return false;
        };
        let is_cancelled = |question: &Question| matches!(&question.purpose, Purpose::Request(request) if request.id == request_id);
        let found = self
            .questions
            .iter()
            .find(|(_, question)| is_cancelled(question));
        let Some(ask) = found.map(|(ask, _)| *ask) else {
            return self.settled_requests.contains(&request_id);
        };
        self.settled_requests.insert(request_id);
        self.withdraw(ask);
        true
    }

    /// Withdraws the questions that only calls which are now over can have caused. Answers them with
    /// `cancel`, because many servers do not notice themselves.
    pub(super) fn withdraw_requests_of(&mut self, ended: &Id) {
        let mut orphaned = Vec::new();
        for (ask, question) in &mut self.questions {
            let Purpose::Request(request) = &mut question.purpose else {
                continue;
            };
            let before = request.calls.len();
            request.calls.retain(|call| call != ended);
            if before > 0 && request.calls.is_empty() {
                orphaned.push((*ask, request.clone()));
            }
        }
        for (ask, request) in orphaned {
            self.withdraw(ask);
            self.respond(&request, &cancelled());
        }
    }

    fn respond(&mut self, request: &ElicitationRequest, result: &str) {
        let result = match &request.related_task {
            None => result.to_owned(),
            Some(task) => {
                let prefix = result.strip_suffix('}').unwrap_or(result);
                format!(r#"{prefix},"_meta":{{"{RELATED_TASK}":{task}}}}}"#)
            }
        };
        self.respond_with(request, "result", &result);
    }

    fn respond_with(&mut self, request: &ElicitationRequest, member: &str, json: &str) {
        self.settled_requests.insert(request.id.clone());
        let id = &request.raw_id;
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{json}}}\n");
        self.actions.push(Action::ToServer(line.into()));
    }

    /// MCP requires this error for modes that the client has not declared.
    fn reject_mode(&mut self, message: &Message<'_>) {
        let text = "the client has not declared this mode of elicitation";
        self.send_server(invalid_params(message, text));
    }
}
