//! Both eras of the proxy, between an agent, a server and a person who answers at random.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState, ElicitResult, OutcomeMeta};
use doorbell_wrap::rules::{Action, Answer, AskId, Claims, Interceptor, InterceptPolicy};
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use super::choices::Choices;

/// What the proxy may say beyond what it was told, for each message: questions, progress, a repeated
/// call with its answers.
const SPARE: usize = 64 * 1024;

/// Where the message begins in a captured line.
const MESSAGE: &[u8] = b"\"message\":";

/// `input` is a captured conversation: lines of `{"scenario":…,"from":"client","message":…}`.
pub fn check(input: &[u8]) {
    let mut lines = input.split(|byte| *byte == b'\n').peekable();
    let mut harness = Harness::new(lines.peek().unwrap_or(&input));
    for line in lines {
        harness.choices.read(line);
        let (by_host, message) = captured(line);
        harness.send(by_host, &[message, b"\n"].concat());
        harness.person_acts();
    }
    harness.end_all();
}

/// Whether the host sent it, and what it sent, byte for byte: broken JSON is sent as it is. The
/// server sent what is not written like this.
fn captured(line: &[u8]) -> (bool, &[u8]) {
    let place = line.windows(MESSAGE.len()).position(|part| part == MESSAGE);
    let Some((head, message)) = place.map(|place| line.split_at(place)) else {
        return (false, line);
    };
    let message = &message[MESSAGE.len()..];
    let by_host = head.windows(6).any(|part| part == b"client");
    (by_host, message.strip_suffix(b"}").unwrap_or(message))
}

struct Harness {
    choices: Choices,
    interceptor: Interceptor,
    now: Instant,
    open: BTreeSet<AskId>,
    opened: BTreeSet<AskId>,
    /// How often each side has asked something under an id, and how often the proxy itself has
    /// answered that.
    asked: BTreeMap<(bool, String), usize>,
    answered: BTreeMap<(bool, String), usize>,
    said: BTreeSet<Vec<u8>>,
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
            asked: BTreeMap::new(),
            answered: BTreeMap::new(),
            said: BTreeSet::new(),
        }
    }

    fn send(&mut self, by_host: bool, line: &[u8]) {
        let message: Option<Value> = serde_json::from_slice(line).ok();
        let object = message.as_ref().and_then(Value::as_object);
        if let (Some(object), true) = (object, line.contains(&b'{'))
            && object.contains_key("method")
            && let Some(id) = object.get("id")
        {
            *self.asked.entry((by_host, id.to_string())).or_default() += 1;
        }
        self.said.insert(line.to_vec());
        let bytes = Bytes::copy_from_slice(line);
        let actions = if by_host {
            let reached = !self.choices.one_in(5);
            self.interceptor
                .on_host(bytes.clone(), self.now, || reached)
        } else {
            self.interceptor.on_server(bytes.clone(), None, self.now)
        };
        let passed = if by_host {
            Action::ToServer(bytes)
        } else {
            Action::ToHost(bytes)
        };
        // What is no JSON, or names neither a method nor a request, is nobody's duty.
        let names = |object: &Map<String, Value>| {
            object.contains_key("method") || object.contains_key("id")
        };
        let is_json = serde_json::from_slice::<IgnoredAny>(line).is_ok();
        if !is_json || object.is_some_and(|object| !names(object)) {
            assert_eq!(actions, [passed], "it passes byte for byte");
        }
        self.apply(actions, line.len());
    }

    fn apply(&mut self, actions: Vec<Action>, heard: usize) {
        let mut spoken = 0;
        for action in actions {
            match action {
                Action::ToHost(line) => {
                    spoken += line.len();
                    self.deliver(true, &line);
                }
                Action::ToServer(line) => {
                    spoken += line.len();
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
        assert!(spoken <= 4 * heard + SPARE, "{heard} bytes became {spoken}");
    }

    /// A line reaches the agent or the server. What nobody said, the proxy did.
    fn deliver(&mut self, is_host: bool, line: &[u8]) {
        let text = line.strip_suffix(b"\n").expect("a line ends");
        assert!(!text.contains(&b'\n'), "one line");
        if self.said.contains(line) {
            return;
        }
        let message: Value = serde_json::from_slice(text).expect("what the proxy says is JSON");
        if message.get("method").is_some() {
            return;
        }
        let id = message["id"].to_string();
        if !is_host {
            let declines = message["result"]["action"] == "decline";
            assert!(!declines || self.may_decline, "nobody declined");
        }
        let key = (is_host, id);
        let answered = self.answered.entry(key.clone()).or_default();
        *answered += 1;
        let asked = self.asked.get(&key).copied().unwrap_or_default();
        assert!(*answered <= asked, "{key:?} was asked {asked} times");
    }

    fn person_acts(&mut self) {
        let ask = self.choices.below(4);
        match self.choices.below(8) {
            0..=2 => {
                let waiting = self.open.difference(&self.opened);
                if let Some(ask) = waiting.copied().nth(ask) {
                    self.answer(ask);
                }
            }
            3 => {
                if let Some(ask) = self.opened.iter().copied().nth(ask) {
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
        let given = |action, outcome: &str| {
            let meta = OutcomeMeta {
                outcome: outcome.to_owned(),
                reason: None,
                question: Some("q1".to_owned()),
                shown_at: None,
                answered_at: None,
            };
            let content = json!({"name": "Ada"}).as_object().cloned();
            let content = content.filter(|_| action == Verdict::Accept);
            Answer::Result(ElicitResult::new(action, content, meta))
        };
        let answer = match self.choices.below(6) {
            0 | 1 => given(Verdict::Accept, "accepted"),
            2 if self.may_decline => given(Verdict::Decline, "declined"),
            3 => given(Verdict::Cancel, "handedBack"),
            4 => Answer::Unavailable,
            5 => Answer::Rejected {
                code: -32602,
                message: "params.message is missing".to_owned(),
            },
            _ => given(Verdict::Cancel, "dismissed"),
        };
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        let waits =
            |action: &Action| matches!(action, Action::AwaitDone { ask: own, .. } if *own == ask);
        let still_open = actions.iter().any(waits);
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

    /// What is still open gets its answer; none of it may lead to another question for ever.
    fn end_all(&mut self) {
        for _ in 0..1_000 {
            if let Some(ask) = self.opened.first().copied() {
                self.finish(ask);
            } else if let Some(ask) = self.open.first().copied() {
                self.answer(ask);
            } else {
                return;
            }
        }
        panic!("questions lead to questions");
    }
}
