//! The journal in a temporary directory.

use std::os::unix::fs::PermissionsExt;

use doorbell_protocol::ElicitResult;
use serde_json::json;

use super::super::journal::{Journal, LONGEST};
use super::undelivered::answer;
use super::*;

fn beside() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.answers");
    (temp, path)
}

fn files(temp: &TempDir) -> Vec<PathBuf> {
    let files = std::fs::read_dir(temp.path()).unwrap();
    files.map(|file| file.unwrap().path()).collect()
}

/// What the next life finds.
fn left(path: &Path) -> Vec<Undelivered> {
    Journal::open(path).1
}

#[test]
fn what_was_written_is_there_in_the_next_life_in_its_order() {
    let (temp, path) = beside();
    let (mut journal, answers, pages) = Journal::open(&path);
    assert!(answers.is_empty() && pages.is_empty() && files(&temp).is_empty());
    let written: Vec<_> = (1..=12).map(|name| answer(name, now())).collect();
    for (place, answer) in written.iter().enumerate() {
        assert!(journal.write(answer));
        // More than nine pages, so that their numbers count and not how they are spelled.
        if place < 11 {
            journal.turn();
        }
    }
    assert_eq!(left(&path), written);
    for page in files(&temp) {
        assert_eq!(page.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_page_that_is_done_with_goes_and_the_next_stays() {
    let (temp, path) = beside();
    let (mut journal, _, _) = Journal::open(&path);
    assert!(journal.write(&answer(1, now())));
    let first = journal.turn();
    assert!(journal.write(&answer(2, now())));
    first.remove();
    assert_eq!(left(&path), [answer(2, now())]);
    let (mut next_life, _, pages) = Journal::open(&path);
    assert!(next_life.write(&answer(3, now())), "beside what was left");
    pages.remove();
    assert_eq!(left(&path), [answer(3, now())]);
    next_life.turn().remove();
    assert!(files(&temp).is_empty());
}

#[test]
fn a_line_that_was_cut_short_costs_no_other() {
    let (_temp, path) = beside();
    let (mut journal, _, _) = Journal::open(&path);
    assert!(journal.write(&answer(1, now())));
    let page = path.with_extension("answers.1");
    let whole = std::fs::read(&page).unwrap();
    std::fs::write(&page, [&whole, &whole[..whole.len() / 2]].concat()).unwrap();
    assert_eq!(left(&path), [answer(1, now())]);
    assert!(journal.write(&answer(2, now())));
    assert_eq!(left(&path), [answer(1, now()), answer(2, now())]);
}

#[test]
fn an_answer_that_is_too_long_is_left_to_the_database() {
    let (_temp, path) = beside();
    let (mut journal, _, _) = Journal::open(&path);
    let of_length = |length: usize| {
        let content = json!({"text": "x".repeat(length)});
        let plain = answer(1, now());
        let result = ElicitResult {
            content: content.as_object().cloned(),
            ..ElicitResult::clone(&plain.result)
        };
        Undelivered {
            result: Arc::new(result),
            ..plain
        }
    };
    assert!(journal.write(&of_length(0)));
    let around = std::fs::metadata(path.with_extension("answers.1"));
    let around = usize::try_from(around.unwrap().len()).unwrap();
    assert!(journal.write(&of_length(LONGEST - around)));
    assert!(!journal.write(&of_length(LONGEST - around + 1)));
    assert_eq!(left(&path).len(), 2);
}

#[test]
fn where_it_cannot_be_written_the_database_is_left() {
    let (_temp, path) = beside();
    let (mut journal, _, _) = Journal::open(&path.join("no directory/doorbell.answers"));
    assert!(!journal.write(&answer(1, now())));
}
