//! The server: answers, asks in every way there is, and gives up.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

use super::{World, pick, take};

#[derive(Default)]
pub(super) struct Server {
    pub(super) seen: HashSet<String>,
    /// Requests that it has not answered.
    pub(super) waiting: Vec<Value>,
    pub(super) pushes: u64,
    /// Its own questions without an answer.
    pub(super) pushed: BTreeSet<u64>,
    pub(super) links: Vec<String>,
    pub(super) states: u64,
    /// Which call a state belongs to, and what was asked with it.
    pub(super) rounds: HashMap<String, (Value, BTreeSet<String>)>,
    pub(super) declines: usize,
}

impl World {
    pub(super) fn server_answers(&mut self, which: usize, mut answer: Value) {
        if let Some(request) = take(&mut self.server.waiting, which) {
            answer["id"] = request["id"].clone();
            self.reply(answer);
        }
    }

    /// Has links opened for a call of the legacy era.
    pub(super) fn server_wants_links(&mut self, which: usize) {
        let mut waiting = self.server.waiting.iter();
        let Some(at) = waiting.position(|request| !is_modern(request)) else {
            return;
        };
        let links: Vec<_> = (0..which % 3 + 1).map(|_| self.new_link()).collect();
        let error = json!({"code": -32042, "message": "x", "data": {"elicitations": links}});
        self.server_answers(at, json!({"error": error}));
    }

    /// Interrupts a call of the modern era, or has a task ask.
    pub(super) fn server_wants_more(&mut self, which: usize) {
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

    pub(super) fn server_pushes(&mut self, which: usize) {
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
    pub(super) fn server_gives_up(&mut self, which: usize) {
        let asked = 0..self.server.pushes as usize;
        if let Some(id) = pick(asked, which).map(|id| id as u64) {
            self.server.pushed.remove(&id);
            self.reply(json!({"method": "notifications/cancelled", "params": {"requestId": id}}));
        }
    }

    pub(super) fn server_tells(&mut self, which: usize) {
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
}

impl Server {
    pub(super) fn hear(&mut self, message: &Value) {
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
