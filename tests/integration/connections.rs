//! Hello, timeouts, backpressure, and the limits of connections and questions.

use std::collections::VecDeque;
use std::process::Command;
use std::thread;
use std::time::Duration;

use doorbell_daemon::Config;
use doorbell_protocol::Limits;
use serde_json::json;

use crate::support::{
    Doorbell, ONE_MS, RunningCommand, doorbell_binary, empty_form, hello_response, hold, name_form,
    wait_until, workspace_root,
};

const HELLO_TIME: Duration = Duration::from_secs(2);
const WRITE_TIME: Duration = Duration::from_secs(10);

#[test]
fn hello_is_answered_with_the_limits() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.connect();
    assert_eq!(asker.hello(), hello_response(&Limits::STANDARD));
    let small = Limits {
        fields: 3,
        ..Limits::STANDARD
    };
    let doorbell = Doorbell::start_with(|config| config.limits = small.clone());
    assert_eq!(doorbell.connect().hello(), hello_response(&small));
}

#[test]
fn lines_may_be_split_or_batched() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.connect();
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"doorbell/hello","params":{"protocol":1,"client":{"name":"ö","version":"1"}}}"#;
    for byte in hello.as_bytes() {
        asker.send_bytes(&[*byte]);
    }
    asker.send_bytes(b"\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"doorbell/list\"}\n\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"doorbell/list\"}\n");
    asker.read_result(0);
    asker.read_result(1);
    asker.read_result(2);
}

#[test]
fn connection_without_hello_is_closed() {
    assert_eq!(Config::standard("").hello_timeout, HELLO_TIME);
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut silent = doorbell.connect();
    let mut slow = doorbell.connect();
    slow.send_bytes(br#"{"jsonrpc":"2.0","id":0,"#);
    doorbell.wait_for_timers(HELLO_TIME, 2);
    doorbell.advance(HELLO_TIME - ONE_MS);
    let mut late = doorbell.connect();
    doorbell.wait_for_timers(HELLO_TIME, 1);
    doorbell.advance(ONE_MS);
    let answer = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no doorbell/hello came within 2 s"}}"#;
    for asker in [&mut silent, &mut slow] {
        assert_eq!(asker.read_line(), answer);
        asker.expect_disconnect();
    }
    late.hello();
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn idle_connection_stays_open_after_hello() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    doorbell.advance(100 * HELLO_TIME);
    asker.assert_nothing_unread();
}

#[test]
fn asker_that_never_reads_is_disconnected_and_its_questions_withdrawn() {
    assert_eq!(Config::standard("").write_timeout, WRITE_TIME);
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut unreading = doorbell.asker();
    unreading.ask(1, "Unheard", name_form());
    let wait_for_open = |count: usize| {
        doorbell.wait_for_question_where("Does anything disturb this question?", |question| {
            question.waiting + 1 == count
        });
    };
    wait_for_open(2);
    // Together far more than the socket buffer holds.
    let request = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"doorbell/status\"}\n".repeat(100);
    let sending = thread::spawn(move || while unreading.try_send_bytes(request.as_bytes()) {});
    doorbell.wait_for_timers(WRITE_TIME, 1);
    doorbell.advance(WRITE_TIME - ONE_MS);
    wait_for_open(2);
    doorbell.advance(ONE_MS);
    wait_for_open(1);
    sending.join().unwrap();
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn asker_that_sends_faster_than_it_reads_gets_backpressure() {
    const REQUESTS: usize = 2000;
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let requests: String = (1..=REQUESTS)
        .map(|id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"doorbell/status\"}}\n"))
        .collect();
    asker.send_bytes(requests.as_bytes());
    // The responses fill the socket buffer, so the daemon waits to write.
    doorbell.wait_for_timers(WRITE_TIME, 1);
    for id in 1..=REQUESTS {
        asker.read_result(id);
    }
    asker.assert_nothing_unread();
}

#[test]
fn ninth_connection_of_a_process_is_refused() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut askers: Vec<_> = (2..=8).map(|_| doorbell.asker()).collect();
    let mut ninth = doorbell.connect();
    let golden =
        std::fs::read_to_string(workspace_root().join("docs/protocol/error.busy.json")).unwrap();
    assert_eq!(format!("{}\n", ninth.read_line()), golden);
    ninth.expect_disconnect();
    for asker in &mut askers {
        asker.assert_nothing_unread();
    }
    askers.pop();
    wait_until("a connection slot to become free", || {
        doorbell.connect().try_hello()
    });
    bystander.assert_unaffected(&doorbell);
}

