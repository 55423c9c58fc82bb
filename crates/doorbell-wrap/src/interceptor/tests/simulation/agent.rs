//! The agent: calls, cancels, answers forwarded questions, and retries shared rounds.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

use super::{Simulation, pick, take};

pub(super) struct Agent {
    pub(super) capabilities: Value,
    pub(super) call_count: u64,
    pub(super) pending: BTreeSet<u64>,
    pub(super) cancelled: BTreeSet<u64>,
    /// Ids of forwarded questions that it has not answered.
    pub(super) open_questions: Vec<Value>,
    /// Ids of all forwarded questions.
    pub(super) seen_questions: HashSet<String>,
    /// Identify calls across resends.
    pub(super) marks: HashMap<u64, Value>,
    /// The agent's part of rounds: the call's mark, and the result.
    pub(super) shared_rounds: Vec<(Value, Value)>,
    pub(super) progress: HashMap<u64, f64>,
}

impl Simulation {
    pub(super) fn call(&mut self, method: &str, params: Value) {
        let id = self.agent.call_count;
        self.agent.call_count += 1;
        self.agent.pending.insert(id);
        self.agent.marks.insert(id, params["mark"].clone());
        self.host_sends(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    pub(super) fn call_modern(&mut self, method: &str, mut params: Value) {
        let number = self.agent.call_count;
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

    pub(super) fn agent_cancels(&mut self, choice: usize) {
        let Some(id) = pick(&self.agent.pending, choice).copied() else {
            return;
        };
        self.agent.pending.remove(&id);
        self.agent.cancelled.insert(id);
        self.host_sends(json!({"method": "notifications/cancelled", "params": {"requestId": id}}));
    }

    pub(super) fn agent_answers(&mut self, choice: usize) {
        if let Some(id) = take(&mut self.agent.open_questions, choice) {
            self.host_sends(json!({"id": id, "result": {"action": "accept", "content": {}}}));
        }
    }

    /// Sends a call again with its own answers.
    pub(super) fn agent_retries_round(&mut self, choice: usize) {
        let Some((mark, result)) = take(&mut self.agent.shared_rounds, choice) else {
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
}

impl Agent {
    pub(super) fn receive(&mut self, message: &Value, open_elicitations: &BTreeSet<u64>) {
        let params = &message["params"];
        match (message.get("id"), message["method"].as_str()) {
            (Some(id), Some(_)) => {
                assert!(
                    open_elicitations.contains(&id.as_u64().unwrap()),
                    "nobody asks this"
                );
                assert!(
                    self.seen_questions.insert(id.to_string()),
                    "it is asked twice"
                );
                self.open_questions.push(id.clone());
            }
            (None, Some("notifications/cancelled")) => {
                let id = &params["requestId"];
                assert!(
                    self.seen_questions.contains(&id.to_string()),
                    "it knows no such question"
                );
                self.open_questions.retain(|open| open != id);
            }
            (None, Some("notifications/progress")) => {
                let token = params["progressToken"].as_u64().unwrap();
                let progress = params["progress"].as_f64().unwrap();
                if self.pending.contains(&token) {
                    let last = self.progress.insert(token, progress);
                    assert!(last.is_none_or(|last| last < progress), "progress falls");
                }
            }
            (Some(id), None) => {
                let id = id.as_u64().expect("it has no such call");
                assert!(
                    self.pending.remove(&id) || self.cancelled.remove(&id),
                    "it did not ask, or is told twice"
                );
                let result = &message["result"];
                if result["resultType"] == "input_required" {
                    self.shared_rounds
                        .push((self.marks[&id].clone(), result.clone()));
                }
            }
            (None, _) => {}
        }
    }
}
