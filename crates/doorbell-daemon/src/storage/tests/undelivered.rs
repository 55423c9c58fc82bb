//! Answers that were not received.

use doorbell_protocol::{Action, ElicitResult, OutcomeMeta};
use jiff::ToSpan;

use super::super::undelivered::Undelivered;
use super::*;
use crate::record::UNDELIVERED;

pub(super) fn answer(name: u8, at: Timestamp) -> Undelivered {
    let content = serde_json::json!({"name": "planted-answer"});
    let outcome = OutcomeMeta {
        outcome: "accepted".into(),
        reason: None,
        question: Some("q1".into()),
        shown_at: None,
        answered_at: None,
    };
    Undelivered {
        name: digest(name),
        params: digest(9),
        at,
        result: Arc::new(ElicitResult::new(
            Action::Accept,
            content.as_object().cloned(),
            outcome,
        )),
        subject: Some(digest(name + 100)),
        draft: Some(draft("planted-answer", at)),
    }
}

impl Storage {
    fn keeps(&self, answer: &Undelivered) {
        let (stored, is_stored) = oneshot::channel();
        self.write(Note::Undelivered {
            answer: Box::new(answer.clone()),
            _stored: stored,
        });
        assert!(is_stored.blocking_recv().is_err(), "nothing is ever sent");
    }
}

#[test]
fn an_answer_takes_the_place_of_its_draft_and_goes_when_it_is_received() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let subject = digest(101);
    let typed = Some(draft("planted-answer", now()));
    storage.write(Note::Draft {
        subject,
        draft: typed,
    });
    storage.keeps(&answer(1, now()));
    drop(storage);
    let (storage, kept) = open(&path);
    assert_eq!(kept.drafts, []);
    assert_eq!(kept.undelivered, [answer(1, now())]);
    assert_eq!(format!("{:?}", kept.undelivered), "[Undelivered(…)]");
    storage.write(Note::Delivered { name: digest(1) });
    wait_until_gone(&path, "planted");
    drop(storage);
    assert_eq!(open(&path).1, Kept::default());
}

#[test]
fn what_nobody_came_for_becomes_a_draft() {
    let late = now() - UNDELIVERED;
    let cases = [
        (now(), BOOT, true),
        (now(), "the next boot", false),
        (late + 1.millisecond(), BOOT, true),
        (late, BOOT, false),
    ];
    for (at, boot, is_kept) in cases {
        let (_temp, path) = place();
        let (storage, _) = open(&path);
        storage.keeps(&answer(1, at));
        drop(storage);
        let (_, kept) = Storage::open(&path, Some(DAYS), boot, now()).unwrap();
        let told = (kept.undelivered.len(), kept.drafts.len());
        assert_eq!(told, if is_kept { (1, 0) } else { (0, 1) }, "{at} {boot}");
        if !is_kept {
            let expected = (digest(101), draft("planted-answer", at));
            assert_eq!(kept.drafts, [expected]);
        }
    }
}

#[test]
fn nobody_else_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    storage.keeps(&answer(1, now()));
    for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        let mode = file.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
