//! The legacy era: the server asks with a request of its own, `elicitation/create`.

use serde_json::json;

use super::Interceptor;
use super::answer::{cancelled, invalid_params, is_handed_back, result_json};
use super::calls::Call;
use super::capability::Mode;
use super::claims::{About, one_of};
use super::question::{Purpose, Push, Question};
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::{Heard, Message};

/// Where a question names the task it belongs to.
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// How many questions are remembered that are over, for servers that give them up too late.
pub(super) const MOST_SETTLED: usize = 256;

impl Interceptor {
    /// The server asks. The person answers, or the agent where that is its part.
    pub(super) fn server_pushes(&mut self, message: &Heard<'_>, id: Id, within: Option<&Id>) {
        let params = message.params.and_then(Members::read);
        // Where the agent has not initialised, a server has nothing to ask in this way, and the
        // proxy must not answer: in the modern era nobody answers a server.
        let (Some(params), Some(declared)) = (params, self.declared) else {
            return self.send_host(message.line.clone());
        };
        let mode = match Mode::of(&params) {
            Some(mode) if declared.told.has(mode) => mode,
            // One that is newer than this proxy; the agent knows whether it knows it.
            None if declared.host.any() => return self.send_host(message.line.clone()),
            Some(_) | None => return self.reject(message),
        };
        let is_task = self.host_takes_tasks && params.get("task").is_some();
        if is_task || !self.is_for_doorbell(declared, mode) {
            return self.send_host(message.line.clone());
        }
        let meta = params.object("_meta").unwrap_or_default();
        let spelled = |name: &str| meta.get(name).map(|value| value.get().to_owned());
        let calls = match within.and_then(|id| self.calls.host_id(id)) {
            Some(call) => vec![call],
            None => self.calls.asking(meta.object(RELATED_TASK).as_ref()),
        };
        let about = About {
            tool: self.subjects(&calls),
            group: None,
            hand_back: declared.host.has(mode),
        };
        let push = Push {
            spelled: message.spelled_id().to_owned(),
            id,
            line: message.line.clone(),
            calls,
            related_task: spelled(RELATED_TASK),
            token: spelled("progressToken"),
        };
        let question = Question::new(mode, Purpose::Push(push.clone()));
        match self.ask(&params, &about, question) {
            Ok(_) => self.expect_completion(&params),
            Err(_) => self.do_without(mode, &push),
        }
    }

    /// The names of what is called, as far as it can be told which one led to a question.
    fn subjects(&self, calls: &[Id]) -> Option<String> {
        let subjects = calls
            .iter()
            .filter_map(|id| self.calls.get(id).and_then(Call::subject));
        one_of(subjects.collect())
    }

    pub(super) fn answer_push(&mut self, ask: AskId, push: &Push, answer: Answer) {
        let Some(Question { mode, .. }) = self.questions.remove(&ask) else {
            return;
        };
        match answer {
            Answer::Given(result) if is_handed_back(&result) => self.leave_to_host(push),
            Answer::Given(result) => self.respond(push, &result_json(&result)),
            Answer::Rejected { .. } if self.host_has(mode) => self.leave_to_host(push),
            Answer::Rejected { code, message } => {
                let error = json!({"code": code, "message": message}).to_string();
                self.respond_with(push, "error", &error);
            }
            Answer::Lost => self.do_without(mode, push),
        }
    }

    /// Doorbell cannot ask: the agent does if it can, and otherwise nobody was asked.
    fn do_without(&mut self, mode: Mode, push: &Push) {
        if self.host_has(mode) {
            self.leave_to_host(push);
        } else {
            self.respond(push, &cancelled());
        }
    }

    fn host_has(&self, mode: Mode) -> bool {
        self.declared.unwrap_or_default().host.has(mode)
    }

    /// The agent gets the question as the server sent it, and all that the server says of it.
    fn leave_to_host(&mut self, push: &Push) {
        let params = Message::read(&push.line).and_then(|message| Members::read(message.params?));
        if let Some(params) = params {
            self.forget_completion(&params);
        }
        self.send_host(push.line.clone());
    }

    /// The server no longer waits for a question. Says whether it was one of Doorbell's: one that
    /// is open, or that the agent never saw.
    pub(super) fn server_cancels(&mut self, message: &Message<'_>) -> bool {
        let Some(named) = message.param("requestId").and_then(Id::read) else {
            return false;
        };
        let is_named = |question: &Question| matches!(&question.purpose, Purpose::Push(push) if push.id == named);
        let asked = self
            .questions
            .iter()
            .find(|(_, question)| is_named(question));
        let Some(ask) = asked.map(|(ask, _)| *ask) else {
            return self.settled.has(&named);
        };
        self.settled.keep(named);
        self.withdraw(ask);
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
        self.settled.keep(push.id.clone());
        let id = &push.spelled;
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{json}}}\n");
        self.actions.push(Action::ToServer(line.into()));
    }

    /// MCP wants this of a client that is asked in a way it has not declared.
    fn reject(&mut self, message: &Message<'_>) {
        let text = "the client has not declared this mode of elicitation";
        self.send_server(invalid_params(message, text));
    }
}
