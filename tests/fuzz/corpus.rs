//! What real servers and agents said, as it is kept for the other tests.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Params of `elicitation/create`, as servers sent them.
pub fn questions() -> Vec<Value> {
    let files = files("tests/wire", "json");
    files.iter().map(|file| json(file)).collect()
}

/// Every message of Doorbell's own protocol.
pub fn golden() -> Vec<Value> {
    let files = files("docs/protocol", "json");
    files.iter().map(|file| json(file)).collect()
}

/// Who said something in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Host,
    Server,
}

/// Conversations of agents with servers.
pub fn conversations() -> Vec<Vec<(Side, Value)>> {
    let mut conversations = Vec::new();
    for file in files("crates/doorbell-wrap/tests/wire", "jsonl") {
        let said: Vec<Value> = fs::read_to_string(file)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let scenarios = said.chunk_by(|one, next| one["scenario"] == next["scenario"]);
        conversations.extend(scenarios.map(|scenario| {
            let side = |from: &Value| match from.as_str() {
                Some("client") => Side::Host,
                _ => Side::Server,
            };
            let said = scenario.iter();
            said.map(|said| (side(&said["from"]), said["message"].clone()))
                .collect()
        }));
    }
    assert!(conversations.len() > 10);
    conversations
}

fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|own| own == end));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}
