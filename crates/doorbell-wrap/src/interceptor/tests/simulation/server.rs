//! The server: responds, asks in every possible way, and cancels.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

use super::{Simulation, pick, take};

#[derive(Default)]
pub(super) struct Server {
    pub(super) seen_ids: HashSet<String>,
    pub(super) pending: Vec<Value>,
    pub(super) elicitation_count: u64,
    /// Its elicitation requests without a response.
    pub(super) open_elicitations: BTreeSet<u64>,
    pub(super) links: Vec<String>,
    pub(super) state_count: u64,
    /// The call's mark and the keys, by `requestState`.
    pub(super) rounds: HashMap<String, (Value, BTreeSet<String>)>,
    pub(super) declines: usize,
}

impl Simulation {
    pub(super) fn server_responds(&mut self, choice: usize, mut answer: Value) {
        if let Some(request) = take(&mut self.server.pending, choice) {
            answer["id"] = request["id"].clone();
            self.server_sends(answer);
        }
    }

    /// Answers a legacy call with error -32042.
    pub(super) fn server_requires_links(&mut self, choice: usize) {
        let mut pending = self.server.pending.iter();
        let Some(at) = pending.position(|request| !is_modern(request)) else {
            return;
        };
        let links: Vec<_> = (0..choice % 3 + 1).map(|_| self.new_link()).collect();
        let error = json!({"code": -32042, "message": "x", "data": {"elicitations": links}});
        self.server_responds(at, json!({"error": error}));
    }

    /// Answers a modern call with `input_required`, or a poll with a task's questions.
    pub(super) fn server_requires_input(&mut self, choice: usize) {
        let Some(at) = self.server.pending.iter().position(is_modern) else {
            return;
        };
        let request = self.server.pending[at].clone();
        let kinds = ["form", "url", "roots"];
        let requests: serde_json::Map<_, _> = (0..choice % 4)
            .map(|key| {
                (
                    format!("k{key}"),
                    input_request(kinds[(choice / 4 + key) % 3]),
                )
            })
            .collect();
        let keys = requests.keys().cloned().collect();
        if request["method"] == "tasks/get" {
            let task = &request["params"]["taskId"];
            let state =
                json!({"taskId": task, "status": "input_required", "inputRequests": requests});
            return self.server_responds(at, json!({"result": state}));
        }
        let mut result = json!({"resultType": "input_required", "inputRequests": requests});
        self.server.state_count += 1;
        let state = format!("state é {}", self.server.state_count);
        result["requestState"] = state.clone().into();
        let round = (request["params"]["mark"].clone(), keys);
        self.server.rounds.insert(state, round);
        self.server_responds(at, json!({"result": result}));
    }

    pub(super) fn server_elicits(&mut self, choice: usize) {
        let id = self.server.elicitation_count;
        self.server.elicitation_count += 1;
        self.server.open_elicitations.insert(id);
        let mut params = match choice % 2 {
            0 => json!({"message": "x", "requestedSchema": {}}),
            _ => self.new_link(),
        };
        params["_meta"] = json!({"progressToken": id});
        self.server_sends(json!({"id": id, "method": "elicitation/create", "params": params}));
    }

    /// Cancels a question that is open or just answered.
    pub(super) fn server_cancels(&mut self, choice: usize) {
        let ids = 0..self.server.elicitation_count as usize;
        if let Some(id) = pick(ids, choice).map(|id| id as u64) {
            self.server.open_elicitations.remove(&id);
            self.server_sends(
                json!({"method": "notifications/cancelled", "params": {"requestId": id}}),
            );
        }
    }

    pub(super) fn server_notifies(&mut self, choice: usize) {
        if choice.is_multiple_of(2) {
            if let Some(link) = take(&mut self.server.links, choice) {
                let params = json!({"elicitationId": link});
                self.server_sends(
                    json!({"method": "notifications/elicitation/complete", "params": params}),
                );
            }
        } else if let Some(token) = pick(&self.agent.pending, choice).copied() {
            let progress = self.agent.progress.get(&token).copied().unwrap_or_default();
            let params = json!({"progressToken": token, "progress": progress.floor() + 1.0});
            self.server_sends(json!({"method": "notifications/progress", "params": params}));
        }
    }

    fn new_link(&mut self) -> Value {
        let name = format!("e{}", self.server.links.len());
        self.server.links.push(name.clone());
        json!({"mode": "url", "message": "x", "url": "https://example.com", "elicitationId": name})
    }
}

impl Server {
    pub(super) fn receive(&mut self, message: &Value) {
        match (message.get("id"), message["method"].as_str()) {
            (Some(id), Some(method)) => {
                assert!(self.seen_ids.insert(id.to_string()), "a name is used twice");
                self.check_round(&message["params"]);
                self.declines += declines(&message["params"]["inputResponses"]);
                if method != "tasks/update" {
                    self.pending.push(message.clone());
                }
            }
            (Some(id), None) => {
                assert!(
                    self.open_elicitations.remove(&id.as_u64().unwrap()),
                    "it did not ask, or is answered twice"
                );
                self.declines += usize::from(message["result"]["action"] == "decline");
            }
            (None, Some("notifications/cancelled")) => {
                let id = message["params"]["requestId"].to_string();
                assert!(self.seen_ids.contains(&id), "it has no such call");
            }
            (None, _) => {}
        }
    }

    /// A state must come back with its own call and exactly the requested answers.
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

fn input_request(kind: &str) -> Value {
    match kind {
        "roots" => json!({"method": "roots/list"}),
        "url" => json!({"method": "elicitation/create",
            "params": {"mode": "url", "message": "x", "url": "https://example.com"}}),
        _ => json!({"method": "elicitation/create",
            "params": {"message": "x", "requestedSchema": {}}}),
    }
}
