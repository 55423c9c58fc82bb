//! Answers from one life to the next.

use std::path::PathBuf;
use std::sync::Arc;

use doorbell_core::board::{Board, BoardRules};
use doorbell_core::form::Input;
use doorbell_protocol::{Action, ElicitResult, OutcomeMeta};
use tempfile::TempDir;

use super::super::tests::after;
use super::*;
use crate::config::Config;

fn digest(number: u8) -> Digest {
    Digest([number; 32])
}

fn draft(now: &Moment) -> Draft {
    let text = "typed".to_owned();
    Draft {
        typed_at: now.timestamp(),
        inputs: vec![Some(Input::Text { text })],
    }
}

fn answer(name: u8, now: &Moment) -> Undelivered {
    let outcome = OutcomeMeta {
        outcome: "accepted".into(),
        reason: None,
        question: None,
        shown_at: None,
        answered_at: None,
    };
    Undelivered {
        name: digest(name),
        params: digest(9),
        at: now.timestamp(),
        result: Arc::new(ElicitResult::new(Action::Accept, None, outcome)),
        subject: Some(digest(100 + name)),
        draft: Some(draft(now)),
    }
}

fn config(temp: &TempDir) -> Config {
    let mut config = Config::standard("1.2.3");
    config.data = Some(temp.path().join("data/doorbell.db"));
    config.answers = Some(temp.path().join("doorbell.answers"));
    config
}

fn recall(config: &Config, now: &Moment) -> (Past, Kept) {
    Past::recall(config, &mut Board::new(BoardRules::STANDARD), now)
}

fn pages(temp: &TempDir) -> Vec<PathBuf> {
    let files = std::fs::read_dir(temp.path()).unwrap();
    let files = files.map(|file| file.unwrap().path());
    files.filter(|file| file.is_file()).collect()
}

/// A life that ends without a word: nothing that lingers is written.
fn killed(mut past: Past) {
    past.lingering.clear();
    past.journal = None;
}

#[test]
fn an_answer_is_kept_at_once_and_survives_a_kill() {
    let temp = tempfile::tempdir().unwrap();
    let config = config(&temp);
    let (mut past, _) = recall(&config, &after(0));
    assert!(past.keep(answer(1, &after(0)), false, &after(0)).is_none());
    killed(past);
    let (past, kept) = recall(&config, &after(1));
    assert_eq!(kept.undelivered, [answer(1, &after(0))]);
    // It is in the database now, so a second kill finds it there.
    drop(past);
    assert!(pages(&temp).is_empty());
    assert_eq!(recall(&config, &after(2)).1.undelivered.len(), 1);
}

#[test]
fn an_answer_that_was_received_in_time_is_written_nowhere_else() {
    let temp = tempfile::tempdir().unwrap();
    let config = config(&temp);
    let (mut past, _) = recall(&config, &after(0));
    past.keep(answer(1, &after(0)), false, &after(0));
    past.delivered(digest(1), &after(0));
    assert_eq!(past.lingering.len(), 0);
    drop(past);
    assert!(pages(&temp).is_empty());
    assert_eq!(recall(&config, &after(1)).1, Kept::default());
}

#[test]
fn its_draft_goes_with_it_also_after_a_kill_and_what_was_typed_later_stays() {
    for (typed, is_replaced) in [(0, true), (10, true), (11, false)] {
        let temp = tempfile::tempdir().unwrap();
        let config = config(&temp);
        let (mut past, _) = recall(&config, &after(0));
        let subject = digest(101);
        let draft = Some(draft(&after(typed)));
        past.note_now(Note::Draft { subject, draft });
        past.keep(answer(1, &after(10)), true, &after(10));
        killed(past);
        let (past, kept) = recall(&config, &after(20));
        assert_eq!(kept.drafts.is_empty(), is_replaced, "{typed}");
        drop(past);
        let kept = recall(&config, &after(20)).1;
        assert_eq!(kept.drafts.is_empty(), is_replaced, "{typed}, in the file");
    }
}

#[test]
fn a_draft_goes_with_an_answer_that_was_received_in_time() {
    let temp = tempfile::tempdir().unwrap();
    let config = config(&temp);
    let (mut past, _) = recall(&config, &after(0));
    let subject = digest(101);
    let draft = Some(draft(&after(0)));
    past.note_now(Note::Draft { subject, draft });
    past.keep(answer(1, &after(1)), true, &after(1));
    past.delivered(digest(1), &after(1));
    drop(past);
    assert_eq!(recall(&config, &after(2)).1, Kept::default());
}

#[test]
fn where_there_is_no_journal_an_answer_waits_for_the_database() {
    let temp = tempfile::tempdir().unwrap();
    let mut config = config(&temp);
    config.answers = Some(temp.path().join("no directory/doorbell.answers"));
    let (mut past, _) = recall(&config, &after(0));
    let stored = past.keep(answer(1, &after(0)), false, &after(0)).unwrap();
    assert_eq!(stored.blocking_recv(), Ok(Ok(())));
    drop(past);
    assert_eq!(recall(&config, &after(1)).1.undelivered.len(), 1);
}
