//! History as a file that people and programs can read.

use doorbell_core::view::LineView;
use jiff::Timestamp;
use serde::Serialize;

use super::lines::kind_word;

/// The whole file. Its shape is told in `docs/history.md`.
#[derive(Serialize)]
struct Export {
    doorbell: String,
    exported: Timestamp,
    history: Vec<ExportedLine>,
}

#[derive(Serialize)]
struct ExportedLine {
    at: Option<Timestamp>,
    agent: String,
    server: String,
    kind: &'static str,
    domain: Option<String>,
    tool: Option<String>,
    project: Option<String>,
    outcome: String,
    reason: Option<String>,
    asked: Option<Timestamp>,
    shown: Option<Timestamp>,
}

/// These lines as pretty JSON, with times as RFC 3339 has them.
pub fn text(doorbell: String, now: Timestamp, lines: Vec<LineView>) -> String {
    let export = Export {
        doorbell,
        exported: now,
        history: lines.into_iter().map(exported).collect(),
    };
    let mut text =
        serde_json::to_string_pretty(&export).expect("strings and times can be written as JSON");
    text.push('\n');
    text
}

fn exported(line: LineView) -> ExportedLine {
    let time = |at: i64| Timestamp::from_millisecond(at).ok();
    ExportedLine {
        at: time(line.at),
        agent: line.agent,
        server: line.server,
        kind: kind_word(line.kind),
        domain: line.domain,
        tool: line.tool,
        project: line.project,
        outcome: line.outcome,
        reason: line.reason,
        asked: line.asked.and_then(time),
        shown: line.shown.and_then(time),
    }
}
