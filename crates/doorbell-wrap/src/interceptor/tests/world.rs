//! An agent, a server and a person who do anything that is allowed, in any order, and who notice
//! what is not.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

use doorbell_protocol::DoneState;
use serde_json::{Value, json};

use super::play::{accept, close, consent, decline, hand_back, refuse, reject};
use crate::action::{Action, Answer, AskId};
use crate::interceptor::{Claims, Interceptor, When};

pub struct World {
    interceptor: Interceptor,
    now: Instant,
    agent: Agent,
    server: Server,
    person: Person,
}

struct Agent {
    capabilities: Value,
    calls: u64,
    waiting: BTreeSet<u64>,
    given_up: BTreeSet<u64>,
    /// Questions of the server's that it has not answered.
    asked: Vec<Value>,
    /// All that reached it.
    reached: HashSet<String>,
    /// What tells a call from others, also when it is sent again under another name.
    marks: HashMap<u64, Value>,
    /// What it was told of its own part in a round: the call's mark, and the result.
    shared: Vec<(Value, Value)>,
    progress: HashMap<u64, f64>,
}

#[derive(Default)]
struct Server {
    seen: HashSet<String>,
    /// Requests that it has not answered.
    waiting: Vec<Value>,
    pushes: u64,
    /// Its own questions without an answer.
    pushed: BTreeSet<u64>,
    links: Vec<String>,
    states: u64,
    /// Which call a state belongs to, and what was asked with it.
    rounds: HashMap<String, (Value, BTreeSet<String>)>,
    declines: usize,
}

#[derive(Default)]
struct Person {
    /// Open questions, and whether they are links.
    open: BTreeMap<AskId, bool>,
    opened: Vec<AskId>,
    late: Vec<AskId>,
    declines: usize,
}

impl World {
    pub fn new(when: When, capabilities: Value, is_initialised: bool) -> Self {
        let mut world = Self {
            interceptor: Interceptor::new(when, Claims::default()),
            now: Instant::now(),
            agent: Agent {
                capabilities,
                calls: 0,
                waiting: BTreeSet::new(),
                given_up: BTreeSet::new(),
                asked: Vec::new(),
                reached: HashSet::new(),
                marks: HashMap::new(),
                shared: Vec::new(),
                progress: HashMap::new(),
            },
            server: Server::default(),
            person: Person::default(),
        };
        if is_initialised {
            let capabilities = world.agent.capabilities.clone();
            world.call("initialize", json!({"capabilities": capabilities}));
            world.server_answers(0, json!({"result": {}}));
        }
        world
    }

    /// Somebody does something.
    pub fn turn(&mut self, what: u8, which: usize) {
        match what % 20 {
            0 | 1 => {
                let number = self.agent.calls;
                let token = json!({"progressToken": number});
                self.call(
                    "tools/call",
                    json!({"name": "x", "mark": number, "_meta": token}),
                );
            }
            2..=4 => self.call_modern("tools/call", json!({})),
            5 => self.call_modern("tasks/get", json!({"taskId": format!("t{}", which % 3)})),
            6 => self.agent_gives_up(which),
            7 => self.agent_answers(which),
            8 => self.agent_goes_on(which),
            9 => self.server_answers(which, json!({"result": {"resultType": "complete"}})),
            10 => self.server_wants_links(which),
            11 | 12 => self.server_wants_more(which),
            13 => self.server_pushes(which),
            14 => self.server_gives_up(which),
            15 => self.server_tells(which),
            16 | 17 => self.person_answers(which),
            18 => self.person_finishes(which),
            _ => match which % 4 {
                0 => self.doorbell_is_lost(),
                1 => self.interceptor.on_reached(),
                2 => self.person_is_late(which),
                _ => self.time_passes(),
            },
        }
    }

