//! Simulates an agent, a server and a person who act at random within the protocol, and checks what
//! they receive.

mod agent;
mod person;
mod server;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use self::agent::Agent;
use self::person::Person;
use self::server::Server;
use crate::action::Action;
use crate::interceptor::{Claims, InterceptPolicy, Interceptor};

pub struct Simulation {
    interceptor: Interceptor,
    now: Instant,
    agent: Agent,
    server: Server,
    person: Person,
}

impl Simulation {
    pub fn new(policy: InterceptPolicy, capabilities: Value, is_initialised: bool) -> Self {
        let mut simulation = Self {
            interceptor: Interceptor::new(policy, Claims::default()),
            now: Instant::now(),
            agent: Agent {
                capabilities,
                call_count: 0,
                pending: BTreeSet::new(),
                cancelled: BTreeSet::new(),
                open_questions: Vec::new(),
                seen_questions: HashSet::new(),
                marks: HashMap::new(),
                shared_rounds: Vec::new(),
                progress: HashMap::new(),
            },
            server: Server::default(),
            person: Person::default(),
        };
        if is_initialised {
            let capabilities = simulation.agent.capabilities.clone();
            simulation.call("initialize", json!({"capabilities": capabilities}));
            simulation.server_responds(0, json!({"result": {}}));
        }
        simulation
    }

    /// Runs one random action; `choice` selects its details.
    pub fn step(&mut self, kind: u8, choice: usize) {
        match kind % 20 {
            0 | 1 => {
                let number = self.agent.call_count;
                let token = json!({"progressToken": number});
                self.call(
                    "tools/call",
                    json!({"name": "x", "mark": number, "_meta": token}),
                );
            }
            2..=4 => self.call_modern("tools/call", json!({})),
            5 => self.call_modern("tasks/get", json!({"taskId": format!("t{}", choice % 3)})),
            6 => self.agent_cancels(choice),
            7 => self.agent_answers(choice),
            8 => self.agent_retries_round(choice),
            9 => self.server_responds(choice, json!({"result": {"resultType": "complete"}})),
            10 => self.server_requires_links(choice),
            11 | 12 => self.server_requires_input(choice),
            13 => self.server_elicits(choice),
            14 => self.server_cancels(choice),
            15 => self.server_notifies(choice),
            16 | 17 => self.person_answers(choice),
            18 => self.person_finishes_link(choice),
            _ => match choice % 4 {
                0 => self.doorbell_disconnects(),
                1 => self.interceptor.on_connected(),
                2 => self.person_answers_late(choice),
                _ => self.time_passes(),
            },
        }
    }

    /// Completes everything that is open, and checks that nothing is left.
    pub fn end(mut self) {
        for _ in 0..10_000 {
            if !self.person.opened_links.is_empty() {
                self.person_finishes_link(0);
            } else if !self.person.open.is_empty() {
                self.person_answers(0);
            } else if !self.agent.open_questions.is_empty() {
                self.agent_answers(0);
            } else if !self.server.pending.is_empty() {
                let answer = json!({"result": {"taskId": "t0", "status": "completed"}});
                self.server_responds(0, answer);
            } else {
                break;
            }
        }
        for task in ["t0", "t1", "t2"] {
            self.call_modern("tasks/get", json!({"taskId": task}));
            self.server_responds(
                0,
                json!({"result": {"taskId": task, "status": "completed"}}),
            );
        }
        assert!(self.agent.pending.is_empty(), "a call has no answer");
        assert!(
            self.server.open_elicitations.is_empty(),
            "a question has no answer"
        );
        assert!(self.person.open.is_empty(), "a question is left");
        assert!(self.interceptor.calls.is_empty(), "a call is left");
        assert!(self.interceptor.questions.is_empty(), "a question is left");
        assert_eq!(self.interceptor.next_tick(), None);
        assert!(self.server.declines <= self.person.declines);
    }

    fn time_passes(&mut self) {
        self.now += Duration::from_secs(15);
        let actions = self.interceptor.on_tick(self.now);
        self.apply(actions);
    }

    fn host_sends(&mut self, message: Value) {
        let line = format!("{message}\n").into();
        let actions = self.interceptor.on_host(line, self.now, || true);
        self.apply(actions);
    }

    fn server_sends(&mut self, message: Value) {
        let line = format!("{message}\n").into();
        let actions = self.interceptor.on_server(line, None, self.now);
        self.apply(actions);
    }

    fn apply(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::ToHost(line) => self
                    .agent
                    .receive(&parse(&line), &self.server.open_elicitations),
                Action::ToServer(line) => self.server.receive(&parse(&line)),
                Action::Ask { ask, params } => {
                    let params = parse(params.as_bytes());
                    let previous = self.person.open.insert(ask, params["mode"] == "url");
                    assert!(previous.is_none(), "a question is asked twice");
                }
                Action::AwaitDone { ask, .. } => {
                    assert_eq!(self.person.open.get(&ask), Some(&true), "no open link");
                    self.person.opened_links.push(ask);
                }
                Action::Withdraw(ask) => {
                    self.person.opened_links.retain(|opened| *opened != ask);
                    self.person.open.remove(&ask);
                    self.person.closed.push(ask);
                }
                Action::CompleteLink { .. } | Action::Preconnect | Action::Report(_) => {}
            }
        }
    }
}

fn parse(line: &[u8]) -> Value {
    serde_json::from_slice(line).expect("a message is JSON")
}

fn take<T>(from: &mut Vec<T>, choice: usize) -> Option<T> {
    (!from.is_empty()).then(|| from.remove(choice % from.len()))
}

fn pick<I: IntoIterator<IntoIter: ExactSizeIterator>>(from: I, choice: usize) -> Option<I::Item> {
    let mut from = from.into_iter();
    match from.len() {
        0 => None,
        many => from.nth(choice % many),
    }
}
