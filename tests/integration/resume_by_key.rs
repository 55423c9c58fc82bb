//! Askers that disconnect and resume their question by its key.

use std::thread::JoinHandle;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{OpenedLinkPress, Press, PressReply};
use doorbell_protocol::client::{Client, ClientError, MAX_RECONNECTS};
use doorbell_protocol::{ClientInfo, ElicitParams, ElicitResult};
use serde_json::{Value, json};

use crate::support::{
    Asker, Doorbell, KillableDaemon, ONE_MS, SEND, doorbell_command, empty_form, name_form,
    wait_until,
};

const KEY: &str = "6f1c0e5b9d2a47c3b8e4f07a15d3926c";

fn ask(asker: &mut Asker, id: i64) {
    asker.ask_with_key(id, "Who are you?", name_form(), KEY);
}

fn answer(doorbell: &Doorbell, name: &str) {
    let question = doorbell.wait_for_question("Who are you?");
    question.type_text("Name", name);
    question.send();
}

/// How many answers the database holds.
fn stored_answers(doorbell: &Doorbell) -> usize {
    let connection = rusqlite::Connection::open(doorbell.database_path()).unwrap();
    let count: u32 = connection
        .query_row("SELECT count(*) FROM undelivered", [], |row| row.get(0))
        .unwrap();
    usize::try_from(count).unwrap()
}

#[test]
fn newest_connection_with_the_key_owns_the_question() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    ask(&mut first, 1);
    let question = doorbell.wait_for_question("Who are you?");
    question.type_text("Name", "Ada");
    ask(&mut second, 7);
    let (code, message) = first.read_error(1);
    assert_eq!(code, -32600);
    assert!(!message.contains(KEY), "{message}");
    drop(first);
    second.assert_nothing_unread();
    question.send();
    assert_eq!(second.read_result(7)["content"], json!({"name": "Ada"}));
}

#[test]
fn asker_that_reconnects_in_time_resumes_its_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.wait_for_question("Who are you?");
    question.type_text("Name", "Ada");
    drop(asker);
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    asker.assert_nothing_unread();
    question.send();
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
    doorbell.wait_for_empty_screen();
}

#[test]
fn question_is_withdrawn_when_its_asker_does_not_reconnect() {
    // The next connection is accepted once the daemon has noticed that this one is closed.
    let doorbell = Doorbell::start_with(|config| config.limits.connections = 1);
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let first = doorbell.wait_for_question("Who are you?");
    drop(asker);
    let mut asker = wait_until("the connection slot is free", || {
        let mut asker = doorbell.connect();
        asker.try_hello().then_some(asker)
    });
    let grace = BoardRules::STANDARD.reconnect_timeout;
    doorbell.advance(grace - ONE_MS);
    doorbell.wait_for_question("Who are you?");
    doorbell.advance(ONE_MS);
    doorbell.wait_for_empty_screen();
    // After the grace period the same key starts a new question.
    ask(&mut asker, 1);
    let second = doorbell.wait_for_question("Who are you?");
    assert_ne!(first.view.id, second.view.id);
}

#[test]
fn answer_given_while_disconnected_is_delivered_on_reconnect() {
    let presses: [(Press, &str); 3] = [
        (SEND, "accept"),
        (Press::Decline, "decline"),
        (Press::Dismiss, "cancel"),
    ];
    for (press, action) in presses {
        let doorbell = Doorbell::start_with_storage();
        let mut asker = doorbell.asker();
        asker.ask_with_key(1, "Go on?", empty_form(), KEY);
        let question = doorbell.wait_for_question("Go on?");
        drop(asker);
        question.press(press);
        doorbell.wait_for_storage("the answer is stored", || stored_answers(&doorbell) == 1);
        // Delivery also works after a crash.
        let doorbell = doorbell.crash_and_restart();
        for id in [1, 2] {
            let mut asker = doorbell.asker();
            asker.ask_with_key(id, "Go on?", empty_form(), KEY);
            assert_eq!(asker.read_result(id)["action"], action);
        }
        let mut asker = doorbell.asker();
        asker.send_received(KEY);
        asker.assert_nothing_unread();
        doorbell.wait_for_storage("the answer is deleted", || stored_answers(&doorbell) == 0);
        asker.ask_with_key(3, "Go on?", empty_form(), KEY);
        doorbell.wait_for_question("Go on?");
    }
}

#[test]
fn question_can_be_asked_again_after_a_crash() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    doorbell.wait_for_question("Who are you?");
    let doorbell = doorbell.crash_and_restart();
    asker.expect_disconnect();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    answer(&doorbell, "Ada");
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
    asker.assert_nothing_unread();
}

