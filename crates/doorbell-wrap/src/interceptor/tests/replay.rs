//! Conversations with real servers, replayed through the proxy: with the person answering as the
//! client did, the server hears what it heard, and the agent all that is not a question.

use std::collections::HashMap;
use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState, ElicitResult, OutcomeMeta};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::action::{Action, Answer, AskId};
use crate::interceptor::{Claims, Interceptor, When};

const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

#[test]
fn server_everything() {
    replay(include_str!("../../../tests/wire/everything.jsonl"));
}

#[test]
fn typescript_servers() {
    replay(include_str!("../../../tests/wire/typescript.jsonl"));
}

#[test]
fn python_servers() {
    replay(include_str!("../../../tests/wire/python.jsonl"));
}

#[derive(Deserialize)]
struct Said {
    scenario: String,
    from: From,
    message: Value,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum From {
    Client,
    Server,
}

/// Replays every scenario, once with an agent that declares what the client did and once with one
/// that cannot elicit.
fn replay(file: &str) {
    let said: Vec<Said> = file
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for scenario in said.chunk_by(|one, next| one.scenario == next.scenario) {
        for elicits in [true, false] {
            let mut replay = Replay::new(elicits);
            for (at, said) in scenario.iter().enumerate() {
                match said.from {
                    From::Client => replay.client(&said.message),
                    From::Server => {
                        let next = scenario.get(at + 1).map(|next| &next.message);
                        replay.server(&said.message, next.unwrap_or(&Value::Null));
                    }
                }
            }
            assert!(replay.rounds.is_empty(), "{}", scenario[0].scenario);
        }
    }
}

/// A call that is interrupted: its name, and its questions by their keys.
struct Round {
    call: Value,
    asks: Vec<(String, AskId)>,
}

struct Replay {
    elicits: bool,
    interceptor: Interceptor,
    now: Instant,
    /// What the agent's calls call.
    calls: HashMap<String, Value>,
    /// Questions that the server pushed, by its names.
    pushed: HashMap<String, AskId>,
    rounds: Vec<Round>,
    /// The names of calls that were sent again: in the conversation, to the server, to the agent.
    renamed: HashMap<String, (Value, Value)>,
    /// Pushed questions that ended with their calls.
    ended: Vec<Value>,
}

impl Replay {
    fn new(elicits: bool) -> Self {
        Self {
            elicits,
            interceptor: Interceptor::new(When::Always, Claims::default()),
            now: Instant::now(),
            calls: HashMap::new(),
            pushed: HashMap::new(),
            rounds: Vec::new(),
            renamed: HashMap::new(),
            ended: Vec::new(),
        }
    }

    /// The client says something: the agent does, or the person, or the proxy.
    fn client(&mut self, message: &Value) {
        let id = message["id"].to_string();
        if message.get("method").is_none() {
            if let Some(ask) = self.pushed.remove(&id) {
                return self.person_answers(ask, message);
            }
            if let Some(at) = self
                .ended
                .iter()
                .position(|ended| ended["id"] == message["id"])
            {
                assert_eq!(same(&self.ended.remove(at)), same(message));
                return;
            }
        }
        if let Some(round) = self.rounds.pop() {
            return self.round_ends(round, message);
        }
        let said = if self.elicits {
            message.clone()
        } else {
            without_elicitation(message)
        };
        self.calls.insert(id, message["params"]["name"].clone());
        let actions = self.interceptor.on_host(line(&said), self.now, || true);
        let mut heard = heard_by_server(actions).into_iter();
        let first = heard.next().expect("the server hears it");
        let told = with_elicitation(message);
        assert_eq!(parse(&first), told);
        if told == said {
            assert_eq!(first, line(&said), "byte for byte");
        }
        // A call that is given up ends its questions.
        for answer in heard.map(|line| parse(&line)) {
            assert_eq!(said["method"], "notifications/cancelled");
            assert_eq!(answer["result"], json!({"action": "cancel"}));
            self.pushed.remove(&answer["id"].to_string());
            self.ended.push(answer);
        }
    }

    /// The person answers a question that the server pushed.
    fn person_answers(&mut self, ask: AskId, message: &Value) {
        let answer = match message.get("error") {
            None => given(&message["result"]),
            Some(error) => Answer::Rejected {
                code: error["code"].as_i64().unwrap(),
                message: error["message"].as_str().unwrap().to_owned(),
            },
        };
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        match actions.as_slice() {
            [Action::ToServer(line)] => assert_eq!(same(&parse(line)), same(message)),
            // An agent that can elicit is asked instead, and answers the same.
            [Action::ToHost(_)] => {
                assert!(self.elicits && message.get("error").is_some());
                let actions = self.interceptor.on_host(line(message), self.now, || true);
                assert_eq!(actions, [Action::ToServer(line(message))]);
            }
            other => panic!("{other:?}"),
        }
    }

    /// The person answers what interrupted a call, and the proxy sends it again as the client did.
    fn round_ends(&mut self, round: Round, message: &Value) {
        let mut actions = Vec::new();
        for (key, ask) in round.asks {
            let answer = match message["params"]["inputResponses"].get(key) {
                Some(answer) => given(answer),
                None => given(&json!({"action": "accept"})),
            };
            actions = self.interceptor.on_answer(ask, answer, self.now);
            if let [Action::AwaitDone { .. }] = actions.as_slice() {
                actions = self.interceptor.on_done(ask, DoneState::Done, self.now);
            }
        }
        let [Action::ToServer(line)] = actions.as_slice() else {
            panic!("{actions:?}");
        };
        let mut again = parse(line);
        let name = again["id"].take();
        again["id"] = message["id"].clone();
        assert_eq!(again, with_elicitation(message));
        let renamed = (name, round.call);
        self.renamed.insert(message["id"].to_string(), renamed);
    }

