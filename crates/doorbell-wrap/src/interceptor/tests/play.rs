//! The stage: what an agent, a server and a person do, and what comes of it.

use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::{
    Action as Verdict, Call, DoneState, ElicitParams, ElicitResult, FromAsker, Limits, OutcomeMeta,
};
use serde_json::Value;

use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::interceptor::{Claims, Interceptor, When};

/// A proxied connection. What comes out is written as one line of text each:
///
/// - `host: {…}` and `server: {…}`, without the newline,
/// - `ask 1`, `await 1 q1`, `withdraw 1`, by the order in which questions were asked,
/// - `complete e1`, `expect`, `tell`.
///
/// Names that the proxy makes are written `~1`, `~2` by the order in which they appear, and may
/// be written so in what is said to it.
pub struct Play {
    pub interceptor: Interceptor,
    pub reachable: bool,
    now: Instant,
    asks: Vec<(AskId, String)>,
    names: Vec<String>,
}

impl Play {
    /// Nothing was said yet; Doorbell can be had.
    pub fn new() -> Self {
        Self::with(When::Always, Claims::default())
    }

    pub fn with(when: When, claims: Claims) -> Self {
        let mut interceptor = Interceptor::new(when, claims);
        interceptor.on_reached();
        Self {
            interceptor,
            reachable: true,
            now: Instant::now(),
            asks: Vec::new(),
            names: Vec::new(),
        }
    }

    /// A legacy agent that cannot elicit has initialised.
    pub fn legacy() -> Self {
        Self::new().initialised("{}")
    }