    /// Everybody does their part, until nothing is left to do.
    pub fn end(mut self) {
        for _ in 0..10_000 {
            if !self.person.opened.is_empty() {
                self.person_finishes(0);
            } else if !self.person.open.is_empty() {
                self.person_answers(0);
            } else if !self.agent.asked.is_empty() {
                self.agent_answers(0);
            } else if !self.server.waiting.is_empty() {
                let answer = json!({"result": {"taskId": "t0", "status": "completed"}});
                self.server_answers(0, answer);
            } else {
                break;
            }
        }
        for task in ["t0", "t1", "t2"] {
            self.call_modern("tasks/get", json!({"taskId": task}));
            self.server_answers(
                0,
                json!({"result": {"taskId": task, "status": "completed"}}),
            );
        }
        assert!(self.agent.waiting.is_empty(), "a call has no answer");
        assert!(self.server.pushed.is_empty(), "a question has no answer");
        assert!(self.person.open.is_empty(), "a question is left");
        assert!(self.interceptor.calls.is_empty(), "a call is left");
        assert!(self.interceptor.questions.is_empty(), "a question is left");
        assert_eq!(self.interceptor.next_tick(), None);
        assert!(self.server.declines <= self.person.declines);
    }

    fn call(&mut self, method: &str, params: Value) {
        let id = self.agent.calls;
        self.agent.calls += 1;
        self.agent.waiting.insert(id);
        self.agent.marks.insert(id, params["mark"].clone());
        self.say(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    fn call_modern(&mut self, method: &str, mut params: Value) {
        let number = self.agent.calls;
        if params.get("mark").is_none() {
            params["mark"] = number.into();
        }
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": self.agent.capabilities,
            "progressToken": number,
        });
        self.call(method, params);
    }

    fn agent_gives_up(&mut self, which: usize) {
        let Some(id) = pick(&self.agent.waiting, which).copied() else {
            return;
        };
        self.agent.waiting.remove(&id);
        self.agent.given_up.insert(id);
        self.say(json!({"method": "notifications/cancelled", "params": {"requestId": id}}));
    }

    fn agent_answers(&mut self, which: usize) {
        if let Some(id) = take(&mut self.agent.asked, which) {
            self.say(json!({"id": id, "result": {"action": "accept", "content": {}}}));
        }
    }

    /// Sends a call again with its own part of a round.
    fn agent_goes_on(&mut self, which: usize) {
        let Some((mark, result)) = take(&mut self.agent.shared, which) else {
            return;
        };
        let mut params = json!({"mark": mark});
        if let Some(requests) = result["inputRequests"].as_object() {
            let answers = requests
                .keys()
                .map(|key| (key.clone(), json!({"roots": []})));
            params["inputResponses"] = Value::Object(answers.collect());
        }
        if let Some(state) = result.get("requestState") {
            params["requestState"] = state.clone();
        }
        self.call_modern("tools/call", params);
    }

    fn server_answers(&mut self, which: usize, mut answer: Value) {
        if let Some(request) = take(&mut self.server.waiting, which) {
            answer["id"] = request["id"].clone();
            self.reply(answer);
        }
    }

    /// Has links opened for a call of the legacy era.
    fn server_wants_links(&mut self, which: usize) {
        let mut waiting = self.server.waiting.iter();
        let Some(at) = waiting.position(|request| !is_modern(request)) else {
            return;
        };
        let links: Vec<_> = (0..which % 3 + 1).map(|_| self.new_link()).collect();
        let error = json!({"code": -32042, "message": "x", "data": {"elicitations": links}});
        self.server_answers(at, json!({"error": error}));
    }

    /// Interrupts a call of the modern era, or has a task ask.
    fn server_wants_more(&mut self, which: usize) {
        let Some(at) = self.server.waiting.iter().position(is_modern) else {
            return;
        };
        let request = self.server.waiting[at].clone();
        let kinds = ["form", "url", "roots"];
        let requests: serde_json::Map<_, _> = (0..which % 4)
            .map(|key| (format!("k{key}"), wish(kinds[(which / 4 + key) % 3])))
            .collect();
        let keys = requests.keys().cloned().collect();
        if request["method"] == "tasks/get" {
            let task = &request["params"]["taskId"];
            let state =
                json!({"taskId": task, "status": "input_required", "inputRequests": requests});
            return self.server_answers(at, json!({"result": state}));
        }
        let mut result = json!({"resultType": "input_required", "inputRequests": requests});
        self.server.states += 1;
        let state = format!("state é {}", self.server.states);
        result["requestState"] = state.clone().into();
        let round = (request["params"]["mark"].clone(), keys);
        self.server.rounds.insert(state, round);
        self.server_answers(at, json!({"result": result}));
    }

    fn server_pushes(&mut self, which: usize) {
        let id = self.server.pushes;
        self.server.pushes += 1;
        self.server.pushed.insert(id);
        let mut params = match which % 2 {
            0 => json!({"message": "x", "requestedSchema": {}}),
            _ => self.new_link(),
        };
        params["_meta"] = json!({"progressToken": id});
        self.reply(json!({"id": id, "method": "elicitation/create", "params": params}));
    }

