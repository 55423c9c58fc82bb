//! Files that cannot be read or written.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{Resource, Rlimit, getrlimit, prlimit};
use serde_json::json;

use super::Figures;
use super::asking::Asking;
use crate::support::{Doorbell, Killable, daemon, name_form};

#[test]
fn a_damaged_file_is_told_and_questions_go_on() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("doorbell.db");
    std::fs::write(&path, "no database at all").unwrap();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    let question = doorbell.person().sees("Who?");
    question.types("Name", "Ada");
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
    assert_eq!(doorbell.person().looks_up("").kept, 1, "a new file is kept");
    let told = doorbell.screen.lock().told.clone();
    assert!(told[0].contains("was damaged and put aside"), "{told:?}");
    Figures::all("a damaged database", 1).hold();
}

/// How a full disk looks to SQLite: no file may grow any more, and each try is an error. The signal
/// that goes with this limit, and not with a full disk, is ignored.
#[test]
fn on_a_full_disk_answers_are_delivered_and_the_person_is_told_once_each_time() {
    let place = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(daemon());
    let mut doorbell = Killable::start_by(command, place.path());
    let room = getrlimit(Resource::Fsize);
    let full = Rlimit {
        current: Some(0),
        maximum: room.maximum,
    };
    let (mut asked, mut told) = (0, Vec::new());
    for (limit, times) in [(&room, 0), (&full, 1), (&room, 1), (&full, 2)] {
        prlimit(Some(doorbell.pid()), Resource::Fsize, *limit).unwrap();
        for _ in 0..3 {
            asked += 1;
            let words = format!("words {asked}");
            let asking = Asking::begin(place.path(), &format!("Question {asked}?"));
            doorbell.shows(&mut told);
            doorbell.is_told(&format!("type {words}"));
            doorbell.is_told("send");
            assert_eq!(asking.hears(), Ok(words));
        }
        assert_eq!(told.len(), times, "{told:?}");
    }
    let sentence = "Doorbell cannot write its file; the disk may be full.";
    assert!(
        told.iter().all(|said| said.starts_with(sentence)),
        "{told:?}"
    );
    Figures::all(
        "a disk that is full, has room again, and is full again",
        asked,
    )
    .hold();
}

#[test]
fn where_nothing_may_be_written_answers_are_delivered_and_the_person_is_told() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, PermissionsExt::from_mode(0o500)).unwrap();
    let mut doorbell = Killable::start_by(without_power(daemon()), place.path());
    let mut told = Vec::new();
    for turn in 1..=3 {
        let words = format!("words {turn}");
        let asking = Asking::begin(place.path(), &format!("Question {turn}?"));
        doorbell.shows(&mut told);
        doorbell.is_told(&format!("type {words}"));
        doorbell.is_told("send");
        assert_eq!(asking.hears(), Ok(words));
    }
    assert_eq!(
        std::fs::read_dir(&data).unwrap().count(),
        0,
        "nothing was written"
    );
    let [said] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert!(
        said.starts_with("History and drafts are not kept"),
        "{said}"
    );
    Figures::all("a data directory that is read-only", 3).hold();
}

/// A program for whom modes of files count even if root starts it.
fn without_power(program: &Path) -> Command {
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
