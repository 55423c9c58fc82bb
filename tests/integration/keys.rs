//! Askers that come back for what they asked.

use std::thread::JoinHandle;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{Press, PressReply, OpenedLinkPress};
use doorbell_protocol::client::{MAX_RECONNECTS, Client, ClientError};
use doorbell_protocol::{ClientInfo, ElicitParams, ElicitResult};
use serde_json::{Value, json};

use crate::support::{
    Asker, Doorbell, Killable, MOMENT, SEND, command_line, confirmation, name_form, wait_until,
};

const KEY: &str = "6f1c0e5b9d2a47c3b8e4f07a15d3926c";

fn ask(asker: &mut Asker, id: i64) {
    asker.asks_keyed(id, "Who are you?", name_form(), KEY);
}

fn answer(doorbell: &Doorbell, name: &str) {
    let question = doorbell.person().sees("Who are you?");
    question.types("Name", name);
    question.sends();
}

/// How many answers are kept.
fn stored(doorbell: &Doorbell) -> usize {
    let connection = rusqlite::Connection::open(doorbell.data()).unwrap();
    let in_file: u32 = connection
        .query_row("SELECT count(*) FROM undelivered", [], |row| row.get(0))
        .unwrap();
    usize::try_from(in_file).unwrap()
}

#[test]
fn the_newest_connection_has_the_question_and_nothing_changes_for_the_person() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    ask(&mut first, 1);
    let question = doorbell.person().sees("Who are you?");
    question.types("Name", "Ada");
    ask(&mut second, 7);
    let (code, message) = first.hears_error(1);
    assert_eq!(code, -32600);
    assert!(!message.contains(KEY), "{message}");
    drop(first);
    second.has_heard_everything();
    question.sends();
    assert_eq!(second.hears_result(7)["content"], json!({"name": "Ada"}));
}

#[test]
fn an_asker_that_comes_back_in_time_goes_on() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.person().sees("Who are you?");
    question.types("Name", "Ada");
    drop(asker);
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    asker.has_heard_everything();
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
    doorbell.person().sees_nothing();
}

#[test]
fn an_asker_that_does_not_come_back_is_given_up() {
    // The next connection is let in when the daemon has noticed that this one has ended.
    let doorbell = Doorbell::start_with(|config| config.limits.connections = 1);
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let first = doorbell.person().sees("Who are you?");
    drop(asker);
    let mut asker = wait_until("the place is free", || {
        let mut asker = doorbell.connect();
        asker.tries_hello().then_some(asker)
    });
    let grace = BoardRules::STANDARD.grace;
    doorbell.lets_pass(grace - MOMENT);
    doorbell.person().sees("Who are you?");
    doorbell.lets_pass(MOMENT);
    doorbell.person().sees_nothing();
    // Then the same key is another question.
    ask(&mut asker, 1);
    let second = doorbell.person().sees("Who are you?");
    assert_ne!(first.view.id, second.view.id);
}

#[test]
fn what_is_answered_while_the_asker_is_away_waits_for_it() {
    let presses: [(Press, &str); 3] = [
        (SEND, "accept"),
        (Press::Decline, "decline"),
        (Press::Dismiss, "cancel"),
    ];
    for (press, action) in presses {
        let doorbell = Doorbell::start_keeping();
        let mut asker = doorbell.asker();
        asker.asks_keyed(1, "Go on?", confirmation(), KEY);
        let question = doorbell.person().sees("Go on?");
        drop(asker);
        question.does(press);
        doorbell.keeps("it is written down", || stored(&doorbell) == 1);
        // Also after a crash.
        let doorbell = doorbell.crashes();
        for id in [1, 2] {
            let mut asker = doorbell.asker();
            asker.asks_keyed(id, "Go on?", confirmation(), KEY);
            assert_eq!(asker.hears_result(id)["action"], action);
        }
        let mut asker = doorbell.asker();
        asker.says_received(KEY);
        asker.has_heard_everything();
        doorbell.keeps("it is forgotten", || stored(&doorbell) == 0);
        asker.asks_keyed(3, "Go on?", confirmation(), KEY);
        doorbell.person().sees("Go on?");
    }
}

