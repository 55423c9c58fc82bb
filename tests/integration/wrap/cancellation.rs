//! One side exits, disconnects or cancels while the person is asked.

use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::{Session, cancelled};
use crate::support::{Doorbell, Era, Host, SEND, wait_until};

#[test]
fn server_exit_withdraws_its_question() {
    let mut session = Session::start();
    session.call_and_ask();
    session.server.exit(7);
    session.doorbell.advance_until_screen_is_empty();
    assert_eq!(session.host.wait_for_exit().code(), Some(7));
}

#[test]
fn closed_agent_pipe_withdraws_the_question() {
    let mut session = Session::start();
    session.call_and_ask();
    session.host.close_stdin();
    session.server.expect_eof();
    session.server.exit(3);
    session.doorbell.advance_until_screen_is_empty();
    assert_eq!(session.host.wait_for_exit().code(), Some(3));
}

#[test]
fn cancelled_call_withdraws_and_answers_the_question() {
    let mut session = Session::start();
    let call = session.call_and_ask();
    let cancel_params = json!({"requestId": call, "reason": "Request timed out"});
    session
        .host
        .notify("notifications/cancelled", cancel_params.clone());
    assert_eq!(session.server.read_message()["params"], cancel_params);
    // Many servers ignore this notification, so the proxy answers the question too.
    assert_eq!(session.server.read_message(), cancelled());
    session.doorbell.wait_for_empty_screen();
    assert_still_works(&mut session);
}

#[test]
fn question_cancelled_by_server_gets_no_answer() {
    let mut session = Session::start();
    let call = session.call_and_ask();
    session.server.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 0}}),
    );
    session.doorbell.wait_for_empty_screen();
    session
        .server
        .send(&json!({"jsonrpc": "2.0", "id": call, "result": {"content": []}}));
    session.host.wait_for_reply(call);
    // The agent received neither the question nor its cancellation.
    assert!(!session.host.has_unclaimed(|_| true));
    assert_still_works(&mut session);
}

#[test]
fn finished_call_withdraws_its_question() {
    let mut session = Session::start();
    let call = session.call_and_ask();
    session
        .server
        .send(&json!({"jsonrpc": "2.0", "id": call, "result": {"content": []}}));
    session.host.wait_for_reply(call);
    assert_eq!(session.server.read_message(), cancelled());
    session.doorbell.wait_for_empty_screen();
    assert_still_works(&mut session);
}

#[test]
fn stopping_doorbell_cancels_and_does_not_decline() {
    let mut session = Session::start();
    session.call_and_ask();
    session.doorbell.handle.stop();
    assert_eq!(session.server.read_message(), cancelled());
    session.doorbell.wait_for_exit();
}

#[test]
fn server_that_does_not_exit_is_killed() {
    for (script, signal) in [
        ("exec sleep 600", 15),
        // Ignores SIGTERM, and so does its child.
        ("trap '' TERM; exec 2>&-; while :; do sleep 1; done", 9),
    ] {
        let doorbell = Doorbell::start();
        let mut command = Command::new(crate::support::doorbell_binary());
        command
            .args(["wrap", "--", "sh", "-c", script])
            .env("DOORBELL_SOCKET", doorbell.socket());
        let mut host = Host::start_without_handshake(command, Era::Legacy, json!({}));
        host.close_stdin();
        assert_eq!(host.wait_for_exit().signal(), Some(signal), "{script}");
    }
}

#[test]
fn termination_signal_is_forwarded_to_the_server() {
    let doorbell = Doorbell::start();
    let mut command = Command::new(crate::support::doorbell_binary());
    command
        .args(["wrap", "--", "sh", "-c"])
        .arg("trap 'exit 5' TERM; echo '{}'; while :; do read line; done")
        .env("DOORBELL_SOCKET", doorbell.socket());
    let mut host = Host::start_without_handshake(command, Era::Legacy, json!({}));
    host.wait_for_message("the first line of the server", |_| true);
    let pid = Pid::from_raw(i32::try_from(host.pid()).unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert_eq!(host.wait_for_exit().code(), Some(5));
}

#[test]
fn killed_proxy_leaves_no_server_behind() {
    let doorbell = Doorbell::start();
    let mut command = Command::new(crate::support::doorbell_binary());
    command
        .args(["wrap", "--", "sh", "-c"])
        .arg("echo \"{\\\"pid\\\": $$}\"; exec sleep 600")
        .env("DOORBELL_SOCKET", doorbell.socket());
    let mut host = Host::start_without_handshake(command, Era::Legacy, json!({}));
    let message = host.wait_for_message("the pid of the server", |_| true);
    let server = format!("/proc/{}/stat", message["pid"]);
    // A zombie is still listed until its parent collects it.
    let has_ended = || std::fs::read_to_string(&server).map_or(true, |stat| stat.contains(") Z "));
    assert!(!has_ended());
    let pid = Pid::from_raw(i32::try_from(host.pid()).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    assert_eq!(host.wait_for_exit().signal(), Some(9));
    wait_until("the server to exit", has_ended);
}

#[test]
fn command_that_cannot_run_is_reported() {
    for (program, code, message) in [
        ("/nowhere/server", 127, "No such file or directory"),
        ("/dev/null", 126, "Permission denied"),
    ] {
        let mut command = Command::new(crate::support::doorbell_binary());
        command.args(["wrap", "--", program]);
        let mut host = Host::start_without_handshake(command, Era::Legacy, json!({}));
        assert_eq!(host.wait_for_exit().code(), Some(code));
        host.wait_for_stderr(message);
    }
}

/// Asserts that the proxy handles another call, question and answer.
fn assert_still_works(session: &mut Session) {
    let call = session.host.call_tool("test", json!({}));
    assert_eq!(session.server.read_message()["method"], "tools/call");
    session.server.ask(1, "And now?");
    let question = session.doorbell.wait_for_question("And now?");
    question.type_text("Name", "Ada");
    question.press(SEND);
    let answer = session.server.read_message();
    assert_eq!(
        answer["result"],
        json!({"action": "accept", "content": {"name": "Ada"}})
    );
    session
        .server
        .send(&json!({"jsonrpc": "2.0", "id": call, "result": {"content": []}}));
    session.host.wait_for_reply(call);
}
