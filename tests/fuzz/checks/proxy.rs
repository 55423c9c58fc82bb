//! Runs the proxy in both eras between an agent, a server and a person who answers at random.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState, ElicitResult, OutcomeMeta};
use doorbell_wrap::rules::{Action, Answer, AskId, Claims, InterceptPolicy, Interceptor};
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use super::choices::Choices;

/// The number of bytes that the proxy may add for each message: questions, progress, a retried call
/// with its answers.
const ALLOWED_EXTRA: usize = 64 * 1024;

/// Precedes the message in a captured line.
const MESSAGE_KEY: &[u8] = b"\"message\":";

/// `input` is a captured conversation: lines of `{"scenario":…,"from":"client","message":…}`.
pub fn check(input: &[u8]) {
    let mut lines = input.split(|byte| *byte == b'\n').peekable();
    let mut harness = Harness::new(lines.peek().unwrap_or(&input));
    for line in lines {
        harness.choices.read(line);
        let (from_host, message) = split_captured(line);
        harness.send(from_host, &[message, b"\n"].concat());
        harness.act_as_person();
    }
    harness.answer_all();
}

/// Returns whether the host sent the message, and its exact bytes, which may be invalid JSON. A
/// line in any other format is a message of the server.
fn split_captured(line: &[u8]) -> (bool, &[u8]) {
    let start = line
        .windows(MESSAGE_KEY.len())
        .position(|part| part == MESSAGE_KEY);
    let Some((head, message)) = start.map(|start| line.split_at(start)) else {
        return (false, line);
    };
    let message = &message[MESSAGE_KEY.len()..];
    let from_host = head.windows(6).any(|part| part == b"client");
    (from_host, message.strip_suffix(b"}").unwrap_or(message))
}

struct Harness {
    choices: Choices,
    interceptor: Interceptor,
    now: Instant,
    open: BTreeSet<AskId>,
    opened: BTreeSet<AskId>,
    /// How often each side has sent a request with an id. The key starts with whether the host sent
    /// it.
    requests: BTreeMap<(bool, String), usize>,
    /// How often the proxy itself has responded to these requests.
    responses: BTreeMap<(bool, String), usize>,
    sent_lines: BTreeSet<Vec<u8>>,
    may_decline: bool,
}

impl Harness {
    fn new(first_line: &[u8]) -> Self {
        let mut choices = Choices::new(first_line);
        let policy = if choices.one_in(3) {
            InterceptPolicy::Missing
        } else {
            InterceptPolicy::Always
        };
        let mut interceptor = Interceptor::new(policy, Claims::default());
        if choices.one_in(2) {
            interceptor.on_connected();
        }
        Self {
            may_decline: choices.one_in(2),
            choices,
            interceptor,
            now: Instant::now(),
            open: BTreeSet::new(),
            opened: BTreeSet::new(),
            requests: BTreeMap::new(),
            responses: BTreeMap::new(),
            sent_lines: BTreeSet::new(),
        }
    }

    fn send(&mut self, from_host: bool, line: &[u8]) {
        let message: Option<Value> = serde_json::from_slice(line).ok();
        let object = message.as_ref().and_then(Value::as_object);
        if let (Some(object), true) = (object, line.contains(&b'{'))
            && object.contains_key("method")
            && let Some(id) = object.get("id")
        {
            *self
                .requests
                .entry((from_host, id.to_string()))
                .or_default() += 1;
        }
        self.sent_lines.insert(line.to_vec());
        let bytes = Bytes::copy_from_slice(line);
        let actions = if from_host {
            let reached = !self.choices.one_in(5);
            self.interceptor
                .on_host(bytes.clone(), self.now, || reached)
        } else {
            self.interceptor.on_server(bytes.clone(), None, self.now)
        };
        let forwarded = if from_host {
            Action::ToServer(bytes)
        } else {
            Action::ToHost(bytes)
        };
        // The proxy forwards lines that are not JSON, or that have neither a method nor an id.
        let is_message = |object: &Map<String, Value>| {
            object.contains_key("method") || object.contains_key("id")
        };
        let is_json = serde_json::from_slice::<IgnoredAny>(line).is_ok();
        if !is_json || object.is_some_and(|object| !is_message(object)) {
            assert_eq!(actions, [forwarded], "the line passes byte for byte");
        }
        self.apply(actions, line.len());
    }