#[test]
fn a_crash_before_the_answer_brings_the_question_back() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    doorbell.person().sees("Who are you?");
    let doorbell = doorbell.crashes();
    asker.is_cut_off();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    answer(&doorbell, "Ada");
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
    asker.has_heard_everything();
}

#[test]
fn an_answer_that_was_sent_and_not_received_is_given_again() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    answer(&doorbell, "Ada");
    let first = asker.hears_result(1);
    assert!(stored(&doorbell) > 0, "it was written down before");
    let doorbell = doorbell.crashes();
    let mut asker = doorbell.asker();
    ask(&mut asker, 2);
    assert_eq!(asker.hears_result(2), first);
    asker.has_heard_everything();
}

#[test]
fn an_answer_does_not_outlive_the_machine() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    answer(&doorbell, "Ada");
    asker.hears_result(1);
    let doorbell = doorbell.crashes_and_finds(|config| config.boot_id = "the next".into());
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    doorbell.person().sees("Who are you?");
    assert_eq!(stored(&doorbell), 0);
}

#[test]
fn without_a_key_nothing_is_written_down() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    asker.asks(1, "Who are you?", name_form());
    answer(&doorbell, "Ada");
    asker.hears_result(1);
    assert_eq!(stored(&doorbell), 0);
}

#[test]
fn a_secret_is_delivered_and_never_written_down() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.person().sees("Who are you?");
    question.types("Name", "ghp_0123456789abcdefghijABCDEFGHIJ012345");
    question.does(Press::Send { secrets_too: true });
    assert_eq!(asker.hears_result(1)["action"], "accept");
    assert_eq!(stored(&doorbell), 0);
    // As long as Doorbell lives, it is there for whoever comes back.
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    let doorbell = doorbell.crashes();
    for file in std::fs::read_dir(doorbell.data().parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("ghp_"));
    }
}

#[test]
fn a_key_is_good_for_one_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    doorbell.person().sees("Who are you?");
    asker.asks_keyed(2, "hunter2?", name_form(), KEY);
    let (code, message) = asker.hears_error(2);
    assert_eq!(code, -32602);
    assert!(!message.contains("hunter2") && !message.contains(KEY));
    // The progress token and the time that is left may be others.
    let meta =
        json!({"progressToken": 1, "dev.doorbell/asker": {"key": KEY, "deadlineMs": 60_000}});
    let params = json!({"message": "Who are you?", "requestedSchema": name_form(), "_meta": meta});
    asker.asks_with(3, params);
    assert_eq!(asker.hears_error(1).0, -32600);
    answer(&doorbell, "Ada");
    assert_eq!(asker.hears_result(3)["action"], "accept");
    asker.asks_keyed(4, "hunter2?", name_form(), KEY);
    assert_eq!(asker.hears_error(4).0, -32602);
}

/// The process is told by its number and the time it started.
#[test]
fn another_process_with_the_same_key_asks_another_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_keyed(1, "Mine", name_form(), KEY);
    doorbell.person().sees("Mine");
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"doorbell/hello","params":{"protocol":1,"client":{"name":"other","version":"1"}}}"#;
    let meta = json!({"dev.doorbell/asker": {"key": KEY}});
    let params = json!({"message": "Mine", "requestedSchema": name_form(), "_meta": meta});
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params});
    let script = "import socket, sys\n\
        s = socket.socket(socket.AF_UNIX)\n\
        s.connect(sys.argv[1])\n\
        s.sendall((sys.argv[2] + '\\n' + sys.argv[3] + '\\n').encode())\n\
        sys.stdin.read()";
    let mut other = std::process::Command::new("python3")
        .args(["-c", script])
        .arg(doorbell.socket())
        .args([hello, &ask.to_string()])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    doorbell
        .person()
        .sees_where("Mine", |question| question.place.of == 2)
        .does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
    drop(other.stdin.take());
    other.wait().unwrap();
}

#[test]
fn a_key_is_never_told() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.person().sees("Who are you?");
    assert!(!format!("{:?}", question.view).contains(KEY));
    let shown = serde_json::to_string(&question.view).unwrap();
    assert!(!shown.contains(KEY));
    for method in ["doorbell/list", "doorbell/status"] {
        let told = asker.calls(method, json!({})).to_string();
        assert!(!told.contains(KEY), "{told}");
    }
    question.does(Press::Decline);
    assert!(!asker.hears_result(1).to_string().contains(KEY));
}

