//! Results that want answers, and the calls that bring them.

use doorbell_protocol::DoneState;

use super::play::{
    FORM, LINK, MERGED, Play, ROOTS, accept, cancelled, close, consent, decline, hand_back,
    input_required, meta, modern_call, modern_call_by, refuse, reject,
};
use crate::action::Answer;

/// The call of `modern_call(1)` as it is sent again; `answers` are further members.
pub fn again(name: &str, answers: &str) -> String {
    format!(
        r#"server: {{"jsonrpc":"2.0","id":"{name}","method":"tools/call","params":{{{answers},"name":"deploy",{MERGED}}}}}"#
    )
}

/// A call that wants an answer to one form.
pub fn asking() -> Play {
    let mut play = Play::new();
    play.host(&modern_call(1));
    let line = input_required("1", &format!(r#"{{"a":{FORM}}}"#), "");
    assert_eq!(play.server(&line), ["ask 1"]);
    play
}

#[test]
fn a_call_is_repeated_with_the_answer() {
    for (answer, json) in [
        (
            accept(r#"{"name":"Ada"}"#),
            r#"{"action":"accept","content":{"name":"Ada"}}"#,
        ),
        (decline(), r#"{"action":"decline"}"#),
        (close(), r#"{"action":"cancel"}"#),
        (refuse("Muted."), r#"{"action":"cancel"}"#),
    ] {
        let mut play = asking();
        let answers = format!(r#""inputResponses":{{"a":{json}}}"#);
        assert_eq!(play.answer(1, answer), [again("~1", &answers)]);
        assert_eq!(
            play.server(r#"{ "result":{"resultType":"complete","n":1.10}, "id":"~1" }"#),
            [r#"host: { "result":{"resultType":"complete","n":1.10}, "id":1 }"#]
        );
        assert!(play.interceptor.next_tick().is_none());
        assert!(play.interceptor.calls.is_empty());
    }
}

/// The server has no use for the question's name in Doorbell, nor for its times.
#[test]
fn what_doorbell_cannot_make_sense_of_is_cancelled_and_told() {
    let mut play = asking();
    let answers = r#""inputResponses":{"a":{"action":"cancel"}}"#;
    assert_eq!(play.answer(1, reject()), ["tell", &again("~1", answers)]);
}

#[test]
fn all_questions_are_answered_before_the_call_is_repeated() {
    let mut play = Play::new();
    play.host(&modern_call(1));
    let requests = format!(r#"{{"b":{FORM},"a":{LINK},"c":{FORM}}}"#);
    assert_eq!(
        play.server(&input_required("1", &requests, r#","requestState":"s""#)),
        ["ask 1", "ask 2", "ask 3"]
    );
    assert!(play.answer(3, decline()).is_empty());
    assert_eq!(play.answer(2, consent()), ["await 2 q"]);
    assert!(play.answer(1, accept("{}")).is_empty());
    // In the order in which they were asked.
    let answers = r#""inputResponses":{"b":{"action":"accept","content":{}},"a":{"action":"accept"},"c":{"action":"decline"}},"requestState":"s""#;
    assert_eq!(play.done(2, DoneState::Done), [again("~1", answers)]);
}

/// One sign-in shall not use up the rounds: a link is answered when it is finished.
#[test]
fn a_link_is_answered_when_it_is_finished() {
    for (state, action) in [
        (DoneState::Done, "accept"),
        (DoneState::Cancelled, "cancel"),
        (DoneState::Expired, "cancel"),
        (DoneState::Unknown, "cancel"),
    ] {
        let mut play = Play::new();
        play.host(&modern_call(1));
        play.server(&input_required("1", &format!(r#"{{"a":{LINK}}}"#), ""));
        assert_eq!(play.answer(1, consent()), ["await 1 q"]);
        let answers = format!(r#""inputResponses":{{"a":{{"action":"{action}"}}}}"#);
        assert_eq!(play.done(1, state), [again("~1", &answers)]);
    }
    for (answer, action) in [(decline(), "decline"), (close(), "cancel")] {
        let mut play = Play::new();
        play.host(&modern_call(1));
        play.server(&input_required("1", &format!(r#"{{"a":{LINK}}}"#), ""));
        let answers = format!(r#""inputResponses":{{"a":{{"action":"{action}"}}}}"#);
        assert_eq!(play.answer(1, answer), [again("~1", &answers)]);
    }
}

#[test]
fn names_of_questions_may_be_anything() {
    let names = [
        r#""""#,
        r#""__main__:ask""#,
        r#""é\"\\\n""#,
        r#""inputRequests""#,
        r#""🔔""#,
    ];
    let mut play = Play::new();
    play.host(&modern_call(1));
    let requests: Vec<_> = names.iter().map(|name| format!("{name}:{FORM}")).collect();
    play.server(&input_required(
        "1",
        &format!("{{{}}}", requests.join(",")),
        "",
    ));
    for ask in 1..names.len() {
        assert!(play.answer(ask, close()).is_empty());
    }
    let answers: Vec<_> = names
        .iter()
        .map(|name| format!(r#"{name}:{{"action":"cancel"}}"#))
        .collect();
    let answers = format!(r#""inputResponses":{{{}}}"#, answers.join(","));
    assert_eq!(play.answer(names.len(), close()), [again("~1", &answers)]);
}

#[test]
fn of_questions_with_one_name_the_last_counts() {
    let mut play = Play::new();
    play.host(&modern_call(1));
    let requests = format!(r#"{{"a":{LINK},"\u0061":{FORM}}}"#);
    assert_eq!(play.server(&input_required("1", &requests, "")), ["ask 1"]);
    assert_eq!(play.read(1).message, "Who?");
    let answers = r#""inputResponses":{"a":{"action":"decline"}}"#;
    assert_eq!(play.answer(1, decline()), [again("~1", answers)]);
}

#[test]
fn what_is_not_doorbells_passes() {
    let forms = r#"{"elicitation":{"form":{}},"roots":{}}"#;
    for (capabilities, requests) in [
        ("{}", format!(r#"{{"r":{ROOTS}}}"#)),
        (
            "{}",
            r#"{"v":{"method":"elicitation/create","params":{"mode":"voice"}}}"#.to_owned(),
        ),
        ("{}", r#"{"v":{"method":"elicitation/create"}}"#.to_owned()),
        ("{}", r#"{"v":null,"w":{},"x":[]}"#.to_owned()),
        (forms, format!(r#"{{"r":{ROOTS}}}"#)),
    ] {
        let mut play = Play::new();
        play.host(&modern_call_by(capabilities, 1));
        let line = input_required("1", &requests, r#","requestState":"s""#);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
    // Not even a tool that talks about it, or a result of another type.
    for result in [
        r#"{"content":[{"type":"text","text":"input_required"}]}"#,
        r#"{"resultType":"complete","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"input_required"}}}}"#,
        r#"{"status":"input_required"}"#,
        r#"["input_required"]"#,
        r#""input_required""#,
    ] {
        let mut play = Play::new();
        play.host(&modern_call(1));
        let line = format!(r#"{{"id":1,"result":{result}}}"#);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
}

/// What a request did not declare is not asked, and what the server wants without it is the
/// agent's to see.
#[test]
fn a_request_that_declared_nothing_is_left_alone() {
    let requests = format!(r#"{{"a":{FORM}}}"#);
    let line = input_required("1", &requests, "");
    let mut play = Play::new();
    play.reachable = false;
    play.host(&modern_call(1));
    play.interceptor.on_reached();
    assert_eq!(play.server(&line), [format!("host: {line}")]);

    let mut play = Play::legacy();
    play.host(&super::play::call(1, "deploy"));
    assert_eq!(play.server(&line), [format!("host: {line}")]);
}

#[test]
fn parallel_calls_do_not_mix() {
    let mut play = Play::new();
    let requests = format!(r#"{{"a":{FORM}}}"#);
    for id in [1, 2, 3] {
        play.host(&modern_call(id));
    }
    play.server(&input_required("2", &requests, r#","requestState":"two""#));
    play.server(&input_required("1", &requests, r#","requestState":"one""#));
    let one = r#""inputResponses":{"a":{"action":"decline"}},"requestState":"one""#;
    let two = r#""inputResponses":{"a":{"action":"accept","content":{}}},"requestState":"two""#;
    assert_eq!(play.answer(2, decline()), [again("~1", one)]);
    assert_eq!(play.answer(1, accept("{}")), [again("~2", two)]);
    let third = r#"{"id":3,"result":{}}"#;
    assert_eq!(play.server(third), [format!("host: {third}")]);
    assert_eq!(
        play.server(r#"{"id":"~2","result":{}}"#),
        [r#"host: {"id":2,"result":{}}"#]
    );
    assert_eq!(
        play.server(r#"{"id":"~1","result":{}}"#),
        [r#"host: {"id":1,"result":{}}"#]
    );
}

#[test]
fn a_cancelled_call_withdraws_its_questions() {
    let mut play = Play::new();
    play.host(&modern_call(1));
    play.server(&input_required(
        "1",
        &format!(r#"{{"a":{FORM},"b":{FORM}}}"#),
        "",
    ));
    play.answer(1, decline());
    // No request is in flight: the server has nothing to hear.
    assert_eq!(play.host(&cancelled(1)), ["withdraw 2"]);
    assert!(play.answer(2, decline()).is_empty());
    assert!(play.interceptor.next_tick().is_none());

    let mut play = asking();
    play.answer(1, decline());
    assert_eq!(
        play.host(&cancelled(1)),
        [
            r#"server: {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"~1"}}"#
        ]
    );
    assert!(play.server(r#"{"id":"~1","result":{}}"#).is_empty());
}

#[test]
fn the_agent_may_be_handed_a_question() {
    let capable = r#"{"elicitation":{"form":{},"url":{}}}"#;
    let line = input_required(
        "1",
        &format!(r#"{{"a":{FORM},"b":{LINK}}}"#),
        r#","requestState":"s""#,
    );
    let mut play = Play::new();
    play.host(&modern_call_by(capable, 1));
    play.server(&line);
    assert_eq!(play.asker(1)["handBack"], true);
    assert!(play.answer(1, hand_back()).is_empty());
    // All of them: the result is the server's own.
    assert_eq!(play.answer(2, hand_back()), [format!("host: {line}")]);
    let own = modern_call_by(capable, 2);
    assert_eq!(play.host(&own), [format!("server: {own}")]);
}

#[test]
fn without_doorbell_the_agent_is_asked_if_it_can() {
    let requests = format!(r#"{{"a":{FORM},"b":{LINK}}}"#);
    let line = input_required("1", &requests, "");
    let mut play = Play::new();
    play.host(&modern_call_by(
        r#"{"elicitation":{"form":{},"url":{}}}"#,
        1,
    ));
    play.server(&line);
    assert_eq!(play.answer(2, Answer::Lost), ["tell"]);
    assert_eq!(play.answer(1, Answer::Lost), [format!("host: {line}")]);

    let mut play = Play::new();
    play.host(&modern_call(1));
    play.server(&line);
    play.answer(1, Answer::Lost);
    let answers = r#""inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}"#;
    assert_eq!(play.answer(2, Answer::Lost), [again("~1", answers)]);
}

#[test]
fn a_link_that_was_opened_counts_when_doorbell_is_lost() {
    let mut play = Play::new();
    play.host(&modern_call(1));
    play.server(&input_required("1", &format!(r#"{{"a":{LINK}}}"#), ""));
    play.answer(1, consent());
    let answers = r#""inputResponses":{"a":{"action":"accept"}}"#;
    assert_eq!(
        play.answer(1, Answer::Lost),
        ["tell", &again("~1", answers)]
    );
}

#[test]
fn prompts_and_resources_ask_too() {
    for method in ["prompts/get", "resources/read"] {
        let mut play = Play::new();
        let request = |name: &str, id: &str| {
            let meta = meta("{}");
            format!(r#"{{"id":{id},"method":"{method}","params":{{{name}{meta}}}}}"#)
        };
        play.host(&request("", "1"));
        play.server(&input_required("1", &format!(r#"{{"a":{FORM}}}"#), ""));
        let told = request(r#""inputResponses":{"a":{"action":"decline"}},"#, r#""~1""#);
        let told = told.replace(
            r#""io.modelcontextprotocol/clientCapabilities":{}"#,
            r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}"#,
        );
        assert_eq!(play.answer(1, decline()), [format!("server: {told}")]);
    }
}
