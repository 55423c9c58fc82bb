//! Exports history as JSON.

use doorbell_core::view::HistoryEntryView;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::history::kind_word;

/// Returns the entries as indented JSON; `docs/history.md` describes the format.
pub fn to_json(version: &str, now: Timestamp, entries: &[HistoryEntryView]) -> String {
    let history: Vec<_> = entries.iter().map(entry_to_json).collect();
    let export = json!({"doorbell": version, "exported": now, "history": history});
    format!("{export:#}\n")
}

fn entry_to_json(entry: &HistoryEntryView) -> Value {
    let time = |at: i64| Timestamp::from_millisecond(at).ok();
    json!({
        "at": time(entry.at),
        "agent": entry.agent,
        "server": entry.server,
        "kind": kind_word(entry.kind),
        "question": entry.question,
        "domain": entry.domain,
        "tool": entry.tool,
        "project": entry.project,
        "outcome": entry.outcome,
        "reason": entry.reason,
        "asked": entry.asked.and_then(time),
        "shown": entry.shown.and_then(time),
    })
}