#[test]
fn whoever_knows_a_key_can_only_cancel() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    ask(&mut asker, 1);
    doorbell.person().sees("Who are you?");
    let withdraw = |asker: &mut Asker, key: &str| {
        asker.calls("doorbell/withdraw", json!({"key": key}))["withdrawn"].clone()
    };
    assert_eq!(withdraw(&mut other, "another"), json!(false));
    assert_eq!(withdraw(&mut other, KEY), json!(true));
    let told = asker.hears_result(1);
    assert_eq!(told["action"], "cancel");
    let outcome = &told["_meta"]["dev.doorbell/outcome"]["outcome"];
    assert_eq!(outcome, "withdrawn");
    doorbell.person().sees_nothing();
    assert_eq!(withdraw(&mut other, KEY), json!(false));
    // What is answered stays so.
    ask(&mut asker, 2);
    answer(&doorbell, "Ada");
    assert_eq!(asker.hears_result(2)["action"], "accept");
    assert_eq!(withdraw(&mut other, KEY), json!(false));
    ask(&mut asker, 3);
    assert_eq!(asker.hears_result(3)["action"], "accept");
}

#[test]
fn a_link_can_be_awaited_by_its_key_on_another_connection() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let params = || {
        let meta = json!({"dev.doorbell/asker": {"key": KEY}});
        json!({"mode": "url", "message": "Sign in", "url": "https://example.com/", "_meta": meta})
    };
    asker.asks_with(1, params());
    doorbell.person().sees("Sign in").does(Press::Open);
    let question = asker.hears_result(1)["_meta"]["dev.doorbell/outcome"]["question"].clone();
    asker.says_received(KEY);
    asker.has_heard_everything();
    drop(asker);
    let mut asker = doorbell.asker();
    asker.asks_with(1, params());
    assert_eq!(asker.hears_result(1)["action"], "accept");
    asker.requests(2, "doorbell/awaitDone", json!({"key": KEY}));
    doorbell.person().sees_only_cards();
    let id = question.as_str().unwrap();
    let pressed = doorbell.person().presses_card(id, OpenedLinkPress::Done);
    assert_eq!(pressed, PressReply::Done);
    let done = json!({"state": "done", "by": "person"});
    assert_eq!(asker.hears_result(2), done);
    asker.requests(3, "doorbell/awaitDone", json!({"key": KEY}));
    assert_eq!(asker.hears_result(3), done);
    asker.requests(4, "doorbell/awaitDone", json!({"key": "another"}));
    assert_eq!(asker.hears_result(4), json!({"state": "unknown"}));
}

#[test]
fn params_with_a_bad_key_are_refused_and_not_quoted() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let long = "k".repeat(doorbell_protocol::MAX_KEY_BYTES + 1);
    let cases: [(&str, Value); 5] = [
        ("doorbell/withdraw", json!({})),
        ("doorbell/withdraw", json!({"key": long})),
        ("doorbell/awaitDone", json!({})),
        ("doorbell/awaitDone", json!({"key": "k", "question": "q1"})),
        (
            "elicitation/create",
            json!({"message": "Hm?", "requestedSchema": name_form(), "_meta": {"dev.doorbell/asker": {"key": long}}}),
        ),
    ];
    for (method, params) in cases {
        asker.requests(1, method, params);
        let (code, message) = asker.hears_error(1);
        assert_eq!(code, -32602, "{method}");
        assert!(!message.contains("kkk"), "{message}");
    }
}

#[test]
fn a_restart_asks_only_about_those_who_cannot_come_back() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.person().sees("Who are you?");
    question.types("Name", "Ada");
    let mut other = doorbell.asker();
    let restart = json!({"restart": true});
    other.asks(1, "And you?", name_form());
    let stop = other.calls("doorbell/stop", restart.clone());
    assert_eq!(stop, json!({"stopping": false, "open": 1}));
    other.withdraws(1);
    let stop = other.calls("doorbell/stop", restart);
    assert_eq!(stop, json!({"stopping": true, "open": 0}));
    asker.is_cut_off();
}