    fn apply(&mut self, actions: Vec<Action>, received_bytes: usize) {
        let mut sent_bytes = 0;
        for action in actions {
            match action {
                Action::ToHost(line) => {
                    sent_bytes += line.len();
                    self.deliver(true, &line);
                }
                Action::ToServer(line) => {
                    sent_bytes += line.len();
                    self.deliver(false, &line);
                }
                Action::Ask { ask, params } => {
                    assert!(serde_json::from_str::<Value>(&params).is_ok());
                    assert!(self.open.insert(ask), "a question is asked twice");
                }
                Action::AwaitDone { ask, .. } => {
                    assert!(self.open.contains(&ask) && self.opened.insert(ask));
                }
                Action::Withdraw(ask) => {
                    self.open.remove(&ask);
                    self.opened.remove(&ask);
                }
                Action::CompleteLink { .. } | Action::Preconnect => {}
                Action::Report(text) => assert!(!text.contains("planted")),
            }
        }
        assert!(
            sent_bytes <= 4 * received_bytes + ALLOWED_EXTRA,
            "{received_bytes} bytes became {sent_bytes}"
        );
    }

    /// Handles a line to the agent or the server. A line that neither side sent comes from the
    /// proxy.
    fn deliver(&mut self, to_host: bool, line: &[u8]) {
        let text = line
            .strip_suffix(b"\n")
            .expect("a line should end with a newline");
        assert!(!text.contains(&b'\n'), "one line");
        if self.sent_lines.contains(line) {
            return;
        }
        let message: Value = serde_json::from_slice(text).expect("the proxy should send JSON");
        if message.get("method").is_some() {
            return;
        }
        let id = message["id"].to_string();
        if !to_host {
            let declines = message["result"]["action"] == "decline";
            assert!(!declines || self.may_decline, "the person did not decline");
        }
        let key = (to_host, id);
        let responses = self.responses.entry(key.clone()).or_default();
        *responses += 1;
        let requests = self.requests.get(&key).copied().unwrap_or_default();
        assert!(*responses <= requests, "{key:?} was sent {requests} times");
    }

    fn act_as_person(&mut self) {
        let index = self.choices.below(4);
        match self.choices.below(8) {
            0..=2 => {
                let unanswered = self.open.difference(&self.opened);
                if let Some(ask) = unanswered.copied().nth(index) {
                    self.answer(ask);
                }
            }
            3 => {
                if let Some(ask) = self.opened.iter().copied().nth(index) {
                    self.finish(ask);
                }
            }
            4 => {
                self.now += Duration::from_secs(15);
                let actions = self.interceptor.on_tick(self.now);
                self.apply(actions, 0);
            }
            5 => self.interceptor.on_connected(),
            _ => {}
        }
    }

    fn answer(&mut self, ask: AskId) {
        let result = |action, outcome: &str| {
            let meta = OutcomeMeta {
                outcome: outcome.to_owned(),
                question: Some("q1".to_owned()),
                ..OutcomeMeta::default()
            };
            let content = json!({"name": "Ada"}).as_object().cloned();
            let content = content.filter(|_| action == Verdict::Accept);
            Answer::Result(ElicitResult::new(action, content, meta))
        };
        let answer = match self.choices.below(6) {
            0 | 1 => result(Verdict::Accept, "accepted"),
            2 if self.may_decline => result(Verdict::Decline, "declined"),
            3 => result(Verdict::Cancel, "handedBack"),
            4 => Answer::Unavailable,
            5 => Answer::Rejected {
                code: -32602,
                message: "params.message is missing".to_owned(),
            },
            _ => result(Verdict::Cancel, "dismissed"),
        };
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        let awaits_done =
            |action: &Action| matches!(action, Action::AwaitDone { ask: own, .. } if *own == ask);
        let still_open = actions.iter().any(awaits_done);
        self.apply(actions, 0);
        if !still_open {
            self.open.remove(&ask);
        }
    }

    fn finish(&mut self, ask: AskId) {
        self.opened.remove(&ask);
        self.open.remove(&ask);
        let state = [DoneState::Done, DoneState::Cancelled][self.choices.below(2)];
        let actions = self.interceptor.on_done(ask, state, self.now);
        self.apply(actions, 0);
    }

    /// Answers everything that is open. Fails if answers keep leading to new questions.
    fn answer_all(&mut self) {
        for _ in 0..1_000 {
            if let Some(ask) = self.opened.first().copied() {
                self.finish(ask);
            } else if let Some(ask) = self.open.first().copied() {
                self.answer(ask);
            } else {
                return;
            }
        }
        panic!("answers keep leading to new questions");
    }
}
