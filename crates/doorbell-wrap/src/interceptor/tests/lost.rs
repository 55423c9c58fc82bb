//! Doorbell comes and goes.

use std::time::Duration;

use super::play::{Play, accept, call, hand_back, modern_call, not_shown, push, reject};
use crate::action::Answer;
use crate::interceptor::EXPECT_EVERY;

const CANCEL: &str = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;

/// Never `decline`: nobody has declined.
#[test]
fn a_question_that_nobody_can_be_asked_is_cancelled() {
    let mut play = Play::legacy();
    play.server(&push(0));
    assert_eq!(play.answer(1, Answer::Lost), ["tell", CANCEL]);
}

#[test]
fn an_agent_that_can_elicit_is_asked_instead() {
    let mut play = Play::capable();
    for id in 0..2 {
        play.server(&push(id));
    }
    let (first, second) = (push(0), push(1));
    // One loss is told once.
    assert_eq!(
        play.answer(1, Answer::Lost),
        ["tell", &format!("host: {first}")]
    );
    assert_eq!(play.answer(2, Answer::Lost), [format!("host: {second}")]);
    // And until Doorbell is back, it is asked at once.
    let third = push(2);
    assert_eq!(play.server(&third), [format!("host: {third}")]);
    play.interceptor.on_reached();
    assert_eq!(play.server(&push(3)), ["ask 3"]);
    assert_eq!(play.answer(3, Answer::Lost)[0], "tell");
}

/// Doorbell may be started any time, and nobody else can ask.
#[test]
fn an_agent_that_cannot_elicit_still_has_doorbell_tried() {
    let mut play = Play::legacy();
    play.server(&push(0));
    play.answer(1, Answer::Lost);
    assert_eq!(play.server(&push(1)), ["ask 2"]);
    assert!(!play.answer(2, accept("{}")).is_empty());
}

/// There is a Doorbell, but its window did not appear.
#[test]
fn what_nobody_could_see_the_agent_shows() {
    let mut play = Play::capable();
    let line = push(0);
    play.server(&line);
    let told = play.answer(1, not_shown());
    assert_eq!(told, ["tell", &format!("host: {line}")]);
    let mut play = Play::legacy();
    play.server(&push(0));
    assert_eq!(play.answer(1, not_shown()), ["tell", CANCEL]);
}

#[test]
fn what_doorbell_does_not_understand_the_agent_may() {
    let mut play = Play::capable();
    let line = push(0);
    play.server(&line);
    assert_eq!(play.answer(1, reject()), [format!("host: {line}")]);
    play.server(&line);
    assert_eq!(play.answer(2, hand_back()), [format!("host: {line}")]);
}

/// Calls that may lead to questions have the connection made, and kept, but not each of them.
#[test]
fn calls_have_doorbell_expected() {
    let mut play = Play::legacy();
    let line = call(1, "deploy");
    assert_eq!(play.host(&line), ["expect", &format!("server: {line}")]);
    assert_eq!(play.host(&line), [format!("server: {line}")]);
    play.wait(EXPECT_EVERY - Duration::from_millis(1));
    assert_eq!(play.host(&line), [format!("server: {line}")]);
    play.wait(Duration::from_millis(1));
    assert_eq!(play.host(&line), ["expect", &format!("server: {line}")]);
    // When it is lost, the next call looks for it at once.
    play.server(&push(0));
    play.answer(1, Answer::Lost);
    assert_eq!(play.host(&line), ["expect", &format!("server: {line}")]);
}

#[test]
fn only_calls_that_may_ask_have_doorbell_expected() {
    for (method, is_expected) in [
        ("tools/call", true),
        ("prompts/get", true),
        ("resources/read", true),
        ("tasks/result", true),
        ("tools/list", false),
        ("ping", false),
        ("completion/complete", false),
    ] {
        let line = format!(r#"{{"id":1,"method":"{method}"}}"#);
        let out = Play::legacy().host(&line);
        assert_eq!(out.contains(&"expect".to_owned()), is_expected, "{method}");
    }
    assert_eq!(Play::new().host(&modern_call(1))[0], "expect");
}
