//! A proxy under test, and the messages that tests send to it.

use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::{
    Action as Verdict, Call, DoneState, ElicitParams, ElicitResult, FromAsker, Limits, OutcomeMeta,
};
use serde_json::Value;

use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::interceptor::{Claims, InterceptPolicy, Interceptor};

/// An interceptor with a readable log. Methods return the actions as one line of text each:
///
/// - `host: {…}` and `server: {…}`, without the newline,
/// - `ask 1`, `await 1 q1`, `withdraw 1`: questions are numbered in the order they were asked,
/// - `complete e1`, `preconnect`, `report`.
///
/// Ids that the proxy generates appear as `~1`, `~2` in order of appearance. Messages sent to the
/// proxy may use the same notation.
pub struct TestProxy {
    pub interceptor: Interceptor,
    pub reachable: bool,
    now: Instant,
    asks: Vec<(AskId, String)>,
    generated_ids: Vec<String>,
}

impl TestProxy {
    /// Before any message; Doorbell is reachable.
    pub fn new() -> Self {
        Self::with(InterceptPolicy::Always, Claims::default())
    }

    pub fn with(policy: InterceptPolicy, claims: Claims) -> Self {
        let mut interceptor = Interceptor::new(policy, claims);
        interceptor.on_connected();
        Self {
            interceptor,
            reachable: true,
            now: Instant::now(),
            asks: Vec::new(),
            generated_ids: Vec::new(),
        }
    }

    /// After `initialize` by a legacy agent without elicitation.
    pub fn legacy() -> Self {
        Self::new().initialised("{}")
    }

    /// After `initialize` by a legacy agent with both modes.
    pub fn capable() -> Self {
        Self::new().initialised(r#"{"elicitation":{"form":{},"url":{}}}"#)
    }

    pub fn initialised(mut self, capabilities: &str) -> Self {
        self.host_sends(&initialize(capabilities));
        self.server_sends(r#"{"jsonrpc":"2.0","id":"init","result":{}}"#);
        self
    }

    pub fn host_sends(&mut self, line: &str) -> Vec<String> {
        let line = self.expand_ids(line);
        let reachable = self.reachable;
        let actions = self.interceptor.on_host(line, self.now, || reachable);
        self.render(actions)
    }

    pub fn server_sends(&mut self, line: &str) -> Vec<String> {
        let line = self.expand_ids(line);
        let actions = self.interceptor.on_server(line, None, self.now);
        self.render(actions)
    }

    /// The server sends `line` on the HTTP response stream of request `id`.
    pub fn server_sends_for(&mut self, id: &str, line: &str) -> Vec<String> {
        let id = String::from_utf8(self.expand_ids(id).to_vec()).unwrap();
        let id = Id::parse(serde_json::from_str(id.trim_end()).unwrap()).unwrap();
        let line = self.expand_ids(line);
        let actions = self.interceptor.on_server(line, Some(&id), self.now);
        self.render(actions)
    }

    pub fn answer(&mut self, ask: usize, answer: Answer) -> Vec<String> {
        let ask = self.asks[ask - 1].0;
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        self.render(actions)
    }

    pub fn finish_link(&mut self, ask: usize, state: DoneState) -> Vec<String> {
        let ask = self.asks[ask - 1].0;
        let actions = self.interceptor.on_done(ask, state, self.now);
        self.render(actions)
    }

    /// Advances the time, and ticks if that is due.
    pub fn advance(&mut self, time: Duration) -> Vec<String> {
        self.now += time;
        let is_due = self
            .interceptor
            .next_tick()
            .is_some_and(|at| at <= self.now);
        let actions = match is_due {
            true => self.interceptor.on_tick(self.now),
            false => Vec::new(),
        };
        self.render(actions)
    }

    pub fn params(&self, ask: usize) -> &str {
        &self.asks[ask - 1].1
    }

    /// Returns the claims of a question.
    pub fn asker(&self, ask: usize) -> Value {
        let params: Value = serde_json::from_str(self.params(ask)).unwrap();
        params["_meta"]["dev.doorbell/asker"].clone()
    }

    /// Parses a question as Doorbell does.
    pub fn parsed(&self, ask: usize) -> ElicitParams {
        let params = self.params(ask);
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":9223372036854775807,"method":"elicitation/create","params":{params}}}"#
        );
        assert!(line.len() < Limits::STANDARD.line_bytes);
        match FromAsker::decode(line.as_bytes()) {
            Ok(FromAsker::Call {
                call: Call::Elicit(params),
                ..
            }) => *params,
            other => panic!("Doorbell does not understand it: {other:?}"),
        }
    }

    fn expand_ids(&self, line: &str) -> Bytes {
        let mut line = format!("{line}\n");
        for (index, id) in self.generated_ids.iter().enumerate().rev() {
            line = line.replace(&format!("~{}", index + 1), id);
        }
        line.into()
    }

    fn render(&mut self, actions: Vec<Action>) -> Vec<String> {
        actions
            .into_iter()
            .map(|action| match action {
                Action::ToHost(line) => format!("host: {}", self.shorten_ids(&line)),
                Action::ToServer(line) => format!("server: {}", self.shorten_ids(&line)),
                Action::Ask { ask, params } => {
                    self.asks.push((ask, params));
                    format!("ask {}", self.asks.len())
                }
                Action::AwaitDone { ask, question_id } => {
                    format!("await {} {question_id}", self.number(ask))
                }
                Action::Withdraw(ask) => format!("withdraw {}", self.number(ask)),
                Action::CompleteLink { elicitation_id } => format!("complete {elicitation_id}"),
                Action::Preconnect => "preconnect".to_owned(),
                Action::Report(_) => "report".to_owned(),
            })
            .collect()
    }

    fn number(&self, ask: AskId) -> usize {
        1 + self
            .asks
            .iter()
            .position(|(other, _)| *other == ask)
            .unwrap()
    }

    fn shorten_ids(&mut self, line: &[u8]) -> String {
        let text = std::str::from_utf8(line).unwrap();
        let text = text.strip_suffix('\n').expect("a line ends");
        assert!(!text.contains('\n'), "one line: {text}");
        let mut text = text.to_owned();
        let prefix = self.interceptor.ids.prefix();
        while let Some(at) = text.find(prefix) {
            let digits = text[at + prefix.len()..]
                .bytes()
                .take_while(u8::is_ascii_digit);
            let id = text[at..at + prefix.len() + digits.count()].to_owned();
            let seen = self.generated_ids.iter().position(|other| *other == id);
            let index = seen.unwrap_or_else(|| {
                self.generated_ids.push(id.clone());
                self.generated_ids.len() - 1
            });
            text = text.replacen(&id, &format!("~{}", index + 1), 1);
        }
        text
    }
}

pub fn accept(content: &str) -> Answer {
    let content = serde_json::from_str(content).unwrap();
    answer_with(Verdict::Accept, Some(content), "accepted")
}

pub fn accept_link() -> Answer {
    answer_with(Verdict::Accept, None, "accepted")
}

pub fn decline() -> Answer {
    answer_with(Verdict::Decline, None, "declined")
}

pub fn dismiss() -> Answer {
    answer_with(Verdict::Cancel, None, "dismissed")
}

pub fn hand_back() -> Answer {
    answer_with(Verdict::Cancel, None, "handedBack")
}

pub fn not_shown() -> Answer {
    answer_with(Verdict::Cancel, None, "notShown")
}

pub fn reject() -> Answer {
    Answer::Rejected {
        code: -32602,
        message: "params.message is missing".to_owned(),
    }
}

fn answer_with(
    action: Verdict,
    content: Option<serde_json::Map<String, Value>>,
    outcome: &str,
) -> Answer {
    let meta = OutcomeMeta {
        outcome: outcome.to_owned(),
        question: Some("q".to_owned()),
        ..OutcomeMeta::default()
    };
    Answer::Result(ElicitResult::new(action, content, meta))
}

/// Doorbell cancels a question that the person never saw.
pub fn doorbell_cancels(reason: &str) -> Answer {
    let Answer::Result(mut result) = answer_with(Verdict::Cancel, None, "refused") else {
        unreachable!("it is a result");
    };
    result.meta.outcome.reason = Some(reason.to_owned());
    Answer::Result(result)
}

pub fn initialize(capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"init","method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{capabilities}}}}}"#
    )
}

