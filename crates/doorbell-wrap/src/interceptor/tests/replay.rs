//! Replays captured conversations with real servers. The person answers as the client did: the server
//! must receive the same, and the agent everything but the questions.

use std::collections::HashMap;
use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState, ElicitResult, OutcomeMeta};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::action::{Action, Answer, AskId};
use crate::interceptor::{Claims, InterceptPolicy, Interceptor};

const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

#[test]
fn replays_server_everything() {
    replay(include_str!("../../../tests/wire/everything.jsonl"));
}

#[test]
fn replays_typescript_servers() {
    replay(include_str!("../../../tests/wire/typescript.jsonl"));
}

#[test]
fn replays_python_servers() {
    replay(include_str!("../../../tests/wire/python.jsonl"));
}

#[derive(Deserialize)]
struct CapturedMessage {
    scenario: String,
    from: Peer,
    message: Value,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Peer {
    Client,
    Server,
}

/// Replays each scenario twice: with an agent that declares what the client did, and with one
/// without elicitation.
fn replay(file: &str) {
    let messages: Vec<CapturedMessage> = file
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for scenario in messages.chunk_by(|one, next| one.scenario == next.scenario) {
        for elicits in [true, false] {
            let mut replay = Replay::new(elicits);
            for (index, captured) in scenario.iter().enumerate() {
                match captured.from {
                    Peer::Client => replay.client_sends(&captured.message),
                    Peer::Server => {
                        let next = scenario.get(index + 1).map(|next| &next.message);
                        replay.server_sends(&captured.message, next.unwrap_or(&Value::Null));
                    }
                }
            }
            assert!(replay.rounds.is_empty(), "{}", scenario[0].scenario);
        }
    }
}

/// An interrupted call: its id, and its questions by key.
struct Round {
    call: Value,
    asks: Vec<(String, AskId)>,
}

struct Replay {
    elicits: bool,
    interceptor: Interceptor,
    now: Instant,
    /// Tool names of the agent's calls.
    calls: HashMap<String, Value>,
    /// Open elicitation requests by id.
    open_elicitations: HashMap<String, AskId>,
    rounds: Vec<Round>,
    /// Ids of resent calls: by the captured id, the id sent to the server and the agent's id.
    resent_ids: HashMap<String, (Value, Value)>,
    /// Responses that the proxy sent when the calls of a question ended.
    ended: Vec<Value>,
}

impl Replay {
    fn new(elicits: bool) -> Self {
        Self {
            elicits,
            interceptor: Interceptor::new(InterceptPolicy::Always, Claims::default()),
            now: Instant::now(),
            calls: HashMap::new(),
            open_elicitations: HashMap::new(),
            rounds: Vec::new(),
            resent_ids: HashMap::new(),
            ended: Vec::new(),
        }
    }

    /// The agent, the person or the proxy sends what the client sent.
    fn client_sends(&mut self, message: &Value) {
        let id = message["id"].to_string();
        if message.get("method").is_none() {
            if let Some(ask) = self.open_elicitations.remove(&id) {
                return self.person_answers(ask, message);
            }
            if let Some(index) = self
                .ended
                .iter()
                .position(|ended| ended["id"] == message["id"])
            {
                assert_eq!(
                    without_nulls(&self.ended.remove(index)),
                    without_nulls(message)
                );
                return;
            }
        }
        if let Some(round) = self.rounds.pop() {
            return self.round_ends(round, message);
        }
        let sent = if self.elicits {
            message.clone()
        } else {
            without_elicitation(message)
        };
        self.calls.insert(id, message["params"]["name"].clone());
        let actions = self.interceptor.on_host(line(&sent), self.now, || true);
        let mut received = received_by_server(actions).into_iter();
        let first = received.next().expect("the server hears it");
        let merged = with_elicitation(message);
        assert_eq!(parse(&first), merged);
        if merged == sent {
            assert_eq!(first, line(&sent), "byte for byte");
        }
        // A cancelled call ends its questions.
        for answer in received.map(|line| parse(&line)) {
            assert_eq!(sent["method"], "notifications/cancelled");
            assert_eq!(answer["result"], json!({"action": "cancel"}));
            self.open_elicitations.remove(&answer["id"].to_string());
            self.ended.push(answer);
        }
    }

    /// The person answers a legacy question.
    fn person_answers(&mut self, ask: AskId, message: &Value) {
        let answer = match message.get("error") {
            None => captured_answer(&message["result"]),
            Some(error) => Answer::Rejected {
                code: error["code"].as_i64().unwrap(),
                message: error["message"].as_str().unwrap().to_owned(),
            },
        };
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        match actions.as_slice() {
            [Action::ToServer(line)] => {
                assert_eq!(without_nulls(&parse(line)), without_nulls(message))
            }
            // A capable agent is asked instead and answers the same.
            [Action::ToHost(_)] => {
                assert!(self.elicits && message.get("error").is_some());
                let actions = self.interceptor.on_host(line(message), self.now, || true);
                assert_eq!(actions, [Action::ToServer(line(message))]);
            }
            other => panic!("{other:?}"),
        }
    }

