//! Error -32042: links to be opened before a call can succeed.

use doorbell_protocol::DoneState;

use super::play::{
    Play, call, cancelled, close, complete, consent, decline, hand_back, link, links_required,
    modern_call, refuse, reject,
};
use crate::action::Answer;
use crate::interceptor::{Claims, When};

/// The call of `call(1, "deploy")` as it is sent again.
fn again(name: &str) -> String {
    format!(
        r#"server: {{"jsonrpc":"2.0","id":"{name}","method":"tools/call","params":{{"name":"deploy","arguments":{{"n":1.10}}}}}}"#
    )
}

fn failed(text: &str) -> String {
    format!(
        r#"host: {{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}; the call was not repeated."}}],"isError":true}}}}"#
    )
}

/// A call that needs links.
fn needing(play: &mut Play, elicitations: &[&str]) -> Vec<String> {
    play.host(&call(1, "deploy"));
    play.server(&links_required("1", elicitations))
}

#[test]
fn a_call_is_repeated_when_its_link_is_finished() {
    let mut play = Play::legacy();
    assert_eq!(needing(&mut play, &["e1"]), ["ask 1"]);
    assert_eq!(play.asker(1)["tool"], "deploy");
    assert_eq!(play.read(1).message, "Sign in");
    assert_eq!(play.answer(1, consent()), ["await 1 q"]);
    assert_eq!(play.server(&complete("e1")), ["complete e1"]);
    assert_eq!(play.done(1, DoneState::Done), [again("~1")]);
    // All but the name is as the server wrote it.
    assert_eq!(
        play.server(r#"{ "result" : {"n":1.10, "content":[]} , "id" : "~1","x":null }"#),
        [r#"host: { "result" : {"n":1.10, "content":[]} , "id" : 1,"x":null }"#]
    );
    assert!(play.interceptor.next_tick().is_none());
    assert!(play.interceptor.calls.is_empty());
}

#[test]
fn several_links_are_one_group_and_all_must_be_finished() {
    let mut play = Play::legacy();
    assert_eq!(
        needing(&mut play, &["e1", "e2", "e3"]),
        ["ask 1", "ask 2", "ask 3"]
    );
    let group = play.asker(1)["group"].clone();
    assert!(group.is_string());
    assert_eq!(play.asker(2)["group"], group);
    assert_eq!(play.asker(3)["group"], group);
    play.answer(2, consent());
    assert!(play.done(2, DoneState::Done).is_empty());
    play.answer(1, consent());
    play.answer(3, consent());
    assert!(play.done(3, DoneState::Done).is_empty());
    assert_eq!(play.done(1, DoneState::Done), [again("~1")]);
    // Another call is another group.
    play.host(&call(2, "test"));
    play.server(&links_required("2", &["e4"]));
    assert_ne!(play.asker(4)["group"], group);
}

#[test]
fn one_link_that_is_not_opened_ends_the_call() {
    for (answer, text) in [
        (decline(), "The person declined to open e2.example.com"),
        (
            close(),
            "The person closed the question about e2.example.com",
        ),
        (
            refuse("Too many questions."),
            "The link to e2.example.com was not opened: Too many questions",
        ),
        (
            reject(),
            "Doorbell could not show a link (params.message is missing)",
        ),
    ] {
        let mut play = Play::legacy();
        needing(&mut play, &["e1", "e2", "e3"]);
        play.answer(1, consent());
        assert_eq!(
            play.answer(2, answer),
            ["withdraw 1", "withdraw 3", &failed(text)]
        );
        // What comes of the others is late.
        assert!(play.done(1, DoneState::Done).is_empty());
        assert!(play.answer(3, consent()).is_empty());
        assert!(play.interceptor.next_tick().is_none());
    }
}

#[test]
fn one_link_that_is_not_finished_ends_the_call() {
    for (state, text) in [
        (
            DoneState::Cancelled,
            "The person did not finish what e1.example.com asked",
        ),
        (
            DoneState::Expired,
            "Nobody said that e1.example.com is finished",
        ),
        (
            DoneState::Unknown,
            "Doorbell no longer knows whether e1.example.com is finished",
        ),
    ] {
        let mut play = Play::legacy();
        needing(&mut play, &["e1", "e2"]);
        play.answer(1, consent());
        assert_eq!(play.done(1, state), ["withdraw 2", &failed(text)]);
    }
}

/// Only tools have results that can say it to a model.
#[test]
fn what_is_no_tool_ends_in_an_error_that_asks_for_no_links() {
    let mut play = Play::legacy();
    play.host(r#"{"id":"a/\u0062","method":"resources/read","params":{"uri":"x"}}"#);
    play.server(&links_required(r#""a/b""#, &["e1"]));
    assert_eq!(
        play.answer(1, decline()),
        [
            r#"host: {"jsonrpc":"2.0","id":"a/\u0062","error":{"code":-32000,"message":"The person declined to open e1.example.com; the call was not repeated."}}"#
        ]
    );
}

#[test]
fn three_rounds_are_the_most() {
    let mut play = Play::legacy();
    needing(&mut play, &["e1"]);
    for (round, name) in [(1, "~1"), (2, "~2"), (3, "~3")] {
        play.answer(round, consent());
        assert_eq!(play.done(round, DoneState::Done), [again(name)]);
        let line = play.server(&links_required(&format!(r#""{name}""#), &["e1"]));
        match round {
            1 | 2 => assert_eq!(line, [format!("ask {}", round + 1)]),
            _ => assert_eq!(
                line,
                [failed(
                    "The server asked for links 3 times and still does not go on"
                )]
            ),
        }
    }
}

/// The server never hears a name twice, and the agent hears its own.
#[test]
fn a_name_is_used_once() {
    let mut play = Play::legacy();
    needing(&mut play, &["e1"]);
    play.answer(1, consent());
    play.done(1, DoneState::Done);
    play.host(&call(2, "deploy"));
    play.server(&links_required("2", &["e2"]));
    play.answer(2, consent());
    assert_eq!(play.done(2, DoneState::Done), [again("~2")]);
    assert_eq!(
        play.server(r#"{"id":"~2","error":{"code":1,"message":"x"}}"#),
        [r#"host: {"id":2,"error":{"code":1,"message":"x"}}"#]
    );
    assert_eq!(
        play.server(r#"{"id":"~1","result":{}}"#),
        [r#"host: {"id":1,"result":{}}"#]
    );
}

/// A server that answers twice is heard once.
#[test]
fn a_second_answer_is_not_heard() {
    let mut play = Play::legacy();
    let first = needing(&mut play, &["e1"]);
    assert_eq!(first, ["ask 1"]);
    assert!(play.server(r#"{"id":1,"result":{}}"#).is_empty());
    play.answer(1, consent());
    play.done(1, DoneState::Done);
    assert!(play.server(r#"{"id":1,"result":{}}"#).is_empty());
    assert_eq!(play.server(&links_required(r#""~1""#, &["e2"])), ["ask 2"]);
    assert!(play.server(r#"{"id":"~1","result":{}}"#).is_empty());
    play.answer(2, consent());
    assert_eq!(play.done(2, DoneState::Done), [again("~2")]);
    play.server(r#"{"id":"~2","result":{}}"#);
    assert!(play.server(r#"{"id":"~2","result":{}}"#).is_empty());
}

#[test]
fn a_cancelled_call_withdraws_its_links() {
    let mut play = Play::legacy();
    needing(&mut play, &["e1", "e2"]);
    play.answer(1, consent());
    // The server has answered the call; there is nothing left to cancel there.
    assert_eq!(play.host(&cancelled(1)), ["withdraw 1", "withdraw 2"]);
    assert!(play.done(1, DoneState::Done).is_empty());
    assert!(play.answer(2, consent()).is_empty());
    assert!(play.interceptor.next_tick().is_none());
}

/// An agent that uses a name twice has given the older call up.
#[test]
fn a_name_that_is_used_again_is_another_call() {
    let mut play = Play::legacy();
    needing(&mut play, &["e1"]);
    let other = call(1, "test");
    assert_eq!(
        play.host(&other),
        ["withdraw 1", &format!("server: {other}")]
    );
    assert!(play.answer(1, consent()).is_empty());
    let answer = r#"{"id":1,"result":{}}"#;
    assert_eq!(play.server(answer), [format!("host: {answer}")]);
}

#[test]
fn a_repeated_call_is_cancelled_under_its_new_name() {
    let mut play = Play::legacy();
    needing(&mut play, &["e1"]);
    play.answer(1, consent());
    play.done(1, DoneState::Done);
    assert_eq!(
        play.host(
            r#"{"method":"notifications/cancelled","params":{ "requestId" : 1.0 ,"reason":"x"}}"#
        ),
        [
            r#"server: {"method":"notifications/cancelled","params":{ "requestId" : "~1" ,"reason":"x"}}"#
        ]
    );
    // The agent does not know the name that a late answer has.
    assert!(play.server(r#"{"id":"~1","result":{}}"#).is_empty());
}

#[test]
fn the_agent_may_be_handed_the_links_as_they_came() {
    let mut play = Play::capable();
    needing(&mut play, &["e1", "e2"]);
    assert_eq!(play.asker(1)["handBack"], true);
    let line = links_required("1", &["e1", "e2"]);
    play.answer(1, consent());
    assert_eq!(
        play.answer(2, hand_back()),
        ["withdraw 1", &format!("host: {line}")]
    );
    // The agent hears of its own links.
    for elicitation in ["e1", "e2"] {
        let done = complete(elicitation);
        assert_eq!(play.server(&done), [format!("host: {done}")]);
    }
    // And sends the call again itself.
    let own = call(2, "deploy");
    assert_eq!(play.host(&own), [format!("server: {own}")]);
}

#[test]
fn the_agent_is_handed_links_of_a_later_round_under_its_own_name() {
    let mut play = Play::capable();
    needing(&mut play, &["e1"]);
    play.answer(1, consent());
    play.done(1, DoneState::Done);
    play.server(&links_required(r#""~1""#, &["e2"]));
    let line = links_required("1", &["e2"]);
    assert_eq!(play.answer(2, hand_back()), [format!("host: {line}")]);
}

#[test]
fn without_doorbell_the_agent_gets_the_links_or_hears_why_not() {
    let mut play = Play::capable();
    needing(&mut play, &["e1", "e2"]);
    let line = links_required("1", &["e1", "e2"]);
    assert_eq!(
        play.answer(1, Answer::Lost),
        ["tell", "withdraw 2", &format!("host: {line}")]
    );
    assert!(play.answer(2, Answer::Lost).is_empty());

    let mut play = Play::legacy();
    needing(&mut play, &["e1"]);
    let text = failed("Doorbell could not ask the person");
    assert_eq!(play.answer(1, Answer::Lost), ["tell", &text]);
}

/// The person agreed and went there: the server knows how far they came.
#[test]
fn a_link_that_was_opened_is_taken_as_finished_when_doorbell_is_lost() {
    let mut play = Play::legacy();
    needing(&mut play, &["e1"]);
    play.answer(1, consent());
    assert_eq!(play.answer(1, Answer::Lost), ["tell", &again("~1")]);
}

#[test]
fn links_are_the_agents_where_they_are_not_doorbells() {
    let line = links_required("1", &["e1"]);
    // It opens links itself, and Doorbell shall do only what is missing.
    let missing = Play::with(When::Missing, Claims::default());
    let mut play = missing.initialised(r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(needing(&mut play, &["e1"]), [format!("host: {line}")]);
    // Nobody has told the server that links can be opened.
    let mut play = Play::new();
    play.reachable = false;
    let mut play = play.initialised("{}");
    assert_eq!(needing(&mut play, &["e1"]), [format!("host: {line}")]);
    // Nor here.
    let mut play = Play::new();
    assert_eq!(needing(&mut play, &["e1"]), [format!("host: {line}")]);
}

#[test]
fn an_error_that_lists_no_links_passes() {
    let form = r#"{"message":"Who?","requestedSchema":{}}"#;
    let good = link("e1");
    for data in [
        "{}".to_owned(),
        "null".to_owned(),
        r#"{"elicitations":[]}"#.to_owned(),
        r#"{"elicitations":{}}"#.to_owned(),
        r#"{"elicitations":[1]}"#.to_owned(),
        format!(r#"{{"elicitations":[{good},{form}]}}"#),
        format!(r#"{{"elicitations":[{good},null]}}"#),
    ] {
        let mut play = Play::legacy();
        play.host(&call(1, "deploy"));
        let line =
            format!(r#"{{"id":1,"error":{{"code":-32042,"message":"Links","data":{data}}}}}"#);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
    for error in [
        r#"{"code":-32043,"data":{"elicitations":[{"mode":"url"}]}}"#,
        r#"{"code":"-32042","data":{"elicitations":[{"mode":"url"}]}}"#,
        "-32042",
    ] {
        let mut play = Play::legacy();
        play.host(&call(1, "deploy"));
        let line = format!(r#"{{"id":1,"error":{error}}}"#);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
}

/// The modern era has no such error; a server that sends it is served all the same.
#[test]
fn a_call_of_the_modern_era_is_told_in_its_own_way() {
    let mut play = Play::new();
    play.host(&modern_call(1));
    assert_eq!(play.server(&links_required("1", &["e1"])), ["ask 1"]);
    assert_eq!(
        play.answer(1, decline()),
        [
            r#"host: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The person declined to open e1.example.com; the call was not repeated."}],"isError":true,"resultType":"complete"}}"#
        ]
    );
}

/// Where a link leads is said in words that fit a sentence.
#[test]
fn a_link_that_leads_nowhere_is_just_a_link() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.server(r#"{"id":1,"error":{"code":-32042,"data":{"elicitations":[{"mode":"url","url":"nonsense"}]}}}"#);
    assert_eq!(
        play.answer(1, decline()),
        [failed("The person declined to open the link")]
    );
}
