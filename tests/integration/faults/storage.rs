//! Database files that cannot be read or written.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{Resource, Rlimit, getrlimit, prlimit};
use serde_json::json;

use super::Figures;
use super::client::PendingQuestion;
use crate::support::{Doorbell, KillableDaemon, killable_daemon_binary, name_form};

#[test]
fn damaged_database_is_reported_and_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("doorbell.db");
    std::fs::write(&path, "no database at all").unwrap();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path));
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    let question = doorbell.wait_for_question("Who?");
    question.type_text("Name", "Ada");
    question.send();
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
    assert_eq!(
        doorbell.person().search_history("").kept,
        1,
        "a new database is used"
    );
    let messages = doorbell.desktop.lock().messages.clone();
    assert!(
        messages[0].contains("was damaged, so a new one was started"),
        "{messages:?}"
    );
    Figures::all_delivered("a damaged database", 1).print_and_check();
}

/// A file size limit of 0 looks like a full disk to SQLite: every write that grows a file fails.
/// The daemon ignores the signal that the limit causes.
#[test]
fn full_disk_is_reported_once_and_answers_are_delivered() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(killable_daemon_binary());
    let mut doorbell = KillableDaemon::start_with_command(command, directory.path());
    let unlimited = getrlimit(Resource::Fsize);
    let full = Rlimit {
        current: Some(0),
        maximum: unlimited.maximum,
    };
    let (mut asked, mut messages) = (0, Vec::new());
    for (limit, message_count) in [(&unlimited, 0), (&full, 1), (&unlimited, 1), (&full, 2)] {
        prlimit(Some(doorbell.pid()), Resource::Fsize, *limit).unwrap();
        for _ in 0..3 {
            asked += 1;
            let words = format!("words {asked}");
            let asking = PendingQuestion::ask(directory.path(), &format!("Question {asked}?"));
            doorbell.wait_for_question(&mut messages);
            doorbell.send_command(&format!("type {words}"));
            doorbell.send_command("send");
            assert_eq!(asking.wait(), Ok(words));
        }
        assert_eq!(messages.len(), message_count, "{messages:?}");
    }
    let sentence = "Doorbell can’t write its data; the disk may be full.";
    assert!(
        messages.iter().all(|message| message.starts_with(sentence)),
        "{messages:?}"
    );
    Figures::all_delivered(
        "a disk that is full, has room again, and is full again",
        asked,
    )
    .print_and_check();
}

#[test]
fn read_only_directory_is_reported_and_answers_are_delivered() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, PermissionsExt::from_mode(0o500)).unwrap();
    let mut doorbell = KillableDaemon::start_with_command(
        without_root_privileges(killable_daemon_binary()),
        directory.path(),
    );
    let mut messages = Vec::new();
    for turn in 1..=3 {
        let words = format!("words {turn}");
        let asking = PendingQuestion::ask(directory.path(), &format!("Question {turn}?"));
        doorbell.wait_for_question(&mut messages);
        doorbell.send_command(&format!("type {words}"));
        doorbell.send_command("send");
        assert_eq!(asking.wait(), Ok(words));
    }
    assert_eq!(
        std::fs::read_dir(&data).unwrap().count(),
        0,
        "nothing was written"
    );
    let [message] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    assert!(
        message.starts_with("History and drafts can’t be saved"),
        "{message}"
    );
    Figures::all_delivered("a data directory that is read-only", 3).print_and_check();
}

/// A command for which file modes apply even if root runs it.
fn without_root_privileges(program: &Path) -> Command {
    if !rustix::process::getuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command
        .args([
            "--bounding-set=-dac_override,-dac_read_search",
            "--inh-caps=-all",
        ])
        .arg(program);
    command
}
