//! Jumps of the wall clock while a question is open. libfaketime changes it for the daemon only and
//! leaves the monotonic clock alone.

use std::path::Path;
use std::process::Command;

use super::Figures;
use super::client::PendingQuestion;
use crate::support::{KillableDaemon, killable_daemon_binary};

/// Offsets in the syntax of libfaketime.
const JUMPS: [&str; 5] = ["+1d", "-1y", "+3y", "-20y", "+0"];

#[test]
fn wall_clock_jumps_lose_no_question_or_answer() {
    let directory = tempfile::tempdir().unwrap();
    let offset_file = directory.path().join("time");
    set_offset(&offset_file, "+0");
    let mut doorbell = KillableDaemon::start_with_command(
        daemon_with_clock_offset(&offset_file),
        directory.path(),
    );
    for (turn, jump) in JUMPS.iter().enumerate() {
        let words = format!("words {turn}");
        let asking = PendingQuestion::ask(directory.path(), &format!("Question {turn}?"));
        let line = doorbell.next_line();
        assert!(line.starts_with("shows "), "{line}");
        doorbell.send_command(&format!("type {words}"));
        doorbell.wait_for_draft();
        set_offset(&offset_file, jump);
        // The daemon handles everything due by the new time before the press.
        doorbell.send_command("send");
        assert_eq!(asking.wait(), Ok(words), "{jump}");
        doorbell.wait_for_no_draft();
    }
    // A crash between two jumps: the draft is offered although its time is wrong.
    let asking = PendingQuestion::ask(directory.path(), "The last one?");
    doorbell.next_line();
    doorbell.send_command("type kept over the jump");
    doorbell.wait_for_draft();
    set_offset(&offset_file, "-1d");
    doorbell.kill();
    let mut doorbell = KillableDaemon::start_with_command(
        daemon_with_clock_offset(&offset_file),
        directory.path(),
    );
    assert!(doorbell.next_line().ends_with(" with a draft"));
    doorbell.send_command("use");
    doorbell.next_line();
    doorbell.send_command("send");
    assert_eq!(asking.wait(), Ok("kept over the jump".to_owned()));
    Figures::all_delivered(
        "a clock that jumps by days and years, and once over a crash",
        JUMPS.len() + 1,
    )
    .print_and_check();
}

/// Replaces the file atomically: libfaketime aborts the daemon if the file is incomplete.
fn set_offset(file: &Path, offset: &str) {
    let next = file.with_extension("next");
    std::fs::write(&next, offset).unwrap();
    std::fs::rename(next, file).unwrap();
}

fn daemon_with_clock_offset(offset_file: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"
            library=$(ls /usr/lib/*/faketime/libfaketime.so.1 /usr/lib*/faketime/libfaketime.so.1 2>/dev/null | head -n 1)
            test -n "$library" || { echo "install the package faketime" >&2; exit 1; }
            LD_PRELOAD=$library exec "$0" "$@""#])
        .arg(killable_daemon_binary())
        .env("FAKETIME_TIMESTAMP_FILE", offset_file)
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    command
}