pub fn call(id: u32, tool: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{{"n":1.10}}}}}}"#
    )
}

pub fn call_with_token(id: u32, token: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"deploy","_meta":{{"progressToken":{token}}}}}}}"#
    )
}

pub fn result(id: u32) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#)
}

pub fn cancelled(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

/// A legacy form request.
pub fn elicitation(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{{"message":"Who?","requestedSchema":{{"type":"object","properties":{{}}}}}}}}"#
    )
}

/// A legacy link request.
pub fn link_elicitation(id: u32, elicitation: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{}}}"#,
        link(elicitation)
    )
}

/// The params of a link request.
pub fn link(elicitation: &str) -> String {
    format!(
        r#"{{"mode":"url","message":"Sign in","url":"https://{elicitation}.example.com/in","elicitationId":"{elicitation}"}}"#
    )
}

pub fn links_required(id: &str, elicitations: &[&str]) -> String {
    let links: Vec<_> = elicitations.iter().map(|name| link(name)).collect();
    let links = links.join(",");
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32042,"message":"Links","data":{{"elicitations":[{links}]}}}}}}"#
    )
}

pub fn complete(elicitation: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{{"elicitationId":"{elicitation}"}}}}"#
    )
}

/// The `_meta` of a modern agent without elicitation, after the proxy has added both modes.
pub const MERGED: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}}"#;

/// A modern `_meta`.
pub fn meta(capabilities: &str) -> String {
    format!(
        r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{capabilities}}}"#
    )
}

/// A call by a modern agent without elicitation.
pub fn modern_call(id: u32) -> String {
    modern_call_by("{}", id)
}

pub fn modern_call_by(capabilities: &str, id: u32) -> String {
    let meta = meta(capabilities);
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"deploy",{meta}}}}}"#
    )
}

/// An `input_required` result; `rest` holds further members.
pub fn input_required(id: &str, requests: &str, rest: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{requests}{rest}}}}}"#
    )
}

/// Values of `inputRequests`.
pub const FORM: &str = r#"{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{}}}}"#;
pub const LINK: &str = r#"{"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/in"}}"#;
pub const ROOTS: &str = r#"{"method":"roots/list"}"#;
