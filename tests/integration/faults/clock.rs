//! A clock on the wall that jumps while a question is open. libfaketime turns it for the daemon
//! alone; the steady clock, which no one can turn, goes on.

use std::path::Path;
use std::process::Command;

use super::Figures;
use super::asking::Asking;
use crate::support::{Killable, daemon};

/// From a day ahead to a year back and forth again, as faketime writes it.
const JUMPS: [&str; 5] = ["+1d", "-1y", "+3y", "-20y", "+0"];

#[test]
fn a_clock_that_jumps_ends_no_question_and_loses_no_answer() {
    let place = tempfile::tempdir().unwrap();
    let time = place.path().join("time");
    set(&time, "+0");
    let mut doorbell = Killable::start_by(with_its_own_time(&time), place.path());
    for (turn, jump) in JUMPS.iter().enumerate() {
        let words = format!("words {turn}");
        let asking = Asking::begin(place.path(), &format!("Question {turn}?"));
        let said = doorbell.says_next();
        assert!(said.starts_with("shows "), "{said}");
        doorbell.is_told(&format!("type {words}"));
        doorbell.waits_for_draft();
        set(&time, jump);
        // Whatever is due by the new time is done before the next press is.
        doorbell.is_told("send");
        assert_eq!(asking.hears(), Ok(words), "{jump}");
        doorbell.has_no_draft();
    }
    // A crash between two jumps: what was typed is offered, though the file is of another time.
    let asking = Asking::begin(place.path(), "The last one?");
    doorbell.says_next();
    doorbell.is_told("type kept over the jump");
    doorbell.waits_for_draft();
    set(&time, "-1d");
    doorbell.kill();
    let mut doorbell = Killable::start_by(with_its_own_time(&time), place.path());
    assert!(doorbell.says_next().ends_with(" with a draft"));
    doorbell.is_told("use");
    doorbell.says_next();
    doorbell.is_told("send");
    assert_eq!(asking.hears(), Ok("kept over the jump".to_owned()));
    Figures::all(
        "a clock that jumps by days and years, and once over a crash",
        JUMPS.len() + 1,
    )
    .hold();
}

/// In one go: the daemon would end over a file that is half written.
fn set(time: &Path, offset: &str) {
    let next = time.with_extension("next");
    std::fs::write(&next, offset).unwrap();
    std::fs::rename(next, time).unwrap();
}

fn with_its_own_time(time: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"
            library=$(ls /usr/lib/*/faketime/libfaketime.so.1 /usr/lib*/faketime/libfaketime.so.1 2>/dev/null | head -n 1)
            test -n "$library" || { echo "install the package faketime" >&2; exit 1; }
            LD_PRELOAD=$library exec "$0" "$@""#])
        .arg(daemon())
        .env("FAKETIME_TIMESTAMP_FILE", time)
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    command
}
