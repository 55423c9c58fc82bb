//! Keys: who finds what, and for how long.

use doorbell_protocol::{Action, OutcomeMeta};

use super::*;

fn digest(number: u8) -> Digest {
    Digest([number; 32])
}

fn question(number: u64) -> QuestionId {
    QuestionId::parse(&format!("q{number}")).unwrap()
}

fn asked(keys: &mut Keys, name: u8) {
    let named = Named {
        name: digest(name),
        params: digest(9),
        key: Key::new(format!("key {name}")).unwrap(),
    };
    keys.asked(named, question(u64::from(name)), false);
}

fn result() -> Arc<ElicitResult> {
    let outcome = OutcomeMeta {
        outcome: "declined".into(),
        reason: None,
        question: None,
        shown_at: None,
        answered_at: None,
    };
    Arc::new(ElicitResult::new(Action::Decline, None, outcome))
}

fn to(asker: u64) -> (AskerId, RequestId) {
    (AskerId(asker), RequestId::Number(1))
}

#[test]
fn what_is_being_written_goes_to_whoever_came_last() {
    let mut keys = Keys::default();
    asked(&mut keys, 1);
    let found = keys.come_back(&digest(1), to(2));
    assert!(matches!(found, Some(Found::Open(id)) if id == question(1)));
    keys.storing(&digest(1), result(), None, to(2));
    assert!(keys.is_storing());
    assert!(matches!(
        keys.come_back(&digest(1), to(3)),
        Some(Found::Storing)
    ));
    let (asker, ..) = keys.stored(&digest(1), Duration::ZERO).unwrap();
    assert_eq!(asker, AskerId(3));
    assert!(!keys.is_storing());
    assert!(keys.stored(&digest(1), Duration::ZERO).is_none(), "once");
    assert!(matches!(
        keys.come_back(&digest(1), to(4)),
        Some(Found::Kept(_))
    ));
    assert!(keys.come_back(&digest(2), to(4)).is_none());
}

#[test]
fn an_outcome_waits_ten_minutes_and_a_link_until_it_is_finished() {
    let mut keys = Keys::default();
    asked(&mut keys, 1);
    keys.storing(&digest(1), result(), None, to(1));
    keys.stored(&digest(1), Duration::ZERO);
    assert_eq!(keys.next_tick(), Some(UNDELIVERED));
    let just_before = UNDELIVERED - Duration::from_millis(1);
    assert!(keys.give_up(just_before, |_| false).is_empty());
    assert!(keys.give_up(UNDELIVERED, |_| true).is_empty());
    assert!(keys.give_up(UNDELIVERED, |_| false).is_empty());
    let given_up = keys.give_up(2 * UNDELIVERED, |_| false);
    assert_eq!(given_up, [(digest(1), None)]);
    assert_eq!(keys.next_tick(), None);
}

#[test]
fn only_so_many_outcomes_wait() {
    let mut keys = Keys::default();
    let most = u8::try_from(MOST_UNDELIVERED - 1).unwrap();
    for (at, name) in (0..=most).enumerate() {
        asked(&mut keys, name);
        keys.storing(&digest(name), result(), None, to(1));
        keys.stored(&digest(name), Duration::from_millis(at as u64));
    }
    assert!(keys.give_up(Duration::ZERO, |_| false).is_empty());
    keys.entries.insert(
        Digest::of([b"one more".as_slice()]),
        Entry {
            params: digest(9),
            question: None,
            is_link: false,
            key: None,
            state: Kept {
                result: result(),
                typed: None,
                until: UNDELIVERED * 2,
            }
            .state(),
        },
    );
    assert_eq!(keys.give_up(Duration::ZERO, |_| false).len(), 1);
    assert!(keys.entry(&digest(0)).is_none(), "the oldest");
}