#[test]
fn unacknowledged_answer_is_sent_again_after_a_crash() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    answer(&doorbell, "Ada");
    let first = asker.read_result(1);
    assert!(
        stored_answers(&doorbell) > 0,
        "the answer is stored before it is sent"
    );
    let doorbell = doorbell.crash_and_restart();
    let mut asker = doorbell.asker();
    ask(&mut asker, 2);
    assert_eq!(asker.read_result(2), first);
    asker.assert_nothing_unread();
}

#[test]
fn stored_answer_is_dropped_after_reboot() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    answer(&doorbell, "Ada");
    asker.read_result(1);
    let doorbell = doorbell.crash_and_restart_with(|config| config.boot_id = "the next".into());
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    doorbell.wait_for_question("Who are you?");
    assert_eq!(stored_answers(&doorbell), 0);
}

#[test]
fn answer_without_key_is_not_stored() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    asker.ask(1, "Who are you?", name_form());
    answer(&doorbell, "Ada");
    asker.read_result(1);
    assert_eq!(stored_answers(&doorbell), 0);
}

#[test]
fn secret_answer_is_delivered_but_never_stored() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.wait_for_question("Who are you?");
    question.type_text("Name", "ghp_0123456789abcdefghijABCDEFGHIJ012345");
    question.press(Press::Send { secrets_too: true });
    assert_eq!(asker.read_result(1)["action"], "accept");
    assert_eq!(stored_answers(&doorbell), 0);
    // Until the daemon exits, a reconnecting asker gets it from memory.
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    assert_eq!(asker.read_result(1)["action"], "accept");
    let doorbell = doorbell.crash_and_restart();
    for file in std::fs::read_dir(doorbell.database_path().parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("ghp_"));
    }
}

#[test]
fn key_is_valid_for_one_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    doorbell.wait_for_question("Who are you?");
    asker.ask_with_key(2, "hunter2?", name_form(), KEY);
    let (code, message) = asker.read_error(2);
    assert_eq!(code, -32602);
    assert!(!message.contains("hunter2") && !message.contains(KEY));
    // The progress token and the deadline may differ.
    let meta =
        json!({"progressToken": 1, "dev.doorbell/asker": {"key": KEY, "deadlineMs": 60_000}});
    let params = json!({"message": "Who are you?", "requestedSchema": name_form(), "_meta": meta});
    asker.ask_with(3, params);
    assert_eq!(asker.read_error(1).0, -32600);
    answer(&doorbell, "Ada");
    assert_eq!(asker.read_result(3)["action"], "accept");
    asker.ask_with_key(4, "hunter2?", name_form(), KEY);
    assert_eq!(asker.read_error(4).0, -32602);
}

/// A process is identified by its pid and start time.
#[test]
fn same_key_from_another_process_is_another_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with_key(1, "Mine", name_form(), KEY);
    doorbell.wait_for_question("Mine");
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
        .wait_for_question_where("Mine", |question| question.waiting == 1)
        .press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
    drop(other.stdin.take());
    other.wait().unwrap();
}

#[test]
fn key_is_never_disclosed() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.wait_for_question("Who are you?");
    assert!(!format!("{:?}", question.view).contains(KEY));
    let shown = serde_json::to_string(&question.view).unwrap();
    assert!(!shown.contains(KEY));
    for method in ["doorbell/list", "doorbell/status"] {
        let response = asker.call(method, json!({})).to_string();
        assert!(!response.contains(KEY), "{response}");
    }
    question.press(Press::Decline);
    assert!(!asker.read_result(1).to_string().contains(KEY));
}

#[test]
fn known_key_can_only_cancel() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    ask(&mut asker, 1);
    doorbell.wait_for_question("Who are you?");
    let withdraw = |asker: &mut Asker, key: &str| {
        asker.call("doorbell/withdraw", json!({"key": key}))["withdrawn"].clone()
    };
    assert_eq!(withdraw(&mut other, "another"), json!(false));
    assert_eq!(withdraw(&mut other, KEY), json!(true));
    let result = asker.read_result(1);
    assert_eq!(result["action"], "cancel");
    let outcome = &result["_meta"]["dev.doorbell/outcome"]["outcome"];
    assert_eq!(outcome, "withdrawn");
    doorbell.wait_for_empty_screen();
    assert_eq!(withdraw(&mut other, KEY), json!(false));
    // An answered question cannot be cancelled.
    ask(&mut asker, 2);
    answer(&doorbell, "Ada");
    assert_eq!(asker.read_result(2)["action"], "accept");
    assert_eq!(withdraw(&mut other, KEY), json!(false));
    ask(&mut asker, 3);
    assert_eq!(asker.read_result(3)["action"], "accept");
}

