//! `input_required` results, and the calls that are sent again with answers.

use doorbell_protocol::DoneState;

use super::harness::{
    FORM, LINK, MERGED, ROOTS, TestProxy, accept, accept_link, cancelled, decline, dismiss,
    doorbell_cancels, hand_back, input_required, meta, modern_call, modern_call_by, reject,
};
use crate::action::Answer;

/// `modern_call(1)` as it is sent again; `answers` holds further members.
pub fn resent_call(name: &str, answers: &str) -> String {
    format!(
        r#"server: {{"jsonrpc":"2.0","id":"{name}","method":"tools/call","params":{{{answers},"name":"deploy",{MERGED}}}}}"#
    )
}

/// A call interrupted by one form.
pub fn call_with_form() -> TestProxy {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let line = input_required("1", &format!(r#"{{"a":{FORM}}}"#), "");
    assert_eq!(proxy.server_sends(&line), ["ask 1"]);
    proxy
}

#[test]
fn call_is_resent_with_answer() {
    for (answer, json) in [
        (
            accept(r#"{"name":"Ada"}"#),
            r#"{"action":"accept","content":{"name":"Ada"}}"#,
        ),
        (decline(), r#"{"action":"decline"}"#),
        (dismiss(), r#"{"action":"cancel"}"#),
        (doorbell_cancels("Muted."), r#"{"action":"cancel"}"#),
    ] {
        let mut proxy = call_with_form();
        let answers = format!(r#""inputResponses":{{"a":{json}}}"#);
        assert_eq!(proxy.answer(1, answer), [resent_call("~1", &answers)]);
        assert_eq!(
            proxy.server_sends(r#"{ "result":{"resultType":"complete","n":1.10}, "id":"~1" }"#),
            [r#"host: { "result":{"resultType":"complete","n":1.10}, "id":1 }"#]
        );
        assert!(proxy.interceptor.next_tick().is_none());
        assert!(proxy.interceptor.calls.is_empty());
    }
}

#[test]
fn rejected_question_is_cancelled_and_reported() {
    let mut proxy = call_with_form();
    let answers = r#""inputResponses":{"a":{"action":"cancel"}}"#;
    assert_eq!(
        proxy.answer(1, reject()),
        ["report", &resent_call("~1", answers)]
    );
}

#[test]
fn call_is_resent_after_all_answers() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let requests = format!(r#"{{"b":{FORM},"a":{LINK},"c":{FORM}}}"#);
    assert_eq!(
        proxy.server_sends(&input_required("1", &requests, r#","requestState":"s""#)),
        ["ask 1", "ask 2", "ask 3"]
    );
    assert!(proxy.answer(3, decline()).is_empty());
    assert_eq!(proxy.answer(2, accept_link()), ["await 2 q"]);
    assert!(proxy.answer(1, accept("{}")).is_empty());
    // Answers keep the order of the questions.
    let answers = r#""inputResponses":{"b":{"action":"accept","content":{}},"a":{"action":"accept"},"c":{"action":"decline"}},"requestState":"s""#;
    assert_eq!(
        proxy.finish_link(2, DoneState::Done),
        [resent_call("~1", answers)]
    );
}

/// One sign-in must not use up the rounds.
#[test]
fn link_is_answered_when_finished() {
    for (state, action) in [
        (DoneState::Done, "accept"),
        (DoneState::Cancelled, "cancel"),
        (DoneState::Expired, "cancel"),
        (DoneState::Unknown, "cancel"),
    ] {
        let mut proxy = TestProxy::new();
        proxy.host_sends(&modern_call(1));
        proxy.server_sends(&input_required("1", &format!(r#"{{"a":{LINK}}}"#), ""));
        assert_eq!(proxy.answer(1, accept_link()), ["await 1 q"]);
        let answers = format!(r#""inputResponses":{{"a":{{"action":"{action}"}}}}"#);
        assert_eq!(proxy.finish_link(1, state), [resent_call("~1", &answers)]);
    }
    for (answer, action) in [(decline(), "decline"), (dismiss(), "cancel")] {
        let mut proxy = TestProxy::new();
        proxy.host_sends(&modern_call(1));
        proxy.server_sends(&input_required("1", &format!(r#"{{"a":{LINK}}}"#), ""));
        let answers = format!(r#""inputResponses":{{"a":{{"action":"{action}"}}}}"#);
        assert_eq!(proxy.answer(1, answer), [resent_call("~1", &answers)]);
    }
}

#[test]
fn question_keys_may_be_any_string() {
    let names = [
        r#""""#,
        r#""__main__:ask""#,
        r#""é\"\\\n""#,
        r#""inputRequests""#,
        r#""🔔""#,
    ];
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let requests: Vec<_> = names.iter().map(|name| format!("{name}:{FORM}")).collect();
    proxy.server_sends(&input_required(
        "1",
        &format!("{{{}}}", requests.join(",")),
        "",
    ));
    for ask in 1..names.len() {
        assert!(proxy.answer(ask, dismiss()).is_empty());
    }
    let answers: Vec<_> = names
        .iter()
        .map(|name| format!(r#"{name}:{{"action":"cancel"}}"#))
        .collect();
    let answers = format!(r#""inputResponses":{{{}}}"#, answers.join(","));
    assert_eq!(
        proxy.answer(names.len(), dismiss()),
        [resent_call("~1", &answers)]
    );
}

#[test]
fn last_of_duplicate_keys_wins() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let requests = format!(r#"{{"a":{LINK},"\u0061":{FORM}}}"#);
    assert_eq!(
        proxy.server_sends(&input_required("1", &requests, "")),
        ["ask 1"]
    );
    assert_eq!(proxy.parsed(1).message, "Who?");
    let answers = r#""inputResponses":{"a":{"action":"decline"}}"#;
    assert_eq!(proxy.answer(1, decline()), [resent_call("~1", answers)]);
}

#[test]
fn other_input_requests_pass() {
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
        let mut proxy = TestProxy::new();
        proxy.host_sends(&modern_call_by(capabilities, 1));
        let line = input_required("1", &requests, r#","requestState":"s""#);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
    // Results of other types pass even if they contain the word.
    for result in [
        r#"{"content":[{"type":"text","text":"input_required"}]}"#,
        r#"{"resultType":"complete","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"input_required"}}}}"#,
        r#"{"status":"input_required"}"#,
        r#"["input_required"]"#,
        r#""input_required""#,
    ] {
        let mut proxy = TestProxy::new();
        proxy.host_sends(&modern_call(1));
        let line = format!(r#"{{"id":1,"result":{result}}}"#);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
}

/// The agent sees questions of modes that its request did not declare.
#[test]
fn undeclared_modes_are_not_asked() {
    let requests = format!(r#"{{"a":{FORM}}}"#);
    let line = input_required("1", &requests, "");
    let mut proxy = TestProxy::new();
    proxy.reachable = false;
    proxy.host_sends(&modern_call(1));
    proxy.interceptor.on_connected();
    assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);

    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&super::harness::call(1, "deploy"));
    assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
}

#[test]
fn parallel_calls_do_not_mix() {
    let mut proxy = TestProxy::new();
    let requests = format!(r#"{{"a":{FORM}}}"#);
    for id in [1, 2, 3] {
        proxy.host_sends(&modern_call(id));
    }
    proxy.server_sends(&input_required("2", &requests, r#","requestState":"two""#));
    proxy.server_sends(&input_required("1", &requests, r#","requestState":"one""#));
    let one = r#""inputResponses":{"a":{"action":"decline"}},"requestState":"one""#;
    let two = r#""inputResponses":{"a":{"action":"accept","content":{}}},"requestState":"two""#;
    assert_eq!(proxy.answer(2, decline()), [resent_call("~1", one)]);
    assert_eq!(proxy.answer(1, accept("{}")), [resent_call("~2", two)]);
    let third = r#"{"id":3,"result":{}}"#;
    assert_eq!(proxy.server_sends(third), [format!("host: {third}")]);
    assert_eq!(
        proxy.server_sends(r#"{"id":"~2","result":{}}"#),
        [r#"host: {"id":2,"result":{}}"#]
    );
    assert_eq!(
        proxy.server_sends(r#"{"id":"~1","result":{}}"#),
        [r#"host: {"id":1,"result":{}}"#]
    );
}

#[test]
fn cancelled_call_withdraws_its_questions() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    proxy.server_sends(&input_required(
        "1",
        &format!(r#"{{"a":{FORM},"b":{FORM}}}"#),
        "",
    ));
    proxy.answer(1, decline());
    // The server has already answered the call.
    assert_eq!(proxy.host_sends(&cancelled(1)), ["withdraw 2"]);
    assert!(proxy.answer(2, decline()).is_empty());
    assert!(proxy.interceptor.next_tick().is_none());

    let mut proxy = call_with_form();
    proxy.answer(1, decline());
    assert_eq!(
        proxy.host_sends(&cancelled(1)),
        [
            r#"server: {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"~1"}}"#
        ]
    );
    assert!(proxy.server_sends(r#"{"id":"~1","result":{}}"#).is_empty());
}

#[test]
fn handed_back_round_is_forwarded_unchanged() {
    let capable = r#"{"elicitation":{"form":{},"url":{}}}"#;
    let line = input_required(
        "1",
        &format!(r#"{{"a":{FORM},"b":{LINK}}}"#),
        r#","requestState":"s""#,
    );
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call_by(capable, 1));
    proxy.server_sends(&line);
    assert_eq!(proxy.asker(1)["handBack"], true);
    assert!(proxy.answer(1, hand_back()).is_empty());
    // If all are handed back, the server's result passes unchanged.
    assert_eq!(proxy.answer(2, hand_back()), [format!("host: {line}")]);
    let retry = modern_call_by(capable, 2);
    assert_eq!(proxy.host_sends(&retry), [format!("server: {retry}")]);
}

#[test]
fn unavailable_doorbell_forwards_round_or_cancels() {
    let requests = format!(r#"{{"a":{FORM},"b":{LINK}}}"#);
    let line = input_required("1", &requests, "");
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call_by(
        r#"{"elicitation":{"form":{},"url":{}}}"#,
        1,
    ));
    proxy.server_sends(&line);
    assert_eq!(proxy.answer(2, Answer::Unavailable), ["report"]);
    assert_eq!(
        proxy.answer(1, Answer::Unavailable),
        [format!("host: {line}")]
    );

    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    proxy.server_sends(&line);
    proxy.answer(1, Answer::Unavailable);
    let answers = r#""inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}"#;
    assert_eq!(
        proxy.answer(2, Answer::Unavailable),
        [resent_call("~1", answers)]
    );
}

#[test]
fn opened_link_is_accepted_when_doorbell_is_lost() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    proxy.server_sends(&input_required("1", &format!(r#"{{"a":{LINK}}}"#), ""));
    proxy.answer(1, accept_link());
    let answers = r#""inputResponses":{"a":{"action":"accept"}}"#;
    assert_eq!(
        proxy.answer(1, Answer::Unavailable),
        ["report", &resent_call("~1", answers)]
    );
}

#[test]
fn prompts_and_resources_may_ask() {
    for method in ["prompts/get", "resources/read"] {
        let mut proxy = TestProxy::new();
        let request = |name: &str, id: &str| {
            let meta = meta("{}");
            format!(r#"{{"id":{id},"method":"{method}","params":{{{name}{meta}}}}}"#)
        };
        proxy.host_sends(&request("", "1"));
        proxy.server_sends(&input_required("1", &format!(r#"{{"a":{FORM}}}"#), ""));
        let resent = request(r#""inputResponses":{"a":{"action":"decline"}},"#, r#""~1""#);
        let resent = resent.replace(
            r#""io.modelcontextprotocol/clientCapabilities":{}"#,
            r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}"#,
        );
        assert_eq!(proxy.answer(1, decline()), [format!("server: {resent}")]);
    }
}
