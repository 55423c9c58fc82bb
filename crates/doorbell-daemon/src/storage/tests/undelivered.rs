use jiff::ToSpan;

use super::super::undelivered::Undelivered;
use super::*;
use crate::record::ANSWER_RETENTION;

fn answer(key: u8, answered_at: Timestamp) -> Undelivered {
    Undelivered {
        key: digest(key),
        params: digest(9),
        answered_at,
        result: r#"{"action":"accept","content":{"name":"planted-answer"}}"#.into(),
        mac: vec![7; 32],
        draft_key: Some(digest(key + 100)),
        draft: Some(draft("planted-answer", answered_at)),
    }
}

impl Storage {
    fn store(&self, answer: &Undelivered) {
        let (stored, is_stored) = oneshot::channel();
        self.write(StorageWrite::Undelivered {
            answer: Box::new(answer.clone()),
            _stored: stored,
        });
        assert!(is_stored.blocking_recv().is_err(), "nothing is ever sent");
    }
}

#[test]
fn answer_replaces_its_draft_until_it_is_delivered() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::Draft {
        key: digest(101),
        draft: Some(draft("planted-answer", now())),
    });
    storage.store(&answer(1, now()));
    drop(storage);
    let (storage, restored) = open(&path);
    assert_eq!(restored.drafts, []);
    assert_eq!(restored.undelivered, [answer(1, now())]);
    assert_eq!(format!("{:?}", restored.undelivered), "[Undelivered(…)]");
    storage.write(StorageWrite::Delivered { key: digest(1) });
    wait_until_erased(&path, "planted");
    drop(storage);
    assert_eq!(open(&path).1, RestoredState::default());
}

#[test]
fn undeliverable_answer_becomes_a_draft() {
    let expired = now() - ANSWER_RETENTION;
    let cases = [
        (now(), BOOT_ID, true),
        (now(), "the next boot", false),
        (expired + 1.millisecond(), BOOT_ID, true),
        (expired, BOOT_ID, false),
    ];
    for (at, boot_id, is_deliverable) in cases {
        let (_temp, path) = temp_path();
        let (storage, _) = open(&path);
        storage.store(&answer(1, at));
        drop(storage);
        let (_, restored) = Storage::open(&path, Some(DAYS), boot_id, now()).unwrap();
        let counts = (restored.undelivered.len(), restored.drafts.len());
        let expected = if is_deliverable { (1, 0) } else { (0, 1) };
        assert_eq!(counts, expected, "{at} {boot_id}");
        if !is_deliverable {
            let expected = (digest(101), draft("planted-answer", at));
            assert_eq!(restored.drafts, [expected]);
        }
    }
}

#[test]
fn files_with_answers_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.store(&answer(1, now()));
    for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        let mode = file.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