#[test]
fn withdraw_name_can_neither_fetch_nor_resume() {
    const NAME: &str = "claude-code c99896da 5be0c1f24a9d7e63";
    let doorbell = Doorbell::start_with_storage();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    let ask_with_name = |asker: &mut Asker, id: i64| {
        let meta = json!({"dev.doorbell/asker": {"key": KEY, "withdrawName": NAME}});
        let params =
            json!({"message": "Who are you?", "requestedSchema": name_form(), "_meta": meta});
        asker.ask_with(id, params);
    };
    let withdraw = |asker: &mut Asker, params: Value| {
        asker.call("doorbell/withdraw", params)["withdrawn"].clone()
    };
    ask_with_name(&mut asker, 1);
    answer(&doorbell, "Ada");
    let first = asker.read_result(1);
    // As a key, the name belongs to a new question, even from the same process.
    other.ask_with_key(1, "Who are you?", name_form(), NAME);
    doorbell
        .wait_for_question("Who are you?")
        .press(Press::Decline);
    assert_eq!(other.read_result(1)["action"], "decline");
    other.send_received(NAME);
    other.send_request(2, "doorbell/awaitDone", json!({"key": NAME}));
    assert_eq!(other.read_result(2), json!({"state": "unknown"}));
    assert_eq!(withdraw(&mut other, json!({"name": NAME})), json!(false));
    ask_with_name(&mut asker, 2);
    assert_eq!(asker.read_result(2), first);
    asker.send_received(KEY);
    asker.assert_nothing_unread();
    ask_with_name(&mut asker, 3);
    doorbell.wait_for_question("Who are you?");
    for wrong in [json!({"key": NAME}), json!({"name": KEY})] {
        assert_eq!(withdraw(&mut other, wrong), json!(false));
    }
    assert_eq!(withdraw(&mut other, json!({"name": NAME})), json!(true));
    let result = asker.read_result(3);
    assert_eq!(result["action"], "cancel");
    let outcome = &result["_meta"]["dev.doorbell/outcome"]["outcome"];
    assert_eq!(outcome, "withdrawn");
    doorbell.wait_for_empty_screen();
}

#[test]
fn link_can_be_awaited_by_key_on_another_connection() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let params = || {
        let meta = json!({"dev.doorbell/asker": {"key": KEY}});
        json!({"mode": "url", "message": "Sign in", "url": "https://example.com/", "_meta": meta})
    };
    asker.ask_with(1, params());
    doorbell.wait_for_question("Sign in").press(Press::Open);
    let question = asker.read_result(1)["_meta"]["dev.doorbell/outcome"]["question"].clone();
    asker.send_received(KEY);
    asker.assert_nothing_unread();
    drop(asker);
    let mut asker = doorbell.asker();
    asker.ask_with(1, params());
    assert_eq!(asker.read_result(1)["action"], "accept");
    asker.send_request(2, "doorbell/awaitDone", json!({"key": KEY}));
    doorbell.person().wait_for_cards_only();
    let id = question.as_str().unwrap();
    let reply = doorbell.person().press_card(id, OpenedLinkPress::Done);
    assert_eq!(reply, PressReply::Done);
    let done = json!({"state": "done", "by": "person"});
    assert_eq!(asker.read_result(2), done);
    asker.send_request(3, "doorbell/awaitDone", json!({"key": KEY}));
    assert_eq!(asker.read_result(3), done);
    asker.send_request(4, "doorbell/awaitDone", json!({"key": "another"}));
    assert_eq!(asker.read_result(4), json!({"state": "unknown"}));
}

#[test]
fn invalid_key_params_are_rejected_and_not_quoted() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let long = "k".repeat(doorbell_protocol::MAX_KEY_BYTES + 1);
    let cases: [(&str, Value); 8] = [
        ("doorbell/withdraw", json!({})),
        ("doorbell/withdraw", json!({"key": long})),
        ("doorbell/withdraw", json!({"name": long})),
        ("doorbell/withdraw", json!({"name": "n", "session": "s"})),
        ("doorbell/awaitDone", json!({})),
        ("doorbell/awaitDone", json!({"key": "k", "question": "q1"})),
        (
            "elicitation/create",
            json!({"message": "Hm?", "requestedSchema": name_form(), "_meta": {"dev.doorbell/asker": {"key": long}}}),
        ),
        (
            "elicitation/create",
            json!({"message": "Hm?", "requestedSchema": name_form(), "_meta": {"dev.doorbell/asker": {"withdrawName": long}}}),
        ),
    ];
    for (method, params) in cases {
        asker.send_request(1, method, params);
        let (code, message) = asker.read_error(1);
        assert_eq!(code, -32602, "{method}");
        assert!(!message.contains("kkk"), "{message}");
    }
}

#[test]
fn restart_is_refused_only_for_questions_without_key() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    ask(&mut asker, 1);
    let question = doorbell.wait_for_question("Who are you?");
    question.type_text("Name", "Ada");
    let mut other = doorbell.asker();
    let restart = json!({"restart": true});
    other.ask(1, "And you?", name_form());
    let stop = other.call("doorbell/stop", restart.clone());
    assert_eq!(stop, json!({"stopping": false, "open": 1}));
    other.withdraw(1);
    let stop = other.call("doorbell/stop", restart);
    assert_eq!(stop, json!({"stopping": true, "open": 0}));
    asker.expect_disconnect();
}

