//! Requests that take long do not delay other askers.

use doorbell_protocol::Limits;
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, hold, name_form};

/// Sends something that is read on another thread.
type Send = fn(&mut Asker);

fn preview(asker: &mut Asker) {
    let params = json!({"message": "Slow", "requestedSchema": name_form()});
    asker.send_request(1, "doorbell/preview", params);
}

fn long_line(asker: &mut Asker) {
    let mut line = r#"{"jsonrpc":"2.0","id":1,"method":"doorbell/list"}"#.to_owned();
    line.push_str(&" ".repeat(Limits::STANDARD.line_bytes - line.len()));
    asker.send_line(&line);
}

#[test]
fn slow_request_delays_no_other_asker() {
    type Check = fn(&Value) -> bool;
    let rows: [(Send, Check); 2] = [
        (preview, |result| result["findings"].is_array()),
        (long_line, |result| result["questions"].is_array()),
    ];
    for (send, is_expected) in rows {
        let (doorbell, readers) = Doorbell::start_with_readers();
        let bystander = doorbell.bystander();
        let held = hold(&readers.forms);
        let mut slow = doorbell.asker();
        send(&mut slow);
        for _ in 0..3 {
            let mut newcomer = doorbell.asker();
            newcomer.assert_nothing_unread();
        }
        // It types, sends and gets its answer.
        bystander.assert_unaffected(&doorbell);
        drop(held);
        assert!(is_expected(&slow.read_result(1)));
    }
}

#[test]
fn messages_keep_their_order_behind_a_slow_form() {
    let (doorbell, readers) = Doorbell::start_with_readers();
    let held = hold(&readers.forms);
    let mut slow = doorbell.asker();
    slow.ask(1, "First", name_form());
    slow.withdraw(1);
    slow.ask(2, "Second", name_form());
    slow.send_request(3, "doorbell/status", json!({}));
    let mut other = doorbell.asker();
    assert_eq!(other.call("doorbell/status", json!({}))["open"], 0);
    drop(held);
    assert_eq!(slow.read_result(3)["open"], 1);
    let second = doorbell.wait_for_question_where("Second", |question| question.waiting == 0);
    second.type_text("Name", "x");
    second.send();
    assert_eq!(slow.read_result(2)["action"], "accept");
    slow.assert_nothing_unread();
}

#[test]
fn daemon_stops_while_a_form_waits_to_be_read() {
    let (doorbell, readers) = Doorbell::start_with_readers();
    let held = hold(&readers.forms);
    let mut slow = doorbell.asker();
    slow.ask(1, "Never", name_form());
    let mut stopping = doorbell.asker();
    stopping.call("doorbell/stop", json!({}));
    slow.expect_disconnect();
    doorbell.wait_for_exit();
    drop(held);
}
