//! The agent: calls, gives up, answers what reaches it, and goes on with its part of a round.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

use super::{World, pick, take};

pub(super) struct Agent {
    pub(super) capabilities: Value,
    pub(super) calls: u64,
    pub(super) waiting: BTreeSet<u64>,
    pub(super) given_up: BTreeSet<u64>,
    /// Questions of the server's that it has not answered.
    pub(super) asked: Vec<Value>,
    /// All that reached it.
    pub(super) reached: HashSet<String>,
    /// What tells a call from others, also when it is sent again under another name.
    pub(super) marks: HashMap<u64, Value>,
    /// What it was told of its own part in a round: the call's mark, and the result.
    pub(super) shared: Vec<(Value, Value)>,
    pub(super) progress: HashMap<u64, f64>,
}

impl World {
    pub(super) fn call(&mut self, method: &str, params: Value) {
        let id = self.agent.calls;
        self.agent.calls += 1;
        self.agent.waiting.insert(id);
        self.agent.marks.insert(id, params["mark"].clone());
        self.say(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    pub(super) fn call_modern(&mut self, method: &str, mut params: Value) {
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

    pub(super) fn agent_gives_up(&mut self, which: usize) {
        let Some(id) = pick(&self.agent.waiting, which).copied() else {
            return;
        };
        self.agent.waiting.remove(&id);
        self.agent.given_up.insert(id);
        self.say(json!({"method": "notifications/cancelled", "params": {"requestId": id}}));
    }

    pub(super) fn agent_answers(&mut self, which: usize) {
        if let Some(id) = take(&mut self.agent.asked, which) {
            self.say(json!({"id": id, "result": {"action": "accept", "content": {}}}));
        }
    }

    /// Sends a call again with its own part of a round.
    pub(super) fn agent_goes_on(&mut self, which: usize) {
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
}

impl Agent {
    pub(super) fn hear(&mut self, message: &Value, pushed: &BTreeSet<u64>) {
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