/// The client library reconnects by itself and acknowledges the answer.
#[test]
fn client_library_asks_again_after_a_crash() {
    let doorbell = Doorbell::start_with_storage();
    let asking = ask_with_client_library(&doorbell);
    doorbell
        .wait_for_question("Who are you?")
        .type_text("Name", "Ad");
    let doorbell = doorbell.crash_and_restart();
    answer(&doorbell, "Ada");
    let result = asking.join().unwrap().unwrap();
    assert_eq!(json!(result.content), json!({"name": "Ada"}));
    doorbell.wait_for_storage("the answer was received", || stored_answers(&doorbell) == 0);
}

#[test]
fn client_library_gives_up_after_repeated_crashes() {
    let mut doorbell = Doorbell::start_with_storage();
    let asking = ask_with_client_library(&doorbell);
    for _ in 0..=MAX_RECONNECTS {
        doorbell.wait_for_question("Who are you?");
        doorbell = doorbell.crash_and_restart();
    }
    let error = asking.join().unwrap().unwrap_err();
    let times = MAX_RECONNECTS + 1;
    let message = "Doorbell stopped 9 times during this question; run `doorbell-desktop` in a terminal to see why";
    assert_eq!(error.to_string(), message);
    assert!(matches!(error, ClientError::RepeatedlyLost { times: reported } if reported == times));
}

fn ask_with_client_library(doorbell: &Doorbell) -> JoinHandle<Result<ElicitResult, ClientError>> {
    let socket = doorbell.socket();
    let connect = move || {
        let info = ClientInfo {
            name: "tests".into(),
            version: "1".into(),
            title: None,
        };
        Client::connect(&socket, info)
    };
    std::thread::spawn(move || {
        let params = ElicitParams::form("Who are you?", name_form());
        let mut client = connect().unwrap();
        client.ask_with_reconnect(params, |_| connect().ok())
    })
}

#[test]
fn doorbell_ask_survives_a_crash() {
    let doorbell = Doorbell::start_with_storage();
    let arguments = ["ask", "-m", "Who are you?", "--text", "name"];
    let asker = doorbell_command(&doorbell.socket(), arguments);
    doorbell.wait_for_question("Who are you?");
    let doorbell = doorbell.crash_and_restart();
    let question = doorbell.wait_for_question("Who are you?");
    question.type_text("name", "Ada");
    question.send();
    let finished = asker.finish();
    assert_eq!(finished.stdout, "{\"name\":\"Ada\"}\n", "{finished:?}");
    assert_eq!(finished.code, Some(0));
    doorbell.wait_for_storage("the answer was received", || stored_answers(&doorbell) == 0);
}

#[test]
fn killed_daemon_never_asks_twice_or_loses_the_answer() {
    for moment in KillMoment::ALL {
        let directory = tempfile::tempdir().unwrap();
        let mut first = KillableDaemon::start(directory.path());
        let arguments = ["ask", "-m", "Who are you?", "--text", "name"];
        let mut asker = doorbell_command(&first.socket(), arguments);
        let shown = first.next_line();
        assert!(shown.starts_with("shows "), "{shown}");
        match moment {
            KillMoment::WhileTyping => {
                first.send_command("type Ada");
                first.wait_for_draft();
            }
            KillMoment::AfterSend => {
                first.send_command("type Ada");
                first.send_command("send");
            }
            KillMoment::AfterStoring => {
                first.send_command("type Ada");
                first.send_command("send");
                first.wait_for_stored_answer(&mut asker);
            }
        }
        first.kill();
        let mut second = KillableDaemon::start(directory.path());
        match moment {
            KillMoment::WhileTyping => {
                let shown = second.next_line();
                assert!(shown.ends_with("with a draft"), "{shown}");
                second.send_command("use");
                second.next_line();
                second.send_command("send");
            }
            // The answer was stored in time, or the question is asked again.
            KillMoment::AfterSend => second.answer_if_asked_again(&mut asker, "Ada"),
            // The stored answer is delivered without asking again.
            KillMoment::AfterStoring => {}
        }
        let finished = asker.finish();
        assert_eq!(
            finished.stdout, "{\"name\":\"Ada\"}\n",
            "{moment:?} {finished:?}"
        );
        if moment == KillMoment::WhileTyping {
            second.wait_for_delivery();
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KillMoment {
    WhileTyping,
    AfterSend,
    AfterStoring,
}

impl KillMoment {
    const ALL: [Self; 3] = [Self::WhileTyping, Self::AfterSend, Self::AfterStoring];
}
