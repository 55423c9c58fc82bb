//! The legacy era: the server asks with a request of its own, `elicitation/create`.

use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, ElicitResult, code};
use serde_json::{Map, Value, json};

use super::calls::Call;
use super::capability::Mode;
use super::claims::{About, one_of};
use super::question::{Purpose, Push, Question, cancelled};
use super::{Interceptor, When};
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;

/// Where a question names the task it belongs to.
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// The outcome of a question that the person wants to answer in the terminal.
const HANDED_BACK: &str = "handedBack";

impl Interceptor {
    /// The server asks. The person answers, or the agent where that is its part.
    pub(super) fn server_pushes(
        &mut self,
        line: &Bytes,
        message: &Message<'_>,
        id: Id,
        within: Option<&Id>,
        now: Instant,
    ) {
        let Some(params) = message.params.and_then(Members::read) else {
            return self.send_host(line.clone());
        };
        let mode = Mode::of(&params);
        let Some(mode) = mode.filter(|mode| self.told.has(*mode) || self.is_modern()) else {
            let text = "the client has not declared this mode of elicitation";
            return self.reject(message, code::INVALID_PARAMS, text);
        };
        let is_task = self.host_takes_tasks && params.get("task").is_some();
        if is_task || !self.is_for_doorbell(self.host.has(mode)) {
            return self.send_host(line.clone());
        }
        let meta = params.object("_meta").unwrap_or_default();
        let spelled = |name: &str| meta.get(name).map(|value| value.get().to_owned());
        let calls = match within.and_then(|id| self.calls.host_id(id)) {
            Some(call) => vec![call],
            None => self.calls.asking(),
        };
        let about = About {
            tool: self.subjects(&calls),
            group: None,
            hand_back: self.host.has(mode),
        };
        let push = Push {
            spelled: message
                .id
                .map_or_else(String::new, |id| id.get().to_owned()),
            id: id.clone(),
            line: line.clone(),
            calls,
            related_task: spelled(RELATED_TASK),
            token: spelled("progressToken"),
        };
        let question = Question::new(mode, Purpose::Push(push.clone()));
        match self.ask(&params, &about, question, now) {
            Ok(ask) => {
                self.pushed.insert(id, ask);
                self.expect_completion(&params);
            }
            Err(_) => self.do_without(mode, &push),
        }
    }

    /// Whether a question is Doorbell's to ask, and not the agent's.
    pub(super) fn is_for_doorbell(&self, is_declared: bool) -> bool {
        match self.when {
            When::Missing if is_declared => false,
            When::Always | When::Missing => self.reachable || !is_declared,
        }
    }

    /// The names of what is called, as far as it can be told which one led to a question.
    pub(super) fn subjects(&self, calls: &[Id]) -> Option<String> {
        let subjects = calls
            .iter()
            .filter_map(|id| self.calls.get(id).and_then(Call::subject));
        one_of(subjects.collect())
    }

    pub(super) fn answer_push(&mut self, ask: AskId, push: &Push, answer: Answer) {
        let mode = self.questions.remove(&ask).map(|question| question.mode);
        self.pushed.remove(&push.id);
        match answer {
            Answer::Given(result) if is_handed_back(&result) => self.send_host(push.line.clone()),
            Answer::Given(result) => self.respond(push, &result_json(&result)),
            Answer::Rejected { code, message } => {
                let error = json!({"code": code, "message": message}).to_string();
                self.respond_with(push, "error", &error);
            }
            Answer::Lost => self.do_without(mode.unwrap_or(Mode::Form), push),
        }
    }

    /// Doorbell cannot ask: the agent does if it can, and otherwise nobody was asked.
    fn do_without(&mut self, mode: Mode, push: &Push) {
        if self.host.has(mode) {
            self.send_host(push.line.clone());
        } else {
            self.respond(push, &cancelled());
        }
    }

    /// The server no longer waits for a question. Says whether it was one of Doorbell's.
    pub(super) fn server_cancels(&mut self, message: &Message<'_>) -> bool {
        let params = message.params.and_then(Members::read);
        let named = params.and_then(|params| Id::read(params.get("requestId")?));
        let Some(ask) = named.and_then(|id| self.pushed.remove(&id)) else {
            return false;
        };
        self.withdraw(ask);
        self.rest();
        true
    }

    /// Withdraws what the server asked while it worked on a call, once all calls are over that it
    /// can have asked for. It hears that, since many servers do not look.
    pub(super) fn withdraw_pushes(&mut self, ended: &Id) {
        let mut over = Vec::new();
        for (ask, question) in &mut self.questions {
            let Purpose::Push(push) = &mut question.purpose else {
                continue;
            };
            let before = push.calls.len();
            push.calls.retain(|call| call != ended);
            if before > 0 && push.calls.is_empty() {
                over.push((*ask, push.clone()));
            }
        }
        for (ask, push) in over {
            self.pushed.remove(&push.id);
            self.withdraw(ask);
            self.respond(&push, &cancelled());
        }
    }

    /// Answers the server's request.
    fn respond(&mut self, push: &Push, result: &str) {
        let result = match &push.related_task {
            None => result.to_owned(),
            Some(task) => {
                let open = result.strip_suffix('}').unwrap_or(result);
                format!(r#"{open},"_meta":{{"{RELATED_TASK}":{task}}}}}"#)
            }
        };
        self.respond_with(push, "result", &result);
    }

    fn respond_with(&mut self, push: &Push, member: &str, json: &str) {
        let id = &push.spelled;
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{json}}}\n");
        self.actions.push(Action::ToServer(line.into()));
    }

    fn reject(&mut self, message: &Message<'_>, code: i64, text: &str) {
        let line = error_line(message, code, text);
        self.actions.push(Action::ToServer(line));
    }

    /// Answers a request of the agent's with an error.
    pub(super) fn refuse(&mut self, message: &Message<'_>, text: &str) {
        let line = error_line(message, code::INVALID_PARAMS, text);
        self.actions.push(Action::ToHost(line));
    }
}

fn error_line(message: &Message<'_>, code: i64, text: &str) -> Bytes {
    let id = message.id.map_or("null", |id| id.get());
    let error = json!({"code": code, "message": text});
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n").into()
}

/// Whether the person wants to answer in the terminal.
pub(super) fn is_handed_back(result: &ElicitResult) -> bool {
    result.outcome().outcome == HANDED_BACK
}

/// MCP's result, without what Doorbell adds for its own askers.
pub(super) fn result_json(result: &ElicitResult) -> String {
    let mut members = Map::new();
    members.insert("action".into(), json!(result.action));
    if let (Verdict::Accept, Some(content)) = (result.action, &result.content) {
        members.insert("content".into(), content.clone().into());
    }
    Value::Object(members).to_string()
}
