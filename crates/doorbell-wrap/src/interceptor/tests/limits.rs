//! What is too much, one by one. Limits of a single area are tested with it.

use super::play::{
    FORM, Play, call, cancelled, complete, decline, input_required, links_required, modern_call,
    push, push_link,
};
use crate::interceptor::completion::MOST_COMPLETIONS;
use crate::interceptor::legacy::MOST_SETTLED;
use crate::interceptor::question::{MOST_OPEN, MOST_PARAMS};

const CANCEL: &str = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;

/// A message so long that the params for Doorbell have `most` bytes.
fn long_message(most: usize) -> String {
    let mut play = Play::legacy();
    play.server(&push(0));
    let rest = play.params(1).len() - "Who?".len();
    "x".repeat(most - rest)
}

#[test]
fn the_longest_question_fits_into_a_line_of_doorbells() {
    let long = push(0).replace("Who?", &long_message(MOST_PARAMS));
    let mut play = Play::legacy();
    assert_eq!(play.server(&long), ["ask 1"]);
    assert_eq!(play.params(1).len(), MOST_PARAMS);
    play.read(1);
}

#[test]
fn a_longer_one_is_the_agents_or_cancelled() {
    let long = push(0).replace("Who?", &long_message(MOST_PARAMS + 1));
    assert_eq!(Play::legacy().server(&long), [CANCEL]);
    // The agent that is asked itself could also be handed the question, which takes room.
    assert!(Play::capable().server(&long) == [format!("host: {long}")]);
}

#[test]
fn a_round_goes_on_without_a_question_that_is_too_long() {
    let long = FORM.replace("Who?", &"x".repeat(MOST_PARAMS));
    let mut play = Play::new();
    play.host(&modern_call(1));
    let requests = format!(r#"{{"a":{long},"b":{FORM}}}"#);
    assert_eq!(play.server(&input_required("1", &requests, "")), ["ask 1"]);
    let out = play.answer(1, decline());
    let answers = r#""inputResponses":{"a":{"action":"cancel"},"b":{"action":"decline"}}"#;
    assert!(out[0].contains(answers), "{out:?}");

    let mut play = Play::new();
    play.host(&modern_call(1));
    let out = play.server(&input_required("1", &format!(r#"{{"a":{long}}}"#), ""));
    assert!(out[0].contains(r#""inputResponses":{"a":{"action":"cancel"}}"#));
    assert!(play.interceptor.next_tick().is_none());
}

#[test]
fn so_many_questions_are_open_and_no_more() {
    let mut play = Play::legacy();
    for (id, ask) in (1..).zip(1..=MOST_OPEN) {
        assert_eq!(play.server(&push(id)), [format!("ask {ask}")]);
    }
    assert_eq!(play.server(&push(0)), [CANCEL]);
}

/// Doorbell would end the connection over them, and with it every other question.
#[test]
fn what_doorbell_could_not_read_is_not_asked() {
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    for bad in ["\"\\ud83d\"".to_owned(), "1e999".to_owned(), deep] {
        let odd = push(0).replace("\"Who?\"", &bad);
        assert_ne!(odd, push(0));
        assert_eq!(Play::legacy().server(&odd), [CANCEL], "{bad}");
        assert!(Play::capable().server(&odd) == [format!("host: {odd}")]);
    }
}

#[test]
fn a_link_that_is_too_long_ends_the_call() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    let line = links_required("1", &["e1", "e2"]);
    let long = line.replace("e2.example.com/in", &"x".repeat(MOST_PARAMS));
    let out = play.server(&long);
    assert_eq!(out[..2], ["ask 1", "withdraw 1"]);
    assert!(out[2].contains("One of the links is too long for Doorbell"));

    let mut play = Play::capable();
    play.host(&call(1, "deploy"));
    let out = play.server(&long);
    assert_eq!(out[..2], ["ask 1", "withdraw 1"]);
    assert!(out[2] == format!("host: {long}"));
}

#[test]
fn so_many_links_may_be_finished_and_no_more() {
    for (more, is_known) in [(0, true), (1, false)] {
        let mut play = Play::legacy();
        for id in 0..MOST_COMPLETIONS + more {
            play.server(&push_link(0, &format!("e{id}")));
        }
        let first = play.server(&complete("e0")) == ["complete e0"];
        assert_eq!(first, is_known);
        assert_eq!(play.server(&complete("e1")), ["complete e1"]);
    }
}

#[test]
fn so_many_questions_that_are_over_are_remembered_and_no_more() {
    for (more, is_known) in [(0, true), (1, false)] {
        let mut play = Play::legacy();
        let count = MOST_SETTLED + more;
        for id in 0..count {
            play.server(&push(id as u32));
            play.answer(id + 1, decline());
        }
        assert_eq!(play.server(&cancelled(0)).is_empty(), is_known);
        assert!(play.server(&cancelled(1)).is_empty());
    }
}