#[test]
fn process_over_its_limit_is_refused_before_it_is_identified() {
    let (doorbell, readers) = Doorbell::start_with_readers();
    let held = hold(&readers.identities);
    let mut askers: Vec<_> = (1..=8).map(|_| doorbell.connect()).collect();
    for _ in 0..100 {
        let mut refused = doorbell.connect();
        assert!(
            refused
                .read_line()
                .contains("this process has 8 connections open")
        );
        refused.expect_disconnect();
    }
    drop(held);
    for asker in &mut askers {
        asker.hello();
    }
}

#[test]
fn connection_refusal_names_the_limit() {
    let rows = [
        (
            Limits {
                connections: 1,
                ..Limits::STANDARD
            },
            "1 connections are open, all with open questions; try again later",
        ),
        (
            Limits {
                connections_per_session: 1,
                ..Limits::STANDARD
            },
            "this agent session has 1 connections open; close some and try again",
        ),
    ];
    for (limits, reason) in rows {
        let doorbell = Doorbell::start_with(|config| config.limits = limits);
        let first = doorbell.bystander();
        let mut second = doorbell.connect();
        assert_eq!(
            second.read_line(),
            format!(
                r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":-32000,"message":"{reason}"}}}}"#
            )
        );
        second.expect_disconnect();
        first.assert_unaffected(&doorbell);
    }
}

#[test]
fn newcomers_replace_the_oldest_idle_connections() {
    const DROPPED: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"all 6 connections were in use and this one had no open question; connect again"}}"#;
    let doorbell = Doorbell::start_with(|config| config.limits.connections = 6);
    let mut idle = VecDeque::from([doorbell.connect()]);
    doorbell.wait_for_timers(HELLO_TIME, 1);
    let bystander = doorbell.bystander();
    let mut asking = doorbell.asker();
    asking.ask(1, "Still there?", empty_form());
    asking.assert_nothing_unread();
    idle.extend((0..3).map(|_| doorbell.asker()));
    for _ in 0..8 {
        idle.push_back(doorbell.asker());
        let mut oldest = idle.pop_front().unwrap();
        assert_eq!(oldest.read_line(), DROPPED);
        oldest.expect_disconnect();
    }
    for asker in &mut idle {
        asker.assert_nothing_unread();
    }
    asking.assert_nothing_unread();
    let mut newcomer = doorbell.asker();
    newcomer.ask(1, "May I?", empty_form());
    bystander.assert_unaffected(&doorbell);
    doorbell.wait_for_question("Still there?").send();
    assert_eq!(asking.read_result(1)["action"], "accept");
    doorbell.wait_for_question("May I?").send();
    assert_eq!(newcomer.read_result(1)["action"], "accept");
}

#[test]
fn full_board_makes_room_for_another_session() {
    let doorbell = Doorbell::start_with(|config| config.limits.questions = 3);
    let mut asker = doorbell.asker();
    for id in 1..=3 {
        asker.ask(id, "Mine?", name_form());
    }
    doorbell.wait_for_question_where("Mine?", |question| question.waiting == 2);
    let mut command = Command::new("setsid");
    command.arg("--wait").arg(doorbell_binary());
    let arguments = ["ask", "--message", "Theirs?", "--text", "name"];
    let newcomer = RunningCommand::start(command, &doorbell.socket(), arguments);
    let refused = asker.read_result(3);
    assert_eq!(refused["action"], "cancel");
    let outcome = &refused["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused");
    assert_eq!(
        outcome["reason"],
        "There are 3 open questions, and this agent session has the most; ask again later."
    );
    let status = asker.call("doorbell/status", json!({}));
    assert_eq!(status["open"], 3);
    doorbell.wait_for_question("Mine?");
    asker.send_request(9, "doorbell/stop", json!({"force": true}));
    assert_ne!(newcomer.finish().code, Some(0));
}

#[test]
fn connection_without_hello_does_not_delay_shutdown() {
    let doorbell = Doorbell::start_with(|config| {
        config.hello_timeout = Duration::from_secs(3600);
    });
    let mut silent = doorbell.connect();
    let mut asker = doorbell.asker();
    asker.call("doorbell/stop", json!({}));
    silent.expect_disconnect();
    // The clock does not advance, so the daemon cannot be waiting for connections to flush.
    doorbell.wait_for_exit();
}
