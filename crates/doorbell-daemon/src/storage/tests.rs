mod askers;
mod drafts;
mod known_programs;
mod removing;
mod runs;
mod searching;
mod undelivered;
mod versions;

use doorbell_core::form::Input;
use doorbell_core::mutes::Mutes;
use doorbell_core::view::{
    AskersView, HistoryEntryView, HistoryQuery, HistoryView, QuestionKindView,
};
use doorbell_protocol::poll;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::*;

/// How many days history is kept in most tests.
const DAYS: u16 = 30;

const BOOT_ID: &str = "this boot";

fn now() -> Timestamp {
    "2026-11-16T13:00:00Z".parse().unwrap()
}

fn entry(at: Timestamp) -> HistoryEntryView {
    HistoryEntryView {
        id: 0,
        at: at.as_millisecond(),
        agent: "Codex".into(),
        server: "acme".into(),
        kind: QuestionKindView::Link,
        question: Some("Sign in to Shop".into()),
        domain: Some("evil.io".into()),
        tool: Some("sign_in".into()),
        project: Some("shop".into()),
        outcome: "refused".into(),
        reason: Some("Only web addresses are opened.".into()),
        asked: Some(at.as_millisecond()),
        shown: None,
    }
}

fn temp_path() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell/doorbell.db");
    (temp, path)
}

fn open(path: &Path) -> (Storage, RestoredState) {
    Storage::open(path, Some(DAYS), BOOT_ID, now()).unwrap()
}

impl Storage {
    fn write(&self, write: StorageWrite) {
        self.send(StorageCommand::Write(write));
    }

    /// Waits for the reply to a command, and so for all commands before it.
    fn request<T>(&self, command: impl FnOnce(Reply<T>) -> StorageCommand) -> T {
        let (reply, response) = oneshot::channel();
        self.send(command(reply));
        response.blocking_recv().unwrap().unwrap()
    }

    fn history(&self, query: HistoryQuery) -> HistoryView {
        self.request(|reply| StorageCommand::HistoryPage { query, reply })
    }

    fn entry_count(&self) -> u32 {
        self.history(HistoryQuery::default()).kept
    }

    fn askers(&self, mutes: Mutes) -> AskersView {
        let now = now();
        self.request(|reply| StorageCommand::Askers { mutes, now, reply })
    }

    fn export(&self) -> serde_json::Value {
        let text = self.request(|reply| StorageCommand::Export {
            version: "1.2.3".into(),
            now: now(),
            reply,
        });
        serde_json::from_str(&text).unwrap()
    }
}

/// Returns true if any file beside the database contains the text.
fn is_on_disk(path: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    files.any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}

fn wait_until_erased(path: &Path, text: &str) {
    poll(Duration::from_millis(5), |waited| {
        assert!(waited.as_secs() < 20, "{text} is still there");
        (!is_on_disk(path, text)).then_some(())
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
