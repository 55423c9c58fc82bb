//! "Waiting for your answer in Doorbell".

use std::time::Duration;

use doorbell_protocol::DoneState;

use super::play::{
    FORM, Play, accept, call_with_token, cancelled, consent, decline, input_required,
    links_required, meta, push, result,
};
use crate::interceptor::PROGRESS_EVERY;
use crate::interceptor::progress::MOST_TOKENS;

fn notice(to: &str, token: &str, progress: &str) -> String {
    format!(
        r#"{to}: {{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{progress},"message":"Waiting for your answer in Doorbell"}}}}"#
    )
}

/// The server's own progress.
fn told(token: &str, progress: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{ "progress" : {progress} , "total":10.0, "progressToken":{token}}}}}"#
    )
}

fn push_with_token(id: u32, token: &str) -> String {
    push(id).replace(
        r#""message""#,
        &format!(r#""_meta":{{"progressToken":{token}}},"message""#),
    )
}

#[test]
fn the_agent_hears_at_once_and_every_fifteen_seconds() {
    for token in ["7", r#""a\u0062""#, "1.0"] {
        let mut play = Play::legacy();
        play.host(&call_with_token(1, token));
        assert_eq!(
            play.server(&push(0)),
            ["ask 1", &notice("host", token, "0.001")]
        );
        assert!(
            play.wait(PROGRESS_EVERY - Duration::from_millis(1))
                .is_empty()
        );
        assert_eq!(
            play.wait(Duration::from_millis(1)),
            [notice("host", token, "0.002")]
        );
        assert_eq!(play.wait(PROGRESS_EVERY), [notice("host", token, "0.003")]);
        play.answer(1, accept("{}"));
        assert!(play.interceptor.next_tick().is_none());
        assert!(play.wait(PROGRESS_EVERY).is_empty());
    }
}

#[test]
fn an_agent_that_did_not_ask_hears_nothing() {
    let mut play = Play::legacy();
    play.host(&super::play::call(1, "deploy"));
    assert_eq!(play.server(&push(0)), ["ask 1"]);
    assert!(play.wait(PROGRESS_EVERY).is_empty());
    for token in ["null", "{}", "true"] {
        let mut play = Play::legacy();
        play.host(&call_with_token(1, token));
        assert_eq!(play.server(&push(0)), ["ask 1"]);
    }
}

#[test]
fn progress_goes_on_from_what_the_server_said() {
    let mut play = Play::legacy();
    play.host(&call_with_token(1, "7"));
    // Untouched, as long as nobody else has spoken, and even if it falls.
    for progress in ["3", "2.50", "4e0", "-1", "1e400", r#""5""#, "null"] {
        let line = told("7", progress);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
    // Of what no number can be, nothing is learnt.
    for progress in ["5", "1e400", r#""9""#] {
        play.server(&told("7", progress));
    }
    assert_eq!(
        play.server(&push(0)),
        ["ask 1", &notice("host", "7", "5.001")]
    );
    // It must not fall behind.
    assert_eq!(
        play.server(&told("7.0", "5")),
        [format!("host: {}", told("7.0", "5.002"))]
    );
    assert_eq!(
        play.server(&told("7", "4.25")),
        [format!("host: {}", told("7", "5.003"))]
    );
    let ahead = told("7", "6.10");
    assert_eq!(play.server(&ahead), [format!("host: {ahead}")]);
    assert_eq!(play.wait(PROGRESS_EVERY), [notice("host", "7", "6.101")]);
    // Nor after the answer, while the call goes on.
    play.answer(1, accept("{}"));
    assert_eq!(
        play.server(&told("7", "6.10")),
        [format!("host: {}", told("7", "6.102"))]
    );
    // Other tokens are other calls'.
    let other = told(r#""7""#, "1");
    assert_eq!(play.server(&other), [format!("host: {other}")]);
}

#[test]
fn progress_rises_even_where_numbers_are_coarse() {
    let mut play = Play::legacy();
    play.host(&call_with_token(1, "7"));
    play.server(&told("7", "1e17"));
    assert_eq!(
        play.server(&push(0)),
        ["ask 1", &notice("host", "7", "1.0000000000000002e+17")]
    );
    // There is nothing above the largest number, and nothing else to say.
    let mut play = Play::legacy();
    play.host(&call_with_token(1, "7"));
    play.server(&told("7", "1.7976931348623157e308"));
    assert_eq!(
        play.server(&push(0)),
        ["ask 1", &notice("host", "7", "1.7976931348623157e+308")]
    );
}

#[test]
fn everyone_who_may_be_waiting_hears() {
    let mut play = Play::legacy();
    play.host(&call_with_token(1, "1"));
    play.host(&call_with_token(2, r#""two""#));
    assert_eq!(
        play.server(&push(0)),
        [
            "ask 1",
            &notice("host", "1", "0.001"),
            &notice("host", r#""two""#, "0.001"),
        ]
    );
    // Two questions, one clock, and one notice for each call.
    play.wait(Duration::from_secs(5));
    play.server(&push(1));
    assert_eq!(
        play.wait(Duration::from_secs(10)),
        [
            notice("host", "1", "0.003"),
            notice("host", r#""two""#, "0.003"),
        ]
    );
    // Those who are done hear no more.
    play.server(&result(1));
    assert_eq!(
        play.wait(PROGRESS_EVERY),
        [notice("host", r#""two""#, "0.004")]
    );
    play.host(&cancelled(2));
    assert!(play.interceptor.next_tick().is_none());
}

/// Servers that give a question ten minutes start anew when they hear something.
#[test]
fn the_server_hears_if_its_question_has_a_token() {
    for token in ["0", r#""p\u0031""#] {
        let mut play = Play::legacy();
        play.host(&call_with_token(1, "7"));
        assert_eq!(
            play.server(&push_with_token(0, token)),
            [
                "ask 1",
                &notice("server", token, "1.0"),
                &notice("host", "7", "0.001"),
            ]
        );
        assert_eq!(
            play.wait(PROGRESS_EVERY),
            [notice("server", token, "2.0"), notice("host", "7", "0.002"),]
        );
        play.answer(1, decline());
        assert!(play.wait(PROGRESS_EVERY).is_empty());
    }
}

#[test]
fn the_agent_hears_while_links_are_open() {
    let mut play = Play::legacy();
    play.host(&call_with_token(1, "7"));
    assert_eq!(
        play.server(&links_required("1", &["e1", "e2"])),
        [
            "ask 1",
            &notice("host", "7", "0.001"),
            "ask 2",
            &notice("host", "7", "0.002"),
        ]
    );
    play.answer(1, consent());
    play.answer(2, consent());
    assert_eq!(play.wait(PROGRESS_EVERY), [notice("host", "7", "0.003")]);
    play.done(1, DoneState::Done);
    play.done(2, DoneState::Done);
    assert!(play.interceptor.next_tick().is_none());
    // The repeated call has the same token, and its server begins from the beginning.
    assert_eq!(
        play.server(&told("7", "0")),
        [format!("host: {}", told("7", "0.004"))]
    );
}

#[test]
fn a_modern_agent_hears_too() {
    let mut play = Play::new();
    let meta = meta("{}").replace("{\"io", "{\"progressToken\":7,\"io");
    play.host(&format!(
        r#"{{"id":1,"method":"tools/call","params":{{"name":"deploy",{meta}}}}}"#
    ));
    assert_eq!(
        play.server(&input_required("1", &format!(r#"{{"a":{FORM}}}"#), "")),
        ["ask 1", &notice("host", "7", "0.001")]
    );
    assert_eq!(play.wait(PROGRESS_EVERY), [notice("host", "7", "0.002")]);
}

/// A later call may use a token again; it begins from the beginning, whatever else is in flight.
#[test]
fn a_call_that_is_over_leaves_nothing_behind() {
    let mut play = Play::legacy();
    play.host(&call_with_token(9, "9"));
    for id in 1..3 {
        play.host(&call_with_token(id, "7"));
        play.server(&told("7", "5"));
        assert_eq!(
            play.server_within(&id.to_string(), &push(0))[1],
            notice("host", "7", "5.001")
        );
        play.server(&result(id));
    }
    play.host(&call_with_token(3, "7"));
    let line = told("7", "1");
    assert_eq!(play.server(&line), [format!("host: {line}")]);
}

/// A server may name tokens that nobody gave it; they are not kept for ever.
#[test]
fn so_many_tokens_are_remembered_and_no_more() {
    for (more, goes_on_from) in [(0, "5.001"), (1, "0.001")] {
        let mut play = Play::legacy();
        play.host(&call_with_token(1, "7"));
        play.server(&told("7", "5"));
        for token in 1..MOST_TOKENS + more {
            play.server(&told(&format!(r#""{token}""#), "1"));
        }
        assert_eq!(play.server(&push(0))[1], notice("host", "7", goes_on_from));
    }
    // What the proxy has said itself is not forgotten.
    let mut play = Play::legacy();
    play.host(&call_with_token(1, "7"));
    play.server(&push(0));
    for token in 0..2 * MOST_TOKENS {
        play.server(&told(&format!(r#""{token}""#), "1"));
    }
    assert_eq!(play.wait(PROGRESS_EVERY), [notice("host", "7", "0.002")]);
}