/// The client library: it comes back by itself, and says that it has the answer.
#[test]
fn the_client_asks_again_when_doorbell_was_lost() {
    let doorbell = Doorbell::start_keeping();
    let asking = asks_by_library(&doorbell);
    doorbell.person().sees("Who are you?").types("Name", "Ad");
    let doorbell = doorbell.crashes();
    answer(&doorbell, "Ada");
    let result = asking.join().unwrap().unwrap();
    assert_eq!(json!(result.content), json!({"name": "Ada"}));
    doorbell.keeps("it was received", || stored(&doorbell) == 0);
}

#[test]
fn a_doorbell_that_falls_over_a_question_is_not_made_to_for_ever() {
    let mut doorbell = Doorbell::start_keeping();
    let asking = asks_by_library(&doorbell);
    for _ in 0..=MAX_RECONNECTS {
        doorbell.person().sees("Who are you?");
        doorbell = doorbell.crashes();
    }
    let error = asking.join().unwrap().unwrap_err();
    let times = MAX_RECONNECTS + 1;
    let told = "Doorbell went away 9 times while it was asked this; start `doorbell-desktop` in a terminal to see why";
    assert_eq!(error.to_string(), told);
    assert!(matches!(error, ClientError::RepeatedlyLost { times: said } if said == times));
}

/// Asks with the client library, on a thread.
fn asks_by_library(doorbell: &Doorbell) -> JoinHandle<Result<ElicitResult, ClientError>> {
    let socket = doorbell.socket();
    let client = move || {
        let introduction = ClientInfo {
            name: "tests".into(),
            version: "1".into(),
            title: None,
        };
        Client::connect(&socket, introduction)
    };
    std::thread::spawn(move || {
        let params = ElicitParams::form("Who are you?", name_form());
        let mut first = client().unwrap();
        first.ask_with_reconnect(params, |_| client().ok())
    })
}

#[test]
fn doorbell_ask_survives_a_crash() {
    let doorbell = Doorbell::start_keeping();
    let arguments = ["ask", "-m", "Who are you?", "--text", "name"];
    let asking = command_line(&doorbell.socket(), arguments);
    doorbell.person().sees("Who are you?");
    let doorbell = doorbell.crashes();
    let question = doorbell.person().sees("Who are you?");
    question.types("name", "Ada");
    question.sends();
    let finished = asking.finishes();
    assert_eq!(finished.out, "{\"name\":\"Ada\"}\n", "{finished:?}");
    assert_eq!(finished.code, Some(0));
    doorbell.keeps("it was received", || stored(&doorbell) == 0);
}

/// A daemon in a process of its own, ended by the system at the worst moments.
#[test]
fn whatever_is_killed_when_the_person_answers_once_and_the_asker_hears_it_once() {
    for worst in Moment::ALL {
        let place = tempfile::tempdir().unwrap();
        let mut first = Killable::start(place.path());
        let arguments = ["ask", "-m", "Who are you?", "--text", "name"];
        let mut asking = command_line(&first.socket(), arguments);
        let shown = first.says_next();
        assert!(shown.starts_with("shows "), "{shown}");
        match worst {
            Moment::WhileTyping => {
                first.is_told("type Ada");
                first.waits_for_draft();
            }
            Moment::AfterSend => {
                first.is_told("type Ada");
                first.is_told("send");
            }
            Moment::WhenWritten => {
                first.is_told("type Ada");
                first.is_told("send");
                first.waits_for_answer(&mut asking);
            }
        }
        first.kill();
        let mut second = Killable::start(place.path());
        match worst {
            Moment::WhileTyping => {
                let shown = second.says_next();
                assert!(shown.ends_with("with a draft"), "{shown}");
                second.is_told("use");
                second.says_next();
                second.is_told("send");
            }
            // Either it was written in time, or it is asked again.
            Moment::AfterSend => second.answers_if_asked(&mut asking, "Ada"),
            // The person is not asked again.
            Moment::WhenWritten => {}
        }
        let finished = asking.finishes();
        assert_eq!(
            finished.out, "{\"name\":\"Ada\"}\n",
            "{worst:?} {finished:?}"
        );
        if worst == Moment::WhileTyping {
            second.has_nothing_undelivered();
        }
    }
}

/// When the daemon is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    WhileTyping,
    AfterSend,
    WhenWritten,
}

impl Moment {
    const ALL: [Self; 3] = [Self::WhileTyping, Self::AfterSend, Self::WhenWritten];
}