    /// A legacy agent that can do both itself has initialised.
    pub fn capable() -> Self {
        Self::new().initialised(r#"{"elicitation":{"form":{},"url":{}}}"#)
    }

    pub fn initialised(mut self, capabilities: &str) -> Self {
        self.host(&initialize(capabilities));
        self.server(r#"{"jsonrpc":"2.0","id":"init","result":{}}"#);
        self
    }

    pub fn host(&mut self, line: &str) -> Vec<String> {
        let line = self.meant(line);
        let reachable = self.reachable;
        let actions = self.interceptor.on_host(line, self.now, || reachable);
        self.written(actions)
    }

    pub fn server(&mut self, line: &str) -> Vec<String> {
        let line = self.meant(line);
        let actions = self.interceptor.on_server(line, None, self.now);
        self.written(actions)
    }

    /// The server says something in the answer to the request `id`, as HTTP can tell.
    pub fn server_within(&mut self, id: &str, line: &str) -> Vec<String> {
        let id = String::from_utf8(self.meant(id).to_vec()).unwrap();
        let id = Id::read(serde_json::from_str(id.trim_end()).unwrap()).unwrap();
        let line = self.meant(line);
        let actions = self.interceptor.on_server(line, Some(&id), self.now);
        self.written(actions)
    }

    pub fn answer(&mut self, ask: usize, answer: Answer) -> Vec<String> {
        let ask = self.asks[ask - 1].0;
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        self.written(actions)
    }

    pub fn done(&mut self, ask: usize, state: DoneState) -> Vec<String> {
        let ask = self.asks[ask - 1].0;
        let actions = self.interceptor.on_done(ask, state, self.now);
        self.written(actions)
    }

    /// Lets time pass, and the clock strike if it is due.
    pub fn wait(&mut self, time: Duration) -> Vec<String> {
        self.now += time;
        let is_due = self
            .interceptor
            .next_tick()
            .is_some_and(|at| at <= self.now);
        let actions = match is_due {
            true => self.interceptor.on_tick(self.now),
            false => Vec::new(),
        };
        self.written(actions)
    }

    /// The params of a question.
    pub fn params(&self, ask: usize) -> &str {
        &self.asks[ask - 1].1
    }

    /// What is claimed about a question.
    pub fn asker(&self, ask: usize) -> Value {
        let params: Value = serde_json::from_str(self.params(ask)).unwrap();
        params["_meta"]["dev.doorbell/asker"].clone()
    }

    /// A question as Doorbell reads it.
    pub fn read(&self, ask: usize) -> ElicitParams {
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

    fn meant(&self, line: &str) -> Bytes {
        let mut line = format!("{line}\n");
        for (at, name) in self.names.iter().enumerate().rev() {
            line = line.replace(&format!("~{}", at + 1), name);
        }
        line.into()
    }

    fn written(&mut self, actions: Vec<Action>) -> Vec<String> {
        actions
            .into_iter()
            .map(|action| match action {
                Action::ToHost(line) => format!("host: {}", self.line(&line)),
                Action::ToServer(line) => format!("server: {}", self.line(&line)),
                Action::Ask { ask, params } => {
                    self.asks.push((ask, params));
                    format!("ask {}", self.asks.len())
                }
                Action::AwaitDone { ask, question } => {
                    format!("await {} {question}", self.number(ask))
                }
                Action::Withdraw(ask) => format!("withdraw {}", self.number(ask)),
                Action::Complete { elicitation } => format!("complete {elicitation}"),
                Action::Expect => "expect".to_owned(),
                Action::Tell(_) => "tell".to_owned(),
            })
            .collect()
    }

    fn number(&self, ask: AskId) -> usize {
        1 + self
            .asks
            .iter()
            .position(|(known, _)| *known == ask)
            .unwrap()
    }

    fn line(&mut self, line: &[u8]) -> String {
        let text = std::str::from_utf8(line).unwrap();
        let text = text.strip_suffix('\n').expect("a line ends");
        assert!(!text.contains('\n'), "one line: {text}");
        let mut text = text.to_owned();
        let prefix = self.interceptor.names.prefix();
        while let Some(at) = text.find(prefix) {
            let digits = text[at + prefix.len()..]
                .bytes()
                .take_while(u8::is_ascii_digit);
            let name = text[at..at + prefix.len() + digits.count()].to_owned();
            let known = self.names.iter().position(|known| *known == name);
            let number = known.unwrap_or_else(|| {
                self.names.push(name.clone());
                self.names.len() - 1
            });
            text = text.replacen(&name, &format!("~{}", number + 1), 1);
        }
        text
    }
}

pub fn accept(content: &str) -> Answer {
    let content = serde_json::from_str(content).unwrap();
    given(Verdict::Accept, Some(content), "accepted")
}

/// Consent to open a link.
pub fn consent() -> Answer {
    given(Verdict::Accept, None, "accepted")
}

pub fn decline() -> Answer {
    given(Verdict::Decline, None, "declined")
}

pub fn close() -> Answer {
    given(Verdict::Cancel, None, "dismissed")
}

pub fn hand_back() -> Answer {
    given(Verdict::Cancel, None, "handedBack")
}

pub fn not_shown() -> Answer {
    given(Verdict::Cancel, None, "notShown")
}

pub fn reject() -> Answer {
    Answer::Rejected {
        code: -32602,
        message: "params.message is missing".to_owned(),
    }
}

fn given(action: Verdict, content: Option<serde_json::Map<String, Value>>, how: &str) -> Answer {
    let outcome = OutcomeMeta {
        outcome: how.to_owned(),
        reason: None,
        question: Some("q".to_owned()),
        shown_at: None,
        answered_at: None,
    };
    Answer::Given(ElicitResult::new(action, content, outcome))
}

/// An answer of Doorbell's own: the person never saw the question.
pub fn refuse(reason: &str) -> Answer {
    let Answer::Given(mut result) = given(Verdict::Cancel, None, "refused") else {
        unreachable!("it is given");
    };
    result.meta.outcome.reason = Some(reason.to_owned());
    Answer::Given(result)
}

pub fn initialize(capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"init","method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{capabilities}}}}}"#
    )
}

/// A call of the legacy era.
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

/// A question that the server pushes.
pub fn push(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{{"message":"Who?","requestedSchema":{{"type":"object","properties":{{}}}}}}}}"#
    )
}

/// A link that the server pushes.
pub fn push_link(id: u32, elicitation: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{}}}"#,
        link(elicitation)
    )
}

/// Params of a link.
pub fn link(elicitation: &str) -> String {
    format!(
        r#"{{"mode":"url","message":"Sign in","url":"https://{elicitation}.example.com/in","elicitationId":"{elicitation}"}}"#
    )
}

/// An error -32042 with links.
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

/// `_meta` of an agent of the modern era that cannot elicit, as Doorbell makes it.
pub const MERGED: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}}"#;

/// `_meta` of the modern era.
pub fn meta(capabilities: &str) -> String {
    format!(
        r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{capabilities}}}"#
    )
}

/// A call of the modern era, by an agent that cannot elicit.
pub fn modern_call(id: u32) -> String {
    modern_call_by("{}", id)
}

pub fn modern_call_by(capabilities: &str, id: u32) -> String {
    let meta = meta(capabilities);
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"deploy",{meta}}}}}"#
    )
}

/// A result that wants answers; `rest` are further members.
pub fn input_required(id: &str, requests: &str, rest: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{requests}{rest}}}}}"#
    )
}

/// One question of such a result.
pub const FORM: &str = r#"{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{}}}}"#;
pub const LINK: &str = r#"{"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/in"}}"#;
pub const ROOTS: &str = r#"{"method":"roots/list"}"#;
