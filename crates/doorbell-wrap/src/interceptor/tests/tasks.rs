//! Modern tasks that are polled and have questions.

use doorbell_protocol::DoneState;

use super::harness::{
    FORM, LINK, MERGED, ROOTS, TestProxy, accept, accept_link, decline, dismiss, hand_back,
    links_required, meta, reject,
};
use crate::action::Answer;
use crate::interceptor::tasks::MAX_TASKS;

fn request(method: &str, id: u32, task: &str, capabilities: &str) -> String {
    let meta = meta(capabilities);
    format!(r#"{{"id":{id},"method":"{method}","params":{{"taskId":"{task}",{meta}}}}}"#)
}

fn task_with_inputs(id: &str, task: &str, requests: &str) -> String {
    format!(
        r#"{{"id":{id},"result":{{"resultType":"complete","taskId":"{task}","status":"input_required","inputRequests":{requests},"ttl":1.10}}}}"#
    )
}

/// What the agent sees instead of `task_with_inputs`.
fn working(id: &str, task: &str) -> String {
    format!(
        r#"host: {{"id":{id},"result":{{"resultType":"complete","taskId":"{task}","status":"working","ttl":1.10}}}}"#
    )
}

fn task_status(id: u32, task: &str, status: &str) -> String {
    format!(r#"{{"id":{id},"result":{{"taskId":"{task}","status":"{status}"}}}}"#)
}

fn task_notification(task: &str, status: &str, rest: &str) -> String {
    format!(
        r#"{{"method":"notifications/tasks","params":{{"taskId":"{task}","status":"{status}"{rest}}}}}"#
    )
}

fn task_update(name: &str, answers: &str) -> String {
    format!(
        r#"server: {{"jsonrpc":"2.0","id":"{name}","method":"tasks/update","params":{{"taskId":"t","inputResponses":{{{answers}}},{MERGED}}}}}"#
    )
}

fn poll(proxy: &mut TestProxy, id: u32, task: &str, requests: &str) -> Vec<String> {
    proxy.host_sends(&request("tasks/get", id, task, "{}"));
    proxy.server_sends(&task_with_inputs(&id.to_string(), task, requests))
}

#[test]
fn question_is_asked_once_and_answered_by_update() {
    for (answer, json) in [
        (
            accept(r#"{"n":1}"#),
            r#"{"action":"accept","content":{"n":1}}"#,
        ),
        (decline(), r#"{"action":"decline"}"#),
        (dismiss(), r#"{"action":"cancel"}"#),
    ] {
        let requests = format!(r#"{{"a":{FORM}}}"#);
        let mut proxy = TestProxy::new();
        assert_eq!(
            poll(&mut proxy, 1, "t", &requests),
            ["ask 1", &working("1", "t")]
        );
        assert_eq!(poll(&mut proxy, 2, "t", &requests), [working("2", "t")]);
        let answers = format!(r#""a":{json}"#);
        assert_eq!(proxy.answer(1, answer), [task_update("~1", &answers)]);
        // The server may still list the question. Its response to the proxy's update is dropped.
        assert_eq!(poll(&mut proxy, 3, "t", &requests), [working("3", "t")]);
        assert!(proxy.server_sends(r#"{"id":"~1","result":{}}"#).is_empty());
        let finished = task_status(4, "t", "completed");
        proxy.host_sends(&request("tasks/get", 4, "t", "{}"));
        assert_eq!(proxy.server_sends(&finished), [format!("host: {finished}")]);
    }
}

#[test]
fn each_question_is_answered_by_its_own_update() {
    let requests = format!(r#"{{"a":{FORM},"b":{LINK},"c":{FORM}}}"#);
    let mut proxy = TestProxy::new();
    assert_eq!(
        poll(&mut proxy, 1, "t", &requests),
        ["ask 1", "ask 2", "ask 3", &working("1", "t")]
    );
    assert_eq!(
        proxy.answer(3, decline()),
        [task_update("~1", r#""c":{"action":"decline"}"#)]
    );
    assert_eq!(proxy.answer(2, accept_link()), ["await 2 q"]);
    assert_eq!(
        proxy.finish_link(2, DoneState::Done),
        [task_update("~2", r#""b":{"action":"accept"}"#)]
    );
    assert_eq!(
        proxy.answer(1, Answer::Unavailable),
        ["report", &task_update("~3", r#""a":{"action":"cancel"}"#)]
    );
}

#[test]
fn questions_for_agent_stay_visible() {
    let requests = format!(r#"{{"r":{ROOTS},"a":{FORM},"s":{ROOTS}}}"#);
    let for_agent = format!(r#"{{"r":{ROOTS},"s":{ROOTS}}}"#);
    let mut proxy = TestProxy::new();
    let line = task_with_inputs("1", "t", &for_agent);
    assert_eq!(
        poll(&mut proxy, 1, "t", &requests),
        ["ask 1", &format!("host: {line}")]
    );
    // The agent answers its own questions.
    let agent_update = request("tasks/update", 2, "t", "{}");
    assert!(proxy.host_sends(&agent_update)[0].starts_with("server: "));
    let line = task_with_inputs("3", "t", &for_agent);
    assert_eq!(
        poll(&mut proxy, 3, "t", &for_agent),
        ["withdraw 1", &format!("host: {line}")]
    );
}

/// So does a question that Doorbell cannot show.
#[test]
fn handed_back_question_becomes_visible() {
    for answer in [hand_back(), Answer::Unavailable, reject()] {
        let capable = r#"{"elicitation":{"form":{},"url":{}}}"#;
        let requests = format!(r#"{{"a":{FORM}}}"#);
        let mut proxy = TestProxy::new();
        proxy.host_sends(&request("tasks/get", 1, "t", capable));
        proxy.server_sends(&task_with_inputs("1", "t", &requests));
        assert_eq!(proxy.asker(1)["handBack"], true);
        let out = proxy.answer(1, answer).concat();
        assert!(!out.contains("server"), "{out}");
        for id in 2..4 {
            proxy.reachable = true;
            proxy.host_sends(&request("tasks/get", id, "t", capable));
            let line = task_with_inputs(&id.to_string(), "t", &requests);
            assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
        }
    }
}

/// The agent may already be asking it.
#[test]
fn question_seen_by_agent_stays_with_agent() {
    let capable = r#"{"elicitation":{"form":{},"url":{}}}"#;
    let requests = format!(r#"{{"a":{FORM}}}"#);
    let mut proxy = TestProxy::new();
    for (id, reachable) in [(1, false), (2, true)] {
        proxy.reachable = reachable;
        proxy.host_sends(&request("tasks/get", id, "t", capable));
        let line = task_with_inputs(&id.to_string(), "t", &requests);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
}

#[test]
fn unlisted_question_is_withdrawn() {
    let both = format!(r#"{{"a":{FORM},"b":{FORM}}}"#);
    let one = format!(r#"{{"b":{FORM}}}"#);
    let mut proxy = TestProxy::new();
    poll(&mut proxy, 1, "t", &both);
    assert_eq!(
        poll(&mut proxy, 2, "t", &one),
        ["withdraw 1", &working("2", "t")]
    );
    let line = task_status(3, "t", "working");
    proxy.host_sends(&request("tasks/get", 3, "t", "{}"));
    assert_eq!(
        proxy.server_sends(&line),
        ["withdraw 2", &format!("host: {line}")]
    );
    assert!(proxy.answer(2, decline()).is_empty());
    assert!(proxy.interceptor.next_tick().is_none());
    // A question that is listed again is asked again.
    assert_eq!(
        poll(&mut proxy, 4, "t", &one),
        ["ask 3", &working("4", "t")]
    );
}

#[test]
fn questions_of_finished_task_are_withdrawn() {
    // The result contains the word `input_required`.
    for status in ["completed", "failed", "cancelled"] {
        let mut proxy = TestProxy::new();
        poll(&mut proxy, 1, "t", &format!(r#"{{"a":{FORM}}}"#));
        proxy.host_sends(&request("tasks/get", 2, "t", "{}"));
        let line = format!(
            r#"{{"id":2,"result":{{"taskId":"t","status":"{status}","result":{{"text":"input_required \u00e9"}}}}}}"#
        );
        assert_eq!(
            proxy.server_sends(&line),
            ["withdraw 1", &format!("host: {line}")]
        );
        assert!(proxy.interceptor.next_tick().is_none());
        assert!(proxy.answer(1, decline()).is_empty());
    }
}

#[test]
fn questions_of_cancelled_task_are_withdrawn() {
    let mut proxy = TestProxy::new();
    poll(&mut proxy, 1, "t", &format!(r#"{{"a":{FORM}}}"#));
    poll(&mut proxy, 2, "u", &format!(r#"{{"a":{FORM}}}"#));
    let out = proxy.host_sends(&request("tasks/cancel", 3, "t", "{}"));
    assert_eq!(out[0], "withdraw 1");
    assert!(out[1].starts_with("server: "));
    assert!(proxy.answer(1, decline()).is_empty());
    assert!(!proxy.answer(2, decline()).is_empty());
}

#[test]
fn task_notification_asks_questions() {
    let rest = format!(r#","inputRequests":{{"a":{FORM}}}"#);
    let mut proxy = TestProxy::new();
    // A modern call must have declared the modes.
    let meta = meta("{}");
    proxy.host_sends(&format!(
        r#"{{"id":1,"method":"tools/call","params":{{{meta}}}}}"#
    ));
    assert_eq!(
        proxy.server_sends(&task_notification("t", "input_required", &rest)),
        [
            "ask 1",
            &format!("host: {}", task_notification("t", "working", ""))
        ]
    );
    // Polling the task finds the same question.
    let requests = format!(r#"{{"a":{FORM}}}"#);
    assert_eq!(poll(&mut proxy, 2, "t", &requests), [working("2", "t")]);
    let line = task_notification("t", "completed", "");
    assert_eq!(
        proxy.server_sends(&line),
        ["withdraw 1", &format!("host: {line}")]
    );
    for line in [
        task_notification("t", "working", ""),
        r#"{"method":"notifications/tasks","params":{"status":"input_required"}}"#.to_owned(),
        r#"{"method":"notifications/tasks"}"#.to_owned(),
    ] {
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
}

/// Only members that describe the agent are copied, not those of one call.
#[test]
fn update_carries_agent_metadata() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(r#"{"id":1,"method":"tasks/get","params":{"taskId":"t","_meta":{"progressToken":7,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x", "n":1.10},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}}}"#);
    proxy.server_sends(&task_with_inputs("1", "t", &format!(r#"{{"a":{FORM}}}"#)));
    assert_eq!(
        proxy.answer(1, decline()),
        [
            r#"server: {"jsonrpc":"2.0","id":"~1","method":"tasks/update","params":{"taskId":"t","inputResponses":{"a":{"action":"decline"}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x", "n":1.10},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}},"roots":{}}}}}"#
        ]
    );
}

#[test]
fn tasks_beyond_limit_go_to_agent() {
    let requests = format!(r#"{{"a":{FORM}}}"#);
    let mut proxy = TestProxy::new();
    for task in 1..=MAX_TASKS {
        let name = format!("t{task}");
        let out = poll(&mut proxy, 1, &name, &requests);
        assert_eq!(out, [format!("ask {task}"), working("1", &name)]);
    }
    let line = task_with_inputs("1", "more", &requests);
    assert_eq!(
        poll(&mut proxy, 1, "more", &requests),
        [format!("host: {line}")]
    );
    // Known tasks continue, and a finished one makes room.
    assert_eq!(poll(&mut proxy, 1, "t1", &requests), [working("1", "t1")]);
    proxy.host_sends(&request("tasks/get", 1, "t1", "{}"));
    proxy.server_sends(&task_status(1, "t1", "failed"));
    assert_eq!(poll(&mut proxy, 1, "more", &requests).len(), 2);
}

/// Legacy tasks send `elicitation/create` requests.
#[test]
fn legacy_task_passes_unchanged() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(r#"{"id":1,"method":"tasks/get","params":{"taskId":"t"}}"#);
    let line = task_with_inputs("1", "t", &format!(r#"{{"a":{FORM}}}"#));
    assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
}

/// A poll may fail with error -32042 like any request.
#[test]
fn response_to_resent_poll_has_agent_id() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&request("tasks/get", 1, "t", "{}"));
    proxy.server_sends(&links_required("1", &["e1"]));
    proxy.answer(1, accept_link());
    proxy.finish_link(1, DoneState::Done);
    let requests = format!(r#"{{"a":{FORM}}}"#);
    assert_eq!(
        proxy.server_sends(&task_with_inputs(r#""~1""#, "t", &requests)),
        ["ask 2", &working("1", "t")]
    );
}
