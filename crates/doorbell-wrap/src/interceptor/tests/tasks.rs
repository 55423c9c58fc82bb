//! Tasks of the modern era that are polled, and want to know something.

use doorbell_protocol::DoneState;

use super::play::{
    FORM, LINK, MERGED, Play, ROOTS, accept, close, consent, decline, hand_back, links_required,
    meta, reject,
};
use crate::action::Answer;
use crate::interceptor::tasks::MOST_TASKS;

fn request(method: &str, id: u32, task: &str, capabilities: &str) -> String {
    let meta = meta(capabilities);
    format!(r#"{{"id":{id},"method":"{method}","params":{{"taskId":"{task}",{meta}}}}}"#)
}

fn asked(id: &str, task: &str, requests: &str) -> String {
    format!(
        r#"{{"id":{id},"result":{{"resultType":"complete","taskId":"{task}","status":"input_required","inputRequests":{requests},"ttl":1.10}}}}"#
    )
}

/// What the agent sees of it instead.
fn working(id: &str, task: &str) -> String {
    format!(
        r#"host: {{"id":{id},"result":{{"resultType":"complete","taskId":"{task}","status":"working","ttl":1.10}}}}"#
    )
}

fn status(id: u32, task: &str, status: &str) -> String {
    format!(r#"{{"id":{id},"result":{{"taskId":"{task}","status":"{status}"}}}}"#)
}

fn told(task: &str, status: &str, rest: &str) -> String {
    format!(
        r#"{{"method":"notifications/tasks","params":{{"taskId":"{task}","status":"{status}"{rest}}}}}"#
    )
}

fn update(name: &str, answers: &str) -> String {
    format!(
        r#"server: {{"jsonrpc":"2.0","id":"{name}","method":"tasks/update","params":{{"taskId":"t","inputResponses":{{{answers}}},{MERGED}}}}}"#
    )
}

fn poll(play: &mut Play, id: u32, task: &str, requests: &str) -> Vec<String> {
    play.host(&request("tasks/get", id, task, "{}"));
    play.server(&asked(&id.to_string(), task, requests))
}

#[test]
fn a_question_is_asked_once_and_answered_by_an_update() {
    for (answer, json) in [
        (
            accept(r#"{"n":1}"#),
            r#"{"action":"accept","content":{"n":1}}"#,
        ),
        (decline(), r#"{"action":"decline"}"#),
        (close(), r#"{"action":"cancel"}"#),
    ] {
        let requests = format!(r#"{{"a":{FORM}}}"#);
        let mut play = Play::new();
        assert_eq!(
            poll(&mut play, 1, "t", &requests),
            ["ask 1", &working("1", "t")]
        );
        assert_eq!(poll(&mut play, 2, "t", &requests), [working("2", "t")]);
        let answers = format!(r#""a":{json}"#);
        assert_eq!(play.answer(1, answer), [update("~1", &answers)]);
        // The server may take a while to see it; what it says to the proxy is the proxy's.
        assert_eq!(poll(&mut play, 3, "t", &requests), [working("3", "t")]);
        assert!(play.server(r#"{"id":"~1","result":{}}"#).is_empty());
        let over = status(4, "t", "completed");
        play.host(&request("tasks/get", 4, "t", "{}"));
        assert_eq!(play.server(&over), [format!("host: {over}")]);
    }
}

#[test]
fn questions_are_answered_one_by_one() {
    let requests = format!(r#"{{"a":{FORM},"b":{LINK},"c":{FORM}}}"#);
    let mut play = Play::new();
    assert_eq!(
        poll(&mut play, 1, "t", &requests),
        ["ask 1", "ask 2", "ask 3", &working("1", "t")]
    );
    assert_eq!(
        play.answer(3, decline()),
        [update("~1", r#""c":{"action":"decline"}"#)]
    );
    assert_eq!(play.answer(2, consent()), ["await 2 q"]);
    assert_eq!(
        play.done(2, DoneState::Done),
        [update("~2", r#""b":{"action":"accept"}"#)]
    );
    assert_eq!(
        play.answer(1, Answer::Lost),
        ["tell", &update("~3", r#""a":{"action":"cancel"}"#)]
    );
}

#[test]
fn the_agents_own_questions_stay_visible() {
    let requests = format!(r#"{{"r":{ROOTS},"a":{FORM},"s":{ROOTS}}}"#);
    let theirs = format!(r#"{{"r":{ROOTS},"s":{ROOTS}}}"#);
    let mut play = Play::new();
    let line = asked("1", "t", &theirs);
    assert_eq!(
        poll(&mut play, 1, "t", &requests),
        ["ask 1", &format!("host: {line}")]
    );
    // The agent answers them by itself.
    let own = request("tasks/update", 2, "t", "{}");
    assert!(play.host(&own)[0].starts_with("server: "));
    let line = asked("3", "t", &theirs);
    assert_eq!(
        poll(&mut play, 3, "t", &theirs),
        ["withdraw 1", &format!("host: {line}")]
    );
}

/// What the person gives back, or Doorbell cannot show, the agent finds in the task.
#[test]
fn a_question_that_is_handed_back_becomes_visible() {
    for answer in [hand_back(), Answer::Lost, reject()] {
        let capable = r#"{"elicitation":{"form":{},"url":{}}}"#;
        let requests = format!(r#"{{"a":{FORM}}}"#);
        let mut play = Play::new();
        play.host(&request("tasks/get", 1, "t", capable));
        play.server(&asked("1", "t", &requests));
        assert_eq!(play.asker(1)["handBack"], true);
        let out = play.answer(1, answer).concat();
        assert!(!out.contains("server"), "{out}");
        for id in 2..4 {
            play.reachable = true;
            play.host(&request("tasks/get", id, "t", capable));
            let line = asked(&id.to_string(), "t", &requests);
            assert_eq!(play.server(&line), [format!("host: {line}")]);
        }
    }
}

/// Nobody is asked twice: what the agent was shown once, it may be asking about.
#[test]
fn a_question_that_the_agent_was_shown_stays_its_own() {
    let capable = r#"{"elicitation":{"form":{},"url":{}}}"#;
    let requests = format!(r#"{{"a":{FORM}}}"#);
    let mut play = Play::new();
    for (id, reachable) in [(1, false), (2, true)] {
        play.reachable = reachable;
        play.host(&request("tasks/get", id, "t", capable));
        let line = asked(&id.to_string(), "t", &requests);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
}

#[test]
fn a_question_that_vanishes_is_withdrawn() {
    let both = format!(r#"{{"a":{FORM},"b":{FORM}}}"#);
    let one = format!(r#"{{"b":{FORM}}}"#);
    let mut play = Play::new();
    poll(&mut play, 1, "t", &both);
    assert_eq!(
        poll(&mut play, 2, "t", &one),
        ["withdraw 1", &working("2", "t")]
    );
    let line = status(3, "t", "working");
    play.host(&request("tasks/get", 3, "t", "{}"));
    assert_eq!(play.server(&line), ["withdraw 2", &format!("host: {line}")]);
    assert!(play.answer(2, decline()).is_empty());
    assert!(play.interceptor.next_tick().is_none());
    // Should it come back after all, somebody has to answer it.
    assert_eq!(poll(&mut play, 4, "t", &one), ["ask 3", &working("4", "t")]);
}

#[test]
fn a_task_that_is_over_asks_no_more() {
    // Words in its results must not be taken for questions.
    for status in ["completed", "failed", "cancelled"] {
        let mut play = Play::new();
        poll(&mut play, 1, "t", &format!(r#"{{"a":{FORM}}}"#));
        play.host(&request("tasks/get", 2, "t", "{}"));
        let line = format!(
            r#"{{"id":2,"result":{{"taskId":"t","status":"{status}","result":{{"text":"input_required \u00e9"}}}}}}"#
        );
        assert_eq!(play.server(&line), ["withdraw 1", &format!("host: {line}")]);
        assert!(play.interceptor.next_tick().is_none());
        assert!(play.answer(1, decline()).is_empty());
    }
}

#[test]
fn a_task_that_the_agent_gives_up_asks_no_more() {
    let mut play = Play::new();
    poll(&mut play, 1, "t", &format!(r#"{{"a":{FORM}}}"#));
    poll(&mut play, 2, "u", &format!(r#"{{"a":{FORM}}}"#));
    let out = play.host(&request("tasks/cancel", 3, "t", "{}"));
    assert_eq!(out[0], "withdraw 1");
    assert!(out[1].starts_with("server: "));
    assert!(play.answer(1, decline()).is_empty());
    assert!(!play.answer(2, decline()).is_empty());
}

#[test]
fn a_task_may_tell_by_itself() {
    let rest = format!(r#","inputRequests":{{"a":{FORM}}}"#);
    let mut play = Play::new();
    // Which agent it is for, the calls say.
    let meta = meta("{}");
    play.host(&format!(
        r#"{{"id":1,"method":"tools/call","params":{{{meta}}}}}"#
    ));
    assert_eq!(
        play.server(&told("t", "input_required", &rest)),
        ["ask 1", &format!("host: {}", told("t", "working", ""))]
    );
    // It is the same question when the task is polled.
    let requests = format!(r#"{{"a":{FORM}}}"#);
    assert_eq!(poll(&mut play, 2, "t", &requests), [working("2", "t")]);
    let line = told("t", "completed", "");
    assert_eq!(play.server(&line), ["withdraw 1", &format!("host: {line}")]);
    for line in [
        told("t", "working", ""),
        r#"{"method":"notifications/tasks","params":{"status":"input_required"}}"#.to_owned(),
        r#"{"method":"notifications/tasks"}"#.to_owned(),
    ] {
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
}

/// The proxy's own requests say of the agent what every request must, and nothing of one call.
#[test]
fn an_update_speaks_for_the_agent() {
    let mut play = Play::new();
    play.host(r#"{"id":1,"method":"tasks/get","params":{"taskId":"t","_meta":{"progressToken":7,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x", "n":1.10},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}}}"#);
    play.server(&asked("1", "t", &format!(r#"{{"a":{FORM}}}"#)));
    assert_eq!(
        play.answer(1, decline()),
        [
            r#"server: {"jsonrpc":"2.0","id":"~1","method":"tasks/update","params":{"taskId":"t","inputResponses":{"a":{"action":"decline"}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x", "n":1.10},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}},"roots":{}}}}}"#
        ]
    );
}

#[test]
fn so_many_tasks_ask_and_no_more() {
    let requests = format!(r#"{{"a":{FORM}}}"#);
    let mut play = Play::new();
    for task in 1..=MOST_TASKS {
        let name = format!("t{task}");
        let out = poll(&mut play, 1, &name, &requests);
        assert_eq!(out, [format!("ask {task}"), working("1", &name)]);
    }
    let line = asked("1", "more", &requests);
    assert_eq!(
        poll(&mut play, 1, "more", &requests),
        [format!("host: {line}")]
    );
    // Those that are known go on, and one that ends makes room.
    assert_eq!(poll(&mut play, 1, "t1", &requests), [working("1", "t1")]);
    play.host(&request("tasks/get", 1, "t1", "{}"));
    play.server(&status(1, "t1", "failed"));
    assert_eq!(poll(&mut play, 1, "more", &requests).len(), 2);
}

/// Tasks of the legacy era ask with requests of their own.
#[test]
fn a_legacy_task_is_left_alone() {
    let mut play = Play::legacy();
    play.host(r#"{"id":1,"method":"tasks/get","params":{"taskId":"t"}}"#);
    let line = asked("1", "t", &format!(r#"{{"a":{FORM}}}"#));
    assert_eq!(play.server(&line), [format!("host: {line}")]);
}

/// Any request may need a link, a poll too; its answer has the agent's name in the end.
#[test]
fn a_poll_that_was_repeated_has_its_own_name() {
    let mut play = Play::new();
    play.host(&request("tasks/get", 1, "t", "{}"));
    play.server(&links_required("1", &["e1"]));
    play.answer(1, consent());
    play.done(1, DoneState::Done);
    let requests = format!(r#"{{"a":{FORM}}}"#);
    assert_eq!(
        play.server(&asked(r#""~1""#, "t", &requests)),
        ["ask 2", &working("1", "t")]
    );
}
