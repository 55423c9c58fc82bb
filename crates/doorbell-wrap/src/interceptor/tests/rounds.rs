//! A call that is interrupted more than once, and the state that goes with it.

use super::modern::{again, asking};
use super::play::{FORM, MERGED, Play, decline, input_required, meta, modern_call};

#[test]
fn a_state_goes_back_byte_for_byte() {
    for state in [
        r#""""#,
        r#""opaque-é\n\"x\"""#,
        r#""\u00e9\ud83d\ude00\/""#,
        r#""\ud800""#,
        "1.10",
        r#"{ "a" : 1e2 }"#,
    ] {
        let mut play = Play::new();
        play.host(&modern_call(1));
        let rest = format!(r#", "requestState" : {state} "#);
        let line = input_required("1", &format!(r#"{{"a":{FORM}}}"#), &rest);
        play.server(&line);
        let answers =
            format!(r#""inputResponses":{{"a":{{"action":"decline"}}}},"requestState":{state}"#);
        assert_eq!(play.answer(1, decline()), [again("~1", &answers)]);
    }
    // One that is not there is not sent.
    let mut play = Play::new();
    play.host(&modern_call(1));
    let rest = r#","requestState":null"#;
    play.server(&input_required("1", &format!(r#"{{"a":{FORM}}}"#), rest));
    let answers = r#""inputResponses":{"a":{"action":"decline"}}"#;
    assert_eq!(play.answer(1, decline()), [again("~1", answers)]);
}

/// Only the answers of the latest round are sent, whoever gave those before.
#[test]
fn answers_of_an_earlier_round_are_not_sent_again() {
    let mut play = Play::new();
    let meta = meta("{}");
    play.host(&format!(
        r#"{{"id":1,"method":"tools/call","params":{{ "inputResponses" : {{"x":{{}}}} , "name" : "deploy" ,"requestState":"old",{meta} }}}}"#
    ));
    let requests = format!(r#"{{"a":{FORM}}}"#);
    play.server(&input_required("1", &requests, r#","requestState":"new""#));
    assert_eq!(
        play.answer(1, decline()),
        [format!(
            r#"server: {{"id":"~1","method":"tools/call","params":{{"inputResponses":{{"a":{{"action":"decline"}}}},"requestState":"new", "name" : "deploy",{MERGED} }}}}"#
        )]
    );
    play.server(&input_required(r#""~1""#, &requests, ""));
    assert_eq!(
        play.answer(2, decline()),
        [format!(
            r#"server: {{"id":"~2","method":"tools/call","params":{{"inputResponses":{{"a":{{"action":"decline"}}}}, "name" : "deploy",{MERGED} }}}}"#
        )]
    );
}

#[test]
fn ten_rounds_are_the_most() {
    let mut play = Play::new();
    play.host(&modern_call(1));
    let requests = format!(r#"{{"a":{FORM}}}"#);
    play.server(&input_required("1", &requests, ""));
    let answers = r#""inputResponses":{"a":{"action":"decline"}}"#;
    for round in 1..=10 {
        let name = format!("~{round}");
        assert_eq!(play.answer(round, decline()), [again(&name, answers)]);
        let line = play.server(&input_required(&format!(r#""{name}""#), &requests, ""));
        if round < 10 {
            assert_eq!(line, [format!("ask {}", round + 1)]);
        } else {
            assert_eq!(
                line,
                [
                    r#"host: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The server asked 10 times and still wants to know more; the call was not repeated."}],"isError":true,"resultType":"complete"}}"#
                ]
            );
        }
    }
}

/// A server may only want the call again. The agent does that itself, unless the proxy has
/// already repeated the call without its knowledge.
#[test]
fn a_result_with_nothing_but_a_state() {
    let shed = |id: &str| {
        format!(r#"{{"id":{id},"result":{{"resultType":"input_required","requestState":"shed"}}}}"#)
    };
    let mut play = Play::new();
    play.host(&modern_call(1));
    assert_eq!(play.server(&shed("1")), [format!("host: {}", shed("1"))]);

    let mut play = asking();
    play.answer(1, decline());
    let answers = r#""requestState":"shed""#;
    for round in 2..=10 {
        let name = format!("~{round}");
        let before = format!(r#""~{}""#, round - 1);
        assert_eq!(play.server(&shed(&before)), [again(&name, answers)]);
    }
    // Beyond, the agent may see whether it wants to go on.
    assert_eq!(
        play.server(&shed(r#""~10""#)),
        [format!("host: {}", shed("1"))]
    );
}