    /// Gives a question up that is open, or that was answered in the same moment.
    fn server_gives_up(&mut self, which: usize) {
        let asked = 0..self.server.pushes as usize;
        if let Some(id) = pick(asked, which).map(|id| id as u64) {
            self.server.pushed.remove(&id);
            self.reply(json!({"method": "notifications/cancelled", "params": {"requestId": id}}));
        }
    }

    fn server_tells(&mut self, which: usize) {
        if which.is_multiple_of(2) {
            if let Some(link) = take(&mut self.server.links, which) {
                let params = json!({"elicitationId": link});
                self.reply(
                    json!({"method": "notifications/elicitation/complete", "params": params}),
                );
            }
        } else if let Some(token) = pick(&self.agent.waiting, which).copied() {
            let progress = self.agent.progress.get(&token).copied().unwrap_or_default();
            let params = json!({"progressToken": token, "progress": progress.floor() + 1.0});
            self.reply(json!({"method": "notifications/progress", "params": params}));
        }
    }

    fn new_link(&mut self) -> Value {
        let name = format!("e{}", self.server.links.len());
        self.server.links.push(name.clone());
        json!({"mode": "url", "message": "x", "url": "https://example.com", "elicitationId": name})
    }

    fn person_answers(&mut self, which: usize) {
        let Some((&ask, &is_link)) = pick(&self.person.open, which) else {
            return;
        };
        let answer = match (which / 7 % 7, is_link) {
            (0 | 1, true) => consent(),
            (0 | 1, false) => accept("{}"),
            (2, _) => decline(),
            (3, _) => close(),
            (4, _) => refuse("Too many."),
            (5, _) => reject(),
            _ => hand_back(),
        };
        // Nobody is offered to hand back what the agent cannot take.
        let answer = match answer {
            answer if answer != hand_back() || self.agent_elicits() => answer,
            _ => close(),
        };
        self.person.declines += usize::from(answer == decline());
        if answer != consent() {
            self.person.open.remove(&ask);
            self.person.late.push(ask);
        }
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        self.see(actions);
        if !self.person.opened.contains(&ask) {
            self.person.open.remove(&ask);
        }
    }

    fn agent_elicits(&self) -> bool {
        self.agent.capabilities["elicitation"]["url"].is_object()
    }

    fn person_finishes(&mut self, which: usize) {
        let Some(ask) = take(&mut self.person.opened, which) else {
            return;
        };
        self.person.open.remove(&ask);
        let states = [DoneState::Done, DoneState::Done, DoneState::Expired];
        let actions = self.interceptor.on_done(ask, states[which % 3], self.now);
        self.see(actions);
    }

    fn person_is_late(&mut self, which: usize) {
        if let Some(ask) = take(&mut self.person.late, which) {
            assert!(
                self.interceptor
                    .on_answer(ask, decline(), self.now)
                    .is_empty()
            );
        }
    }

    fn doorbell_is_lost(&mut self) {
        for (ask, _) in std::mem::take(&mut self.person.open) {
            self.person.opened.retain(|opened| *opened != ask);
            let actions = self.interceptor.on_answer(ask, Answer::Lost, self.now);
            self.see(actions);
        }
    }

    fn time_passes(&mut self) {
        self.now += Duration::from_secs(15);
        let actions = self.interceptor.on_tick(self.now);
        self.see(actions);
    }

    fn say(&mut self, message: Value) {
        let line = format!("{message}\n").into();
        let actions = self.interceptor.on_host(line, self.now, || true);
        self.see(actions);
    }

    fn reply(&mut self, message: Value) {
        let line = format!("{message}\n").into();
        let actions = self.interceptor.on_server(line, None, self.now);
        self.see(actions);
    }

    fn see(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::ToHost(line) => self.agent.hear(&parse(&line), &self.server.pushed),
                Action::ToServer(line) => self.server.hear(&parse(&line)),
                Action::Ask { ask, params } => {
                    let params = parse(params.as_bytes());
                    let is_new = self.person.open.insert(ask, params["mode"] == "url");
                    assert!(is_new.is_none(), "a question is asked twice");
                }
                Action::AwaitDone { ask, .. } => {
                    assert_eq!(self.person.open.get(&ask), Some(&true), "no open link");
                    self.person.opened.push(ask);
                }
                Action::Withdraw(ask) => {
                    self.person.opened.retain(|opened| *opened != ask);
                    self.person.open.remove(&ask);
                    self.person.late.push(ask);
                }
                Action::Complete { .. } | Action::Expect | Action::Tell(_) => {}
            }
        }
    }
}