    /// The server says something; `next` is what comes next in the conversation.
    fn server(&mut self, message: &Value, next: &Value) {
        let mut said = message.clone();
        let mut heard = message.clone();
        let is_answer = message.get("method").is_none();
        if is_answer && let Some((name, call)) = self.renamed.remove(&message["id"].to_string()) {
            said["id"] = name;
            heard["id"] = call;
        }
        let actions = self.interceptor.on_server(line(&said), None, self.now);
        let asks: Vec<_> = actions
            .iter()
            .filter_map(|action| match action {
                Action::Ask { ask, .. } => Some(*ask),
                _ => None,
            })
            .collect();
        let expected = match message["method"].as_str() {
            Some("elicitation/create") if !asks.is_empty() => {
                self.pushed.insert(message["id"].to_string(), asks[0]);
                None
            }
            Some("notifications/elicitation/complete") => {
                assert!(matches!(actions.as_slice(), [Action::Complete { .. }]));
                None
            }
            Some("notifications/cancelled") => {
                let asked = self
                    .pushed
                    .remove(&message["params"]["requestId"].to_string());
                let withdrawn = asked.map(Action::Withdraw);
                assert_eq!(actions, Vec::from_iter(withdrawn), "{message}");
                None
            }
            None if !asks.is_empty() => {
                self.interrupted(&heard, asks, next);
                None
            }
            _ => Some(line(&heard)),
        };
        let to_host: Vec<_> = actions
            .into_iter()
            .filter_map(|action| match action {
                Action::ToHost(line) if !is_progress(&line) => Some(line),
                _ => None,
            })
            .collect();
        assert_eq!(to_host, Vec::from_iter(expected), "{message}");
    }

    /// A call is interrupted by questions. A client that does not send it again has declined.
    fn interrupted(&mut self, message: &Value, asks: Vec<AskId>, next: &Value) {
        let requests = &message["result"]["inputRequests"];
        let keys: Vec<String> = match requests.as_object() {
            Some(requests) => requests.keys().cloned().collect(),
            None => asks.iter().map(|_| String::new()).collect(),
        };
        let is_repeated = next["params"]["name"] == self.calls[&message["id"].to_string()];
        if is_repeated {
            self.rounds.push(Round {
                call: message["id"].clone(),
                asks: keys.into_iter().zip(asks).collect(),
            });
        } else {
            let declined = given(&json!({"action": "decline"}));
            let actions = self.interceptor.on_answer(asks[0], declined, self.now);
            let [Action::ToHost(line)] = actions.as_slice() else {
                panic!("{actions:?}");
            };
            assert_eq!(parse(line)["result"]["isError"], true);
        }
    }
}

/// What the server hears, but for progress, which the client did not report.
fn heard_by_server(actions: Vec<Action>) -> Vec<Bytes> {
    actions
        .into_iter()
        .filter_map(|action| match action {
            Action::ToServer(line) if !is_progress(&line) => Some(line),
            _ => None,
        })
        .collect()
}

fn given(answer: &Value) -> Answer {
    let action: Verdict = serde_json::from_value(answer["action"].clone()).unwrap();
    let outcome = OutcomeMeta {
        outcome: String::new(),
        reason: None,
        question: Some("q".to_owned()),
        shown_at: None,
        answered_at: None,
    };
    let content = answer["content"].as_object().cloned();
    Answer::Given(ElicitResult::new(action, content, outcome))
}

/// An answer without what means nothing: the client once sent `content: null`.
fn same(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(result) = answer["result"].as_object_mut() {
        result.retain(|_, value| !value.is_null());
    }
    answer
}

/// What a client says, had it declared both modes.
fn with_elicitation(message: &Value) -> Value {
    let mut message = message.clone();
    if let Some(capabilities) = capabilities(&mut message) {
        let elicitation = &mut capabilities["elicitation"];
        if elicitation.is_null() {
            *elicitation = json!({});
        }
        for mode in ["form", "url"] {
            if elicitation.get(mode).is_none() {
                elicitation[mode] = json!({});
            }
        }
    }
    message
}

/// What a client says, had it declared neither.
fn without_elicitation(message: &Value) -> Value {
    let mut message = message.clone();
    if let Some(Value::Object(capabilities)) = capabilities(&mut message) {
        capabilities.shift_remove("elicitation");
    }
    message
}

fn capabilities(message: &mut Value) -> Option<&mut Value> {
    match message["method"].as_str() {
        Some("initialize") => message["params"].get_mut("capabilities"),
        Some(_) => message
            .get_mut("params")?
            .get_mut("_meta")?
            .get_mut(CAPABILITIES),
        None => None,
    }
}

fn is_progress(line: &Bytes) -> bool {
    parse(line)["method"] == "notifications/progress"
}

fn line(message: &Value) -> Bytes {
    format!("{message}\n").into()
}

fn parse(line: &Bytes) -> Value {
    serde_json::from_slice(line).unwrap()
}
