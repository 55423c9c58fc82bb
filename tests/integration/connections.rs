//! Connections that are silent, deaf or too many.

use std::thread;
use std::time::Duration;

use doorbell_daemon::Config;
use doorbell_protocol::Limits;
use serde_json::json;

use crate::support::{Doorbell, MOMENT, name_form, project, wait_until, welcome};

const HELLO_TIME: Duration = Duration::from_secs(2);
const WRITE_TIME: Duration = Duration::from_secs(10);

#[test]
fn hello_is_answered_with_the_limits() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.connect();
    assert_eq!(asker.says_hello(), welcome(&Limits::STANDARD));
    let small = Limits {
        fields: 3,
        ..Limits::STANDARD
    };
    let doorbell = Doorbell::start_with(|config| config.limits = small.clone());
    assert_eq!(doorbell.connect().says_hello(), welcome(&small));
}

#[test]
fn a_line_may_come_in_pieces_and_several_at_once() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.connect();
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"doorbell/hello","params":{"protocol":1,"client":{"name":"ö","version":"1"}}}"#;
    for byte in hello.as_bytes() {
        asker.sends(&[*byte]);
    }
    asker.sends(b"\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"doorbell/list\"}\n\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"doorbell/list\"}\n");
    asker.hears_result(0);
    asker.hears_result(1);
    asker.hears_result(2);
}

#[test]
fn a_silent_connection_is_closed() {
    assert_eq!(Config::standard("").hello_timeout, HELLO_TIME);
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut silent = doorbell.connect();
    let mut slow = doorbell.connect();
    slow.sends(br#"{"jsonrpc":"2.0","id":0,"#);
    doorbell.is_awaited(HELLO_TIME, 2);
    doorbell.lets_pass(HELLO_TIME - MOMENT);
    let mut late = doorbell.connect();
    doorbell.is_awaited(HELLO_TIME, 1);
    doorbell.lets_pass(MOMENT);
    let answer = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no doorbell/hello came within 2 s"}}"#;
    for asker in [&mut silent, &mut slow] {
        assert_eq!(asker.hears(), answer);
        asker.is_cut_off();
    }
    late.says_hello();
    bystander.gets_its_answer(&doorbell);
}

#[test]
fn an_asker_that_said_hello_may_be_silent() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    doorbell.lets_pass(100 * HELLO_TIME);
    asker.has_heard_everything();
}

#[test]
fn an_asker_that_never_reads_is_cut_off_and_its_questions_withdrawn() {
    assert_eq!(Config::standard("").write_timeout, WRITE_TIME);
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut deaf = doorbell.asker();
    deaf.asks(1, "Unheard", name_form());
    let open = |count: usize| {
        doorbell
            .person()
            .sees_where("Does anything disturb this question?", |question| {
                question.place.of == count
            });
    };
    open(2);
    // Far more than the system holds for a reader that does not read.
    let request = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"doorbell/status\"}\n".repeat(100);
    let asking = thread::spawn(move || while deaf.is_taken(request.as_bytes()) {});
    doorbell.is_awaited(WRITE_TIME, 1);
    doorbell.lets_pass(WRITE_TIME - MOMENT);
    open(2);
    doorbell.lets_pass(MOMENT);
    open(1);
    asking.join().unwrap();
    bystander.gets_its_answer(&doorbell);
}

#[test]
fn an_asker_that_asks_faster_than_it_reads_is_slowed_down_and_not_cut_off() {
    const REQUESTS: usize = 2000;
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let requests: String = (1..=REQUESTS)
        .map(|id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"doorbell/status\"}}\n"))
        .collect();
    asker.sends(requests.as_bytes());
    // The answers fill everything there is on the way.
    doorbell.is_awaited(WRITE_TIME, 1);
    for id in 1..=REQUESTS {
        asker.hears_result(id);
    }
    asker.has_heard_everything();
}

#[test]
fn the_ninth_connection_of_a_process_is_turned_away() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let mut askers: Vec<_> = (2..=8).map(|_| doorbell.asker()).collect();
    let mut ninth = doorbell.connect();
    let golden = std::fs::read_to_string(project().join("docs/protocol/error.busy.json")).unwrap();
    assert_eq!(format!("{}\n", ninth.hears()), golden);
    ninth.is_cut_off();
    for asker in &mut askers {
        asker.has_heard_everything();
    }
    askers.pop();
    wait_until("a place to become free", || {
        doorbell.connect().tries_hello()
    });
    bystander.gets_its_answer(&doorbell);
}

#[test]
fn each_limit_on_connections_says_which_it_is() {
    let rows = [
        (
            Limits {
                connections: 1,
                ..Limits::STANDARD
            },
            "1 connections are open; close some and try again",
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
        let mut first = doorbell.asker();
        let mut second = doorbell.connect();
        assert_eq!(
            second.hears(),
            format!(
                r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":-32000,"message":"{reason}"}}}}"#
            )
        );
        second.is_cut_off();
        first.has_heard_everything();
    }
}

#[test]
fn a_connection_that_has_said_nothing_does_not_hold_up_the_end() {
    let doorbell = Doorbell::start_with(|config| {
        config.hello_timeout = Duration::from_secs(3600);
    });
    let mut silent = doorbell.connect();
    let mut asker = doorbell.asker();
    asker.calls("doorbell/stop", json!({}));
    silent.is_cut_off();
    // The time that connections have at the end never passes here.
    doorbell.has_ended();
}
