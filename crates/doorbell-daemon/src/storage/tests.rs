//! Storage in a temporary directory.

mod acquaintances;
mod askers;
mod drafts;
mod lives;
mod removing;
mod searching;
mod undelivered;
mod versions;

use doorbell_core::form::Input;
use doorbell_core::mutes::Mutes;
use doorbell_core::view::{AskersView, HistoryView, HistoryQuery, QuestionKindView, HistoryEntryView};
use doorbell_protocol::poll;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::*;

/// For how many days history is kept in most tests.
const DAYS: u16 = 30;

/// The time since the machine was started, in most tests.
const BOOT: &str = "this boot";

fn now() -> Timestamp {
    "2026-11-16T13:00:00Z".parse().unwrap()
}

fn line(at: Timestamp) -> HistoryEntryView {
    HistoryEntryView {
        id: 0,
        at: at.as_millisecond(),
        agent: "Codex".into(),
        server: "acme".into(),
        kind: QuestionKindView::Link,
        domain: Some("evil.io".into()),
        tool: Some("sign_in".into()),
        project: Some("shop".into()),
        outcome: "refused".into(),
        reason: Some("Only web addresses are opened.".into()),
        asked: Some(at.as_millisecond()),
        shown: None,
    }
}

fn place() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell/doorbell.db");
    (temp, path)
}

fn open(path: &Path) -> (Storage, Kept) {
    Storage::open(path, Some(DAYS), BOOT, now()).unwrap()
}

impl Storage {
    fn write(&self, note: Note) {
        self.hand(Work::Write(note));
    }

    /// The answer, after everything that was handed over before.
    fn asked<T>(&self, work: impl FnOnce(Reply<T>) -> Work) -> T {
        let (reply, answer) = oneshot::channel();
        self.hand(work(reply));
        answer.blocking_recv().unwrap().unwrap()
    }

    fn history(&self, wanted: HistoryQuery) -> HistoryView {
        self.asked(|reply| Work::History { wanted, reply })
    }

    fn kept(&self) -> u32 {
        self.history(HistoryQuery::default()).kept
    }

    fn askers(&self, mutes: Mutes) -> AskersView {
        let now = now();
        self.asked(|reply| Work::Askers { mutes, now, reply })
    }

    fn export(&self) -> serde_json::Value {
        let text = self.asked(|reply| Work::Export {
            doorbell: "1.2.3".into(),
            now: now(),
            reply,
        });
        serde_json::from_str(&text).unwrap()
    }
}

/// Whether any file of the storage has these bytes in it.
fn is_written_anywhere(path: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    files.any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}

/// Waits until no file of the storage has these bytes in it.
fn wait_until_gone(path: &Path, text: &str) {
    poll(Duration::from_millis(5), |waited| {
        assert!(waited.as_secs() < 20, "{text} is still there");
        (!is_written_anywhere(path, text)).then_some(())
    });
}

fn digest(number: u8) -> Digest {
    Digest([number; 32])
}

fn draft(text: &str, typed_at: Timestamp) -> Draft {
    let text = text.to_owned();
    Draft {
        typed_at,
        inputs: vec![None, Some(Input::Text { text })],
    }
}
