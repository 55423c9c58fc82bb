//! History as a file that people and programs can read.

use doorbell_core::view::HistoryEntryView;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::lines::kind_word;

/// These lines as pretty JSON, with times as RFC 3339 has them. `docs/history.md` has its shape.
pub fn text(doorbell: &str, now: Timestamp, lines: &[HistoryEntryView]) -> String {
    let history: Vec<_> = lines.iter().map(exported).collect();
    let export = json!({"doorbell": doorbell, "exported": now, "history": history});
    format!("{export:#}\n")
}

fn exported(line: &HistoryEntryView) -> Value {
    let time = |at: i64| Timestamp::from_millisecond(at).ok();
    json!({
        "at": time(line.at),
        "agent": line.agent,
        "server": line.server,
        "kind": kind_word(line.kind),
        "domain": line.domain,
        "tool": line.tool,
        "project": line.project,
        "outcome": line.outcome,
        "reason": line.reason,
        "asked": line.asked.and_then(time),
        "shown": line.shown.and_then(time),
    })
}
