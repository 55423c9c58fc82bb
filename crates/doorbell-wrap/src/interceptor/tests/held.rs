//! Rounds that ask the person and the agent: the person's answers wait for the agent's own.

use std::time::Duration;

use doorbell_protocol::DoneState;

use super::play::{
    FORM, LINK, Play, ROOTS, accept, consent, decline, hand_back, input_required, meta,
    modern_call_by,
};
use crate::action::Answer;
use crate::interceptor::held::{HELD_FOR, MOST_HELD};

const ROOTED: &str = r#"{"roots":{}}"#;
const TOLD: &str = r#"{"elicitation":{"form":{},"url":{}},"roots":{}}"#;
const REFUSED: &str = r#"host: {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"the requestState has expired, was used already or is another call's; call again"}}"#;

/// The agent's own part of a round, answered: its call with the id 2.
fn retry(state: &str, capabilities: &str) -> String {
    let meta = meta(capabilities);
    format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"deploy","inputResponses":{{"r":{{"roots":[1.10]}}}}{state},{meta}}}}}"#
    )
}

/// A round with a form and roots, of which the person has answered the form; what the agent gets.
fn shared(play: &mut Play, rest: &str) -> Vec<String> {
    play.host(&modern_call_by(ROOTED, 1));
    let requests = format!(r#"{{"a":{FORM},"r":{ROOTS}}}"#);
    assert_eq!(
        play.server(&input_required("1", &requests, rest)),
        ["ask 1"]
    );
    play.answer(1, accept(r#"{"n":1}"#))
}

#[test]
fn the_agent_gets_its_part_and_the_server_both() {
    let mut play = Play::new();
    let line = input_required(
        "1",
        &format!(r#"{{"r":{ROOTS}}}"#),
        r#","requestState":"~1""#,
    );
    assert_eq!(
        shared(&mut play, r#","requestState":"s\u0065cret\/""#),
        [format!("host: {line}")]
    );
    let meta = meta(TOLD);
    assert_eq!(
        play.host(&retry(r#","requestState":"~1""#, ROOTED)),
        [format!(
            r#"server: {{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"inputResponses":{{"r":{{"roots":[1.10]}},"a":{{"action":"accept","content":{{"n":1}}}}}},"requestState":"s\u0065cret\/","name":"deploy",{meta}}}}}"#
        )]
    );
    let answer = r#"{"id":2,"result":{"resultType":"complete"}}"#;
    assert_eq!(play.server(answer), [format!("host: {answer}")]);
}

#[test]
fn a_round_without_a_state_gets_one_and_gives_it_back() {
    for rest in ["", r#","requestState":null"#] {
        let mut play = Play::new();
        let out = shared(&mut play, rest);
        assert!(out[0].contains(r#""requestState":"~1""#), "{out:?}");
        let out = play.host(&retry(r#","requestState":"~1""#, ROOTED));
        assert!(out[0].starts_with("server: "), "{out:?}");
        assert!(!out[0].contains("requestState"), "{out:?}");
    }
}

#[test]
fn a_state_is_exchanged_once() {
    let mut play = Play::new();
    shared(&mut play, "");
    let own = retry(r#","requestState":"~1""#, ROOTED);
    play.host(&own);
    assert_eq!(play.host(&own), [REFUSED]);
}

#[test]
fn a_state_is_exchanged_for_ten_minutes() {
    let own = retry(r#","requestState":"~1""#, ROOTED);
    let mut play = Play::new();
    shared(&mut play, "");
    play.wait(HELD_FOR - Duration::from_millis(1));
    assert!(play.host(&own).concat().starts_with("expectserver: "));

    let mut play = Play::new();
    shared(&mut play, "");
    play.wait(HELD_FOR);
    assert_eq!(play.host(&own), [REFUSED]);
}

#[test]
fn a_state_that_only_looks_like_the_proxys_is_not_exchanged() {
    let mut play = Play::new();
    shared(&mut play, "");
    // One that was never made.
    let own = retry(r#","requestState":"~199""#, ROOTED);
    assert_eq!(play.host(&own), [REFUSED]);
    // Others are the server's, whatever they look like.
    for state in [
        r#","requestState":"doorbell-1""#,
        r#","requestState":"x ~1""#,
        r#","requestState":["~1"]"#,
        r#","x":"~1""#,
        "",
    ] {
        let told = retry(state, TOLD);
        assert_eq!(
            play.host(&retry(state, ROOTED)),
            [format!("server: {told}")]
        );
    }
}

/// What a person answered for one call must not be had for another.
#[test]
fn a_state_is_exchanged_for_its_own_call_only() {
    let own = retry(r#","requestState":"~1""#, ROOTED);
    for other in [
        own.replace("deploy", "destroy"),
        own.replace("tools/call", "prompts/get"),
        own.replace(r#""name""#, r#""arguments":{"force":true},"name""#),
        own.replace(r#""name":"deploy","#, ""),
    ] {
        let mut play = Play::new();
        shared(&mut play, "");
        let out = play.host(&other);
        assert_eq!(out.last().unwrap(), REFUSED, "{other}");
        assert_eq!(play.host(&own), [REFUSED]);
    }
    // How it is spelled, and what else is told with it, may differ.
    let mut play = Play::new();
    shared(&mut play, "");
    let spelled = own.replace(r#""name":"deploy","#, "").replace(
        r#""_meta":{"#,
        r#" "n\u0061me" : "deploy", "_meta":{"progressToken":1,"#,
    );
    assert!(play.host(&spelled).last().unwrap().starts_with("server: "));
}

/// The oldest round is forgotten when there are too many.
#[test]
fn so_many_rounds_wait_and_no_more() {
    for (more, is_kept) in [(0, true), (1, false)] {
        let mut play = Play::new();
        let requests = format!(r#"{{"a":{FORM},"r":{ROOTS}}}"#);
        for round in 1..=MOST_HELD + more {
            play.host(&modern_call_by(ROOTED, 1));
            play.server(&input_required("1", &requests, ""));
            play.answer(round, decline());
        }
        let out = play
            .host(&retry(r#","requestState":"~1""#, ROOTED))
            .concat();
        assert_eq!(out != REFUSED, is_kept);
        let out = play
            .host(&retry(r#","requestState":"~2""#, ROOTED))
            .concat();
        assert_ne!(out, REFUSED);
    }
}

#[test]
fn a_link_is_finished_before_the_agent_gets_its_part() {
    let mut play = Play::new();
    play.host(&modern_call_by(ROOTED, 1));
    let requests = format!(r#"{{"r":{ROOTS},"a":{LINK}}}"#);
    play.server(&input_required("1", &requests, ""));
    assert_eq!(play.answer(1, consent()), ["await 1 q"]);
    assert_eq!(
        play.done(1, DoneState::Done),
        [format!(
            r#"host: {{"jsonrpc":"2.0","id":1,"result":{{"requestState":"~1","resultType":"input_required","inputRequests":{{"r":{ROOTS}}}}}}}"#
        )]
    );
}

/// One question is the agent's, the other the person's.
#[test]
fn a_question_that_is_handed_back_is_shared_like_any_other() {
    let both = r#"{"elicitation":{"form":{},"url":{}}}"#;
    let mut play = Play::new();
    play.host(&modern_call_by(both, 1));
    let requests = format!(r#"{{"a":{FORM},"b":{FORM}}}"#);
    play.server(&input_required("1", &requests, r#","requestState":"s""#));
    play.answer(1, decline());
    let line = input_required(
        "1",
        &format!(r#"{{"b":{FORM}}}"#),
        r#","requestState":"~1""#,
    );
    assert_eq!(play.answer(2, hand_back()), [format!("host: {line}")]);
    // The agent answers its own, and would answer the other if it knew of it.
    let meta = meta(both);
    let own = format!(
        r#"{{"id":2,"method":"tools/call","params":{{"name":"deploy","inputResponses":{{"b":{{"action":"accept"}},"a":{{"action":"accept"}}}},"requestState":"~1",{meta}}}}}"#
    );
    assert_eq!(
        play.host(&own),
        [format!(
            r#"server: {{"id":2,"method":"tools/call","params":{{"inputResponses":{{"b":{{"action":"accept"}},"a":{{"action":"decline"}}}},"requestState":"s","name":"deploy",{meta}}}}}"#
        )]
    );
}

#[test]
fn without_doorbell_the_agent_gets_what_it_can_answer() {
    let forms = r#"{"elicitation":{"form":{}}}"#;
    let mut play = Play::new();
    play.host(&modern_call_by(forms, 1));
    let requests = format!(r#"{{"a":{FORM},"b":{LINK}}}"#);
    play.server(&input_required("1", &requests, ""));
    play.answer(1, Answer::Lost);
    assert_eq!(
        play.answer(2, Answer::Lost),
        [format!(
            r#"host: {{"jsonrpc":"2.0","id":1,"result":{{"requestState":"~1","resultType":"input_required","inputRequests":{{"a":{FORM}}}}}}}"#
        )]
    );
}

/// The rounds of a call count on, whoever sends it again.
#[test]
fn rounds_count_on_through_the_agent() {
    let mut play = Play::new();
    play.host(&modern_call_by(ROOTED, 2));
    let requests = format!(r#"{{"a":{FORM},"r":{ROOTS}}}"#);
    for round in 1..=11 {
        let out = play.server(&input_required("2", &requests, ""));
        if round == 11 {
            assert!(out[0].contains("The server asked 10 times"), "{out:?}");
            break;
        }
        assert_eq!(out, [format!("ask {round}")]);
        play.answer(round, decline());
        play.host(&retry(&format!(r#","requestState":"~{round}""#), ROOTED));
    }
}
