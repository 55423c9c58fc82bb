//! Captured messages of real servers and agents, shared with other tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::{Value, json};

/// Captured params of `elicitation/create`.
pub static QUESTIONS: LazyLock<Vec<Value>> = LazyLock::new(|| values("tests/wire"));

/// Every documented message of Doorbell's protocol, and the captured questions as requests.
pub static MESSAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut messages = values("docs/protocol");
    messages.extend(QUESTIONS.iter().map(|params| {
        json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params})
    }));
    messages
});

/// Captured conversations of agents and servers: `{"scenario":…,"from":…,"message":…}`.
pub static CAPTURED: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let files = files("crates/doorbell-wrap/tests/wire", "jsonl");
    let text = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let text: String = text.collect();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
});

/// Inputs that once failed the check `name`.
pub fn once_failed(name: &str) -> Vec<PathBuf> {
    let mut files = files("tests/fuzz/found", "");
    let prefix = format!("{name}-");
    files.retain(|file| {
        let file = file.file_name().unwrap_or_default();
        file.to_string_lossy().starts_with(&prefix)
    });
    files
}

fn values(folder: &str) -> Vec<Value> {
    let files = files(folder, "json");
    let values = files.iter().map(|file| fs::read(file).unwrap());
    values
        .map(|bytes| serde_json::from_slice(&bytes).unwrap())
        .collect()
}

fn files(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(suffix));
    files.sort();
    assert!(!files.is_empty());
    files
}