impl Agent {
    fn hear(&mut self, message: &Value, pushed: &BTreeSet<u64>) {
        let params = &message["params"];
        match (message.get("id"), message["method"].as_str()) {
            (Some(id), Some(_)) => {
                assert!(pushed.contains(&id.as_u64().unwrap()), "nobody asks this");
                assert!(self.reached.insert(id.to_string()), "it is asked twice");
                self.asked.push(id.clone());
            }
            (None, Some("notifications/cancelled")) => {
                let id = &params["requestId"];
                assert!(
                    self.reached.contains(&id.to_string()),
                    "it knows no such question"
                );
                self.asked.retain(|asked| asked != id);
            }
            (None, Some("notifications/progress")) => {
                let token = params["progressToken"].as_u64().unwrap();
                let progress = params["progress"].as_f64().unwrap();
                if self.waiting.contains(&token) {
                    let last = self.progress.insert(token, progress);
                    assert!(last.is_none_or(|last| last < progress), "progress falls");
                }
            }
            (Some(id), None) => {
                let id = id.as_u64().expect("it has no such call");
                assert!(
                    self.waiting.remove(&id) || self.given_up.remove(&id),
                    "it did not ask, or is told twice"
                );
                let result = &message["result"];
                if result["resultType"] == "input_required" {
                    self.shared.push((self.marks[&id].clone(), result.clone()));
                }
            }
            (None, _) => {}
        }
    }
}

impl Server {
    fn hear(&mut self, message: &Value) {
        match (message.get("id"), message["method"].as_str()) {
            (Some(id), Some(method)) => {
                assert!(self.seen.insert(id.to_string()), "a name is used twice");
                self.check_round(&message["params"]);
                self.declines += declines(&message["params"]["inputResponses"]);
                if method != "tasks/update" {
                    self.waiting.push(message.clone());
                }
            }
            (Some(id), None) => {
                assert!(
                    self.pushed.remove(&id.as_u64().unwrap()),
                    "it did not ask, or is answered twice"
                );
                self.declines += usize::from(message["result"]["action"] == "decline");
            }
            (None, Some("notifications/cancelled")) => {
                let id = message["params"]["requestId"].to_string();
                assert!(self.seen.contains(&id), "it has no such call");
            }
            (None, _) => {}
        }
    }

    /// A state comes back with its own call, with all the answers, and with no others.
    fn check_round(&self, params: &Value) {
        if let Some(state) = params["requestState"].as_str() {
            let (mark, keys) = self.rounds.get(state).expect("it has no such state");
            assert_eq!(params["mark"], *mark, "a state of another call");
            let answers = params["inputResponses"].as_object();
            let answered: BTreeSet<_> = answers
                .into_iter()
                .flat_map(|answers| answers.keys().cloned())
                .collect();
            assert_eq!(answered, *keys, "not what was asked");
        }
    }
}

fn is_modern(request: &Value) -> bool {
    !request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].is_null()
}

fn declines(answers: &Value) -> usize {
    let answers = answers.as_object().into_iter().flat_map(|all| all.values());
    answers.filter(|one| one["action"] == "decline").count()
}

fn wish(kind: &str) -> Value {
    match kind {
        "roots" => json!({"method": "roots/list"}),
        "url" => json!({"method": "elicitation/create",
            "params": {"mode": "url", "message": "x", "url": "https://example.com"}}),
        _ => json!({"method": "elicitation/create",
            "params": {"message": "x", "requestedSchema": {}}}),
    }
}

fn parse(line: &[u8]) -> Value {
    serde_json::from_slice(line).expect("a message is JSON")
}

fn take<T>(from: &mut Vec<T>, which: usize) -> Option<T> {
    (!from.is_empty()).then(|| from.remove(which % from.len()))
}

fn pick<I: IntoIterator<IntoIter: ExactSizeIterator>>(from: I, which: usize) -> Option<I::Item> {
    let mut from = from.into_iter();
    match from.len() {
        0 => None,
        many => from.nth(which % many),
    }
}
