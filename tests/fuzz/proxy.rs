//! Both eras of the proxy: real conversations with some of their messages changed, and a person who
//! answers at random.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState, ElicitResult, OutcomeMeta};
use doorbell_wrap::rules::{Action, Answer, AskId, Claims, Interceptor, When};
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use crate::campaign::campaign;
use crate::chance::{Chance, changed};
use crate::corpus::{self, Side};
use crate::json::{WORDS, mutated};

/// What the proxy may say beyond what it was told, for each message: questions, progress, a repeated
/// call with its answers.
const SPARE: usize = 64 * 1024;

#[test]
fn proxy() {
    let conversations = corpus::conversations();
    let all: Vec<Value> = conversations
        .iter()
        .flatten()
        .map(|(_, message)| message.clone())
        .collect();
    let make = |chance: &mut Chance| {
        let mut lines = Vec::new();
        for (side, message) in chance.one_of(&conversations) {
            let line = match chance.below(12) {
                0 => changed(message.to_string().as_bytes(), WORDS, chance),
                1 => mutated(message, &all, chance).to_string().into_bytes(),
                2 => chance.one_of(&all).to_string().into_bytes(),
                3 => continue,
                _ => message.to_string().into_bytes(),
            };
            let line: Vec<u8> = line.into_iter().filter(|byte| *byte != b'\n').collect();
            lines.push(if *side == Side::Host { b'h' } else { b's' });
            lines.extend(line);
            lines.push(b'\n');
        }
        [chance.next().to_string().as_bytes(), b"\n", &lines].concat()
    };
    campaign("proxy", make, |bytes| {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let seed = lines.next().unwrap_or_default().trim_ascii();
        let seed = std::str::from_utf8(seed)
            .ok()
            .and_then(|seed| seed.parse().ok());
        let mut stage = Stage::new(seed.unwrap_or_default());
        for line in lines {
            if let Some((side, line)) = line.split_first() {
                stage.say(*side == b'h', line);
                stage.person_acts();
            }
        }
        stage.everybody_leaves_it();
    });
}

struct Stage {
    chance: Chance,
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

impl Stage {
    fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let when = if chance.one_in(3) {
            When::Missing
        } else {
            When::Always
        };
        let mut interceptor = Interceptor::new(when, Claims::default());
        if chance.one_in(2) {
            interceptor.on_reached();
        }
        Self {
            may_decline: chance.one_in(2),
            chance,
            interceptor,
            now: Instant::now(),
            open: BTreeSet::new(),
            opened: BTreeSet::new(),
            asked: BTreeMap::new(),
            answered: BTreeMap::new(),
            said: BTreeSet::new(),
        }
    }

    fn say(&mut self, by_host: bool, line: &[u8]) {
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
            let reached = !self.chance.one_in(5);
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
        self.see(actions, line.len());
    }

    fn see(&mut self, actions: Vec<Action>, heard: usize) {
        let mut spoken = 0;
        for action in actions {
            match action {
                Action::ToHost(line) => {
                    spoken += line.len();
                    self.hear(true, &line);
                }
                Action::ToServer(line) => {
                    spoken += line.len();
                    self.hear(false, &line);
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
                Action::Complete { .. } | Action::Expect => {}
                Action::Tell(text) => assert!(!text.contains("planted")),
            }
        }
        assert!(spoken <= 4 * heard + SPARE, "{heard} bytes became {spoken}");
    }

    /// A line reaches the agent or the server. What nobody said, the proxy did.
    fn hear(&mut self, is_host: bool, line: &[u8]) {
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
        let ask = self.chance.below(4);
        match self.chance.below(8) {
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
                self.see(actions, 0);
            }
            5 => self.interceptor.on_reached(),
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
            Answer::Given(ElicitResult::new(action, content, meta))
        };
        let answer = match self.chance.below(6) {
            0 | 1 => given(Verdict::Accept, "accepted"),
            2 if self.may_decline => given(Verdict::Decline, "declined"),
            3 => given(Verdict::Cancel, "handedBack"),
            4 => Answer::Lost,
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
        self.see(actions, 0);
        if !still_open {
            self.open.remove(&ask);
        }
    }

    fn finish(&mut self, ask: AskId) {
        self.opened.remove(&ask);
        self.open.remove(&ask);
        let state = *self.chance.one_of(&[DoneState::Done, DoneState::Cancelled]);
        let actions = self.interceptor.on_done(ask, state, self.now);
        self.see(actions, 0);
    }

    /// What is still open gets its answer; none of it may lead to another question for ever.
    fn everybody_leaves_it(&mut self) {
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
