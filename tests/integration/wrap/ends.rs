//! One side gives up while the person is being asked.

use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::{Scene, cancelled};
use crate::support::{Doorbell, Era, Host, SEND, wait_until};

#[test]
fn a_server_that_ends_takes_its_question_along() {
    let mut scene = Scene::begin();
    scene.is_asked();
    scene.server.exits(7);
    scene.doorbell.clears_the_screen();
    assert_eq!(scene.host.sees_end().code(), Some(7));
}

#[test]
fn an_agent_that_closes_its_pipe_takes_the_question_along() {
    let mut scene = Scene::begin();
    scene.is_asked();
    scene.host.closes();
    scene.server.hears_the_end();
    scene.server.exits(3);
    scene.doorbell.clears_the_screen();
    assert_eq!(scene.host.sees_end().code(), Some(3));
}

#[test]
fn an_agent_that_gives_its_call_up_takes_the_question_along() {
    let mut scene = Scene::begin();
    let call = scene.is_asked();
    let given_up = json!({"requestId": call, "reason": "Request timed out"});
    scene
        .host
        .notifies("notifications/cancelled", given_up.clone());
    assert_eq!(scene.server.hears()["params"], given_up);
    // Many servers do not look, so the question itself is answered too.
    assert_eq!(scene.server.hears(), cancelled());
    scene.doorbell.person().sees_nothing();
    goes_on(&mut scene);
}

#[test]
fn a_server_that_gives_its_question_up_hears_no_answer() {
    let mut scene = Scene::begin();
    let call = scene.is_asked();
    scene.server.says(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 0}}),
    );
    scene.doorbell.person().sees_nothing();
    scene
        .server
        .says(&json!({"jsonrpc": "2.0", "id": call, "result": {"content": []}}));
    scene.host.hears_reply(call);
    // Neither the question nor its end reached the agent.
    assert!(!scene.host.kept(|_| true));
    goes_on(&mut scene);
}

#[test]
fn a_call_that_ends_takes_its_question_along() {
    let mut scene = Scene::begin();
    let call = scene.is_asked();
    scene
        .server
        .says(&json!({"jsonrpc": "2.0", "id": call, "result": {"content": []}}));
    scene.host.hears_reply(call);
    assert_eq!(scene.server.hears(), cancelled());
    scene.doorbell.person().sees_nothing();
    goes_on(&mut scene);
}

#[test]
fn a_doorbell_that_is_stopped_cancels_and_does_not_decline() {
    let mut scene = Scene::begin();
    scene.is_asked();
    scene.doorbell.handle.stop();
    assert_eq!(scene.server.hears(), cancelled());
    scene.doorbell.has_ended();
}

#[test]
fn a_server_that_does_not_end_is_ended() {
    for (script, signal) in [
        ("exec sleep 600", 15),
        // Told to end, it does not; neither does what it waits for.
        ("trap '' TERM; exec 2>&-; while :; do sleep 1; done", 9),
    ] {
        let doorbell = Doorbell::start();
        let mut command = Command::new(crate::support::program());
        command
            .args(["wrap", "--", "sh", "-c", script])
            .env("DOORBELL_SOCKET", doorbell.socket());
        let mut host = Host::start_silent(command, Era::Legacy, json!({}));
        host.closes();
        assert_eq!(host.sees_end().signal(), Some(signal), "{script}");
    }
}

#[test]
fn the_server_is_told_what_the_proxy_is_told() {
    let doorbell = Doorbell::start();
    let mut command = Command::new(crate::support::program());
    command
        .args(["wrap", "--", "sh", "-c"])
        .arg("trap 'exit 5' TERM; echo '{}'; while :; do read line; done")
        .env("DOORBELL_SOCKET", doorbell.socket());
    let mut host = Host::start_silent(command, Era::Legacy, json!({}));
    host.hears("the server's first word", |_| true);
    let pid = Pid::from_raw(i32::try_from(host.pid()).unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert_eq!(host.sees_end().code(), Some(5));
}

#[test]
fn a_proxy_that_is_killed_leaves_no_server_behind() {
    let doorbell = Doorbell::start();
    let mut command = Command::new(crate::support::program());
    command
        .args(["wrap", "--", "sh", "-c"])
        .arg("echo \"{\\\"pid\\\": $$}\"; exec sleep 600")
        .env("DOORBELL_SOCKET", doorbell.socket());
    let mut host = Host::start_silent(command, Era::Legacy, json!({}));
    let said = host.hears("the server's number", |_| true);
    let server = format!("/proc/{}/stat", said["pid"]);
    // One that has ended is still listed where nobody asks how.
    let has_ended = || std::fs::read_to_string(&server).map_or(true, |stat| stat.contains(") Z "));
    assert!(!has_ended());
    let pid = Pid::from_raw(i32::try_from(host.pid()).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    assert_eq!(host.sees_end().signal(), Some(9));
    wait_until("the server's end", has_ended);
}

#[test]
fn a_command_that_cannot_be_run_says_so() {
    for (program, code, said) in [
        ("/nowhere/server", 127, "No such file or directory"),
        ("/dev/null", 126, "Permission denied"),
    ] {
        let mut command = Command::new(crate::support::program());
        command.args(["wrap", "--", program]);
        let mut host = Host::start_silent(command, Era::Legacy, json!({}));
        assert_eq!(host.sees_end().code(), Some(code));
        assert!(host.complains(said), "{}", host.complaints());
    }
}

/// The proxy still works: another call, another question, another answer.
fn goes_on(scene: &mut Scene) {
    let call = scene.host.calls("test", json!({}));
    assert_eq!(scene.server.hears()["method"], "tools/call");
    scene.server.asks(1, "And now?");
    let question = scene.doorbell.person().sees("And now?");
    question.types("Name", "Ada");
    question.does(SEND);
    let answer = scene.server.hears();
    assert_eq!(
        answer["result"],
        json!({"action": "accept", "content": {"name": "Ada"}})
    );
    scene
        .server
        .says(&json!({"jsonrpc": "2.0", "id": call, "result": {"content": []}}));
    scene.host.hears_reply(call);
}
