use doorbell_protocol::{Action, OutcomeMeta};

use super::*;

fn digest(number: u8) -> Digest {
    Digest([number; 32])
}

fn question(number: u64) -> QuestionId {
    QuestionId::parse(&format!("q{number}")).unwrap()
}

fn request(asker: u64, id: i64) -> ReplyTo {
    (AskerId(asker), RequestId::Number(id))
}

fn answered(retain_until: Duration) -> QuestionRecord {
    let outcome = OutcomeMeta {
        outcome: "declined".into(),
        ..OutcomeMeta::default()
    };
    let result = Arc::new(ElicitResult::new(Action::Decline, None, outcome));
    QuestionRecord {
        state: State::Answered(PendingAnswer {
            result,
            input: None,
        }),
        retain_until,
        ..QuestionRecord::default()
    }
}

fn link() -> LinkRecord {
    LinkRecord {
        session: SessionId { pid: 1, started: 1 },
        awaiting: Vec::new(),
        result: None,
    }
}

#[test]
fn question_is_found_by_request_while_open_and_by_key_until_removed() {
    let mut questions = Questions::default();
    let key = QuestionKey {
        digest: digest(1),
        params: digest(9),
        key: None,
    };
    let open = QuestionRecord {
        reply_to: Some(request(1, 7)),
        key: Some(key),
        ..QuestionRecord::default()
    };
    questions.0.insert(question(1), open);
    assert_eq!(questions.by_request(&request(1, 7)), Some(question(1)));
    assert_eq!(questions.by_request(&request(2, 7)), None);
    assert_eq!(questions.by_key(&digest(1)), Some(question(1)));
    assert_eq!(questions.by_key(&digest(2)), None);
    questions.0.get_mut(&question(1)).unwrap().state = answered(ANSWER_RETENTION).state;
    assert_eq!(questions.by_request(&request(1, 7)), None);
    assert_eq!(questions.by_key(&digest(1)), Some(question(1)));
}

#[test]
fn answer_expires_after_ten_minutes_unless_its_link_is_unfinished() {
    let mut questions = Questions::default();
    questions.0.insert(question(1), answered(ANSWER_RETENTION));
    let unfinished = QuestionRecord {
        link: Some(link()),
        ..answered(ANSWER_RETENTION)
    };
    questions.0.insert(question(2), unfinished);
    assert_eq!(questions.next_tick(), Some(ANSWER_RETENTION));
    let just_before = ANSWER_RETENTION - Duration::from_millis(1);
    assert_eq!(questions.expired(just_before), []);
    assert_eq!(questions.expired(ANSWER_RETENTION), [question(1)]);
}

#[test]
fn oldest_of_too_many_ended_questions_expires() {
    let mut questions = Questions::default();
    for number in 0..MAX_ENDED as u64 {
        let record = answered(Duration::from_secs(1_000 - number));
        questions.0.insert(question(number), record);
    }
    questions.0.insert(question(999), QuestionRecord::default());
    assert_eq!(questions.expired(Duration::ZERO), []);
    questions
        .0
        .insert(question(1_000), answered(ANSWER_RETENTION * 2));
    let oldest = question(MAX_ENDED as u64 - 1);
    assert_eq!(questions.expired(Duration::ZERO), [oldest]);
}

#[test]
fn requests_that_await_links_are_limited() {
    let mut questions = Questions::default();
    let record = QuestionRecord {
        link: Some(link()),
        ..QuestionRecord::default()
    };
    questions.0.insert(question(1), record);
    for asker in 0..8 {
        for id in 0..32 {
            assert!(questions.await_link(question(1), request(asker, id)));
        }
        let full = !questions.await_link(question(1), request(asker, 32));
        assert!(full, "the limit of one asker");
    }
    assert!(
        !questions.await_link(question(1), request(8, 0)),
        "the limit of all askers"
    );
    let unknown = questions.stop_awaiting(|other| *other == request(8, 0));
    assert_eq!(unknown, None);
    let stopped = questions.stop_awaiting(|other| *other == request(7, 0));
    assert_eq!(stopped, Some(question(1)));
    assert!(questions.await_link(question(1), request(8, 0)));
    questions.stop_awaiting(|(asker, _)| *asker == AskerId(7));
    assert!(questions.await_link(question(1), request(8, 1)));
}

#[test]
fn askers_wait_until_their_questions_and_links_end() {
    let mut questions = Questions::default();
    let asked = |asker| QuestionRecord {
        reply_to: Some(request(asker, 1)),
        ..QuestionRecord::default()
    };
    questions.0.insert(question(1), asked(1));
    let over = QuestionRecord {
        reply_to: Some(request(2, 1)),
        ..answered(Duration::MAX)
    };
    questions.0.insert(question(2), over);
    let opened = QuestionRecord {
        state: State::Ended,
        link: Some(link()),
        ..asked(3)
    };
    questions.0.insert(question(3), opened);
    assert!(questions.await_link(question(3), request(4, 1)));
    let waiting = |questions: &Questions| {
        let mut askers: Vec<_> = questions.waiting_askers().into_iter().collect();
        askers.sort_unstable_by_key(|asker| asker.0);
        askers
    };
    assert_eq!(waiting(&questions), [AskerId(1), AskerId(3), AskerId(4)]);
    questions.stop_awaiting(|(asker, _)| *asker == AskerId(4));
    questions.0.get_mut(&question(1)).unwrap().state = State::Ended;
    assert_eq!(waiting(&questions), [AskerId(3)]);
}