    /// The person answers a round, and the proxy sends the call again as the client did.
    fn round_ends(&mut self, round: Round, message: &Value) {
        let mut actions = Vec::new();
        for (key, ask) in round.asks {
            let answer = match message["params"]["inputResponses"].get(key) {
                Some(answer) => captured_answer(answer),
                None => captured_answer(&json!({"action": "accept"})),
            };
            actions = self.interceptor.on_answer(ask, answer, self.now);
            if let [Action::AwaitDone { .. }] = actions.as_slice() {
                actions = self.interceptor.on_done(ask, DoneState::Done, self.now);
            }
        }
        let [Action::ToServer(line)] = actions.as_slice() else {
            panic!("{actions:?}");
        };
        let mut resent = parse(line);
        let server_id = resent["id"].take();
        resent["id"] = message["id"].clone();
        assert_eq!(resent, with_elicitation(message));
        let ids = (server_id, round.call);
        self.resent_ids.insert(message["id"].to_string(), ids);
    }

    /// The server sends a message; `next` is the next captured message.
    fn server_sends(&mut self, message: &Value, next: &Value) {
        let mut sent = message.clone();
        let mut received = message.clone();
        let is_answer = message.get("method").is_none();
        if is_answer
            && let Some((server_id, host_id)) = self.resent_ids.remove(&message["id"].to_string())
        {
            sent["id"] = server_id;
            received["id"] = host_id;
        }
        let actions = self.interceptor.on_server(line(&sent), None, self.now);
        let asks: Vec<_> = actions
            .iter()
            .filter_map(|action| match action {
                Action::Ask { ask, .. } => Some(*ask),
                _ => None,
            })
            .collect();
        let expected = match message["method"].as_str() {
            Some("elicitation/create") if !asks.is_empty() => {
                self.open_elicitations
                    .insert(message["id"].to_string(), asks[0]);
                None
            }
            Some("notifications/elicitation/complete") => {
                assert!(matches!(actions.as_slice(), [Action::CompleteLink { .. }]));
                None
            }
            Some("notifications/cancelled") => {
                let ask = self
                    .open_elicitations
                    .remove(&message["params"]["requestId"].to_string());
                let withdrawn = ask.map(Action::Withdraw);
                assert_eq!(actions, Vec::from_iter(withdrawn), "{message}");
                None
            }
            None if !asks.is_empty() => {
                self.interrupt(&received, asks, next);
                None
            }
            _ => Some(line(&received)),
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

    /// Questions interrupt a call. If the client did not send it again, the person declines.
    fn interrupt(&mut self, message: &Value, asks: Vec<AskId>, next: &Value) {
        let requests = &message["result"]["inputRequests"];
        let keys: Vec<String> = match requests.as_object() {
            Some(requests) => requests.keys().cloned().collect(),
            None => asks.iter().map(|_| String::new()).collect(),
        };
        let is_resent = next["params"]["name"] == self.calls[&message["id"].to_string()];
        if is_resent {
            self.rounds.push(Round {
                call: message["id"].clone(),
                asks: keys.into_iter().zip(asks).collect(),
            });
        } else {
            let declined = captured_answer(&json!({"action": "decline"}));
            let actions = self.interceptor.on_answer(asks[0], declined, self.now);
            let [Action::ToHost(line)] = actions.as_slice() else {
                panic!("{actions:?}");
            };
            assert_eq!(parse(line)["result"]["isError"], true);
        }
    }
}

/// Omits progress, which the captured client did not send.
fn received_by_server(actions: Vec<Action>) -> Vec<Bytes> {
    actions
        .into_iter()
        .filter_map(|action| match action {
            Action::ToServer(line) if !is_progress(&line) => Some(line),
            _ => None,
        })
        .collect()
}

fn captured_answer(answer: &Value) -> Answer {
    let action: Verdict = serde_json::from_value(answer["action"].clone()).unwrap();
    let outcome = OutcomeMeta {
        question: Some("q".to_owned()),
        ..OutcomeMeta::default()
    };
    let content = answer["content"].as_object().cloned();
    Answer::Result(ElicitResult::new(action, content, outcome))
}

/// The captured client once sent `content: null`.
fn without_nulls(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(result) = answer["result"].as_object_mut() {
        result.retain(|_, value| !value.is_null());
    }
    answer
}

/// The message of a client that declares both modes.
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

/// The message of a client that declares neither.
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
