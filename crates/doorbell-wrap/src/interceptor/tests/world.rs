//! An agent, a server and a person who do anything that is allowed, in any order, and who notice
//! what is not.

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
use crate::interceptor::{Claims, Interceptor, When};

pub struct World {
    interceptor: Interceptor,
    now: Instant,
    agent: Agent,
    server: Server,
    person: Person,
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
