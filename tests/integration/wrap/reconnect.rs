//! Doorbell is lost while the person is asked.

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::{cancelled, connect};
use crate::support::{Doorbell, Era, Host, ScriptedServer, SocketForwarder};

#[test]
fn question_survives_a_reconnect_and_is_answered_once() {
    let (doorbell, forwarder, mut host, mut server) = start_call(json!({}));
    server.ask(0, "Who are you?");
    let first = doorbell.wait_for_question("Who are you?");
    first.type_text("Name", "Ada");
    forwarder.close();
    forwarder.reopen();
    // The shown question is unchanged.
    first.send();
    let answer = json!({"action": "accept", "content": {"name": "Ada"}});
    assert_eq!(server.read_message()["result"], answer);
    // The question is answered once: the next message to the server comes from the agent.
    host.notify("notifications/roots/list_changed", json!({}));
    assert_eq!(
        server.read_message()["method"],
        "notifications/roots/list_changed"
    );
}

#[test]
fn crash_loses_no_answer() {
    let doorbell = Doorbell::start_with_storage();
    let server = ScriptedServer::new();
    let command = server.wrapped(&doorbell.socket(), &[]);
    let (mut host, mut server) = connect(command, server, json!({}));
    host.call_tool("deploy", json!({}));
    server.read_message();
    server.ask(0, "Who are you?");
    doorbell.wait_for_question("Who are you?");
    let doorbell = doorbell.crash_and_restart();
    let question = doorbell.wait_for_question("Who are you?");
    let doorbell = {
        question.type_text("Name", "Ada");
        question.send();
        doorbell.crash_and_restart()
    };
    let answer = json!({"action": "accept", "content": {"name": "Ada"}});
    assert_eq!(server.read_message()["result"], answer);
    host.notify("notifications/roots/list_changed", json!({}));
    assert_eq!(
        server.read_message()["method"],
        "notifications/roots/list_changed"
    );
    doorbell.wait_for_empty_screen();
}

#[test]
fn questions_keep_their_order_after_a_reconnect() {
    let (doorbell, forwarder, _host, mut server) = start_call(json!({}));
    let person = doorbell.person();
    let questions = ["First", "Second", "Third", "Fourth"];
    for (id, question) in (0..).zip(questions) {
        server.ask(id, question);
    }
    person.wait_for_question_where("First", |question| question.waiting + 1 == questions.len());
    forwarder.close();
    doorbell.advance_until_screen_is_empty();
    forwarder.reopen();
    for (id, question) in (0..).zip(questions) {
        person.wait_for_question(question).press(Press::Decline);
        assert_eq!(server.read_message()["id"], id);
    }
}

/// Works whether or not the proxy has noticed the disconnect.
#[test]
fn connection_lost_between_questions_is_reopened() {
    let (doorbell, forwarder, host, mut server) = start_call(json!({}));
    for id in 0..50 {
        server.ask(id, "Who are you?");
        doorbell
            .wait_for_question("Who are you?")
            .press(Press::Decline);
        assert_eq!(
            server.read_message()["result"],
            json!({"action": "decline"})
        );
        forwarder.disconnect_all();
    }
    assert_eq!(host.stderr(), "");
}

#[test]
fn lost_doorbell_cancels_and_does_not_decline() {
    let (doorbell, forwarder, host, mut server) = start_call(json!({}));
    server.ask(0, "Who are you?");
    doorbell.wait_for_question("Who are you?");
    forwarder.close();
    assert_eq!(server.read_message(), cancelled());
    // The next question is cancelled too, without another error message.
    server.ask(1, "Who are you?");
    assert_eq!(server.read_message()["result"], json!({"action": "cancel"}));
    host.wait_for_stderr("doorbell: ");
    assert_eq!(host.stderr().matches("doorbell: ").count(), 1);
    doorbell.advance_until_screen_is_empty();
    // Doorbell is asked again when it is back.
    forwarder.reopen();
    server.ask(2, "And now?");
    doorbell.wait_for_question("And now?");
}

#[test]
fn agent_asks_when_doorbell_is_lost() {
    let (doorbell, forwarder, mut host, mut server) = start_call(json!({"elicitation": {}}));
    server.ask(0, "Who are you?");
    doorbell.wait_for_question("Who are you?");
    forwarder.close();
    let question = host.wait_for_question();
    assert_eq!(question["params"]["message"], "Who are you?");
    host.respond(&question, json!({"action": "decline"}));
    assert_eq!(
        server.read_message()["result"],
        json!({"action": "decline"})
    );
}

#[test]
fn slow_doorbell_is_asked_once_it_responds() {
    let doorbell = Doorbell::start_without_flood_limits();
    let (forwarder, listener) = SocketForwarder::bind(&doorbell.socket());
    let server = ScriptedServer::new();
    let command = server.wrapped(&forwarder.socket(), &[]);
    let (mut host, mut server) = connect(command, server, json!({}));
    host.call_tool("deploy", json!({}));
    server.read_message();
    server.ask(0, "Who are you?");
    forwarder.serve(listener);
    doorbell
        .wait_for_question("Who are you?")
        .press(Press::Decline);
    assert_eq!(
        server.read_message()["result"],
        json!({"action": "decline"})
    );
    assert_eq!(host.stderr(), "");
}

#[test]
fn elicitation_is_not_declared_without_doorbell() {
    let nowhere = tempfile::tempdir().unwrap();
    let mut server = ScriptedServer::new();
    let command = server.wrapped(&nowhere.path().join("doorbell.sock"), &[]);
    let mut host = Host::start_without_handshake(command, Era::Legacy, json!({"roots": {}}));
    let declared = std::thread::scope(|scope| {
        let declared = scope.spawn(|| server.handshake());
        host.handshake();
        declared.join().unwrap()
    });
    assert_eq!(declared, json!({"roots": {}}));
    server.read_message();
    // A server that asks anyway gets the error of a client without elicitation.
    server.ask(0, "Who are you?");
    assert_eq!(server.read_message()["error"]["code"], -32602);
}

/// An agent that has called a tool through the proxy, and a Doorbell that can be disconnected.
fn start_call(capabilities: Value) -> (Doorbell, SocketForwarder, Host, ScriptedServer) {
    let doorbell = Doorbell::start_without_flood_limits();
    let forwarder = SocketForwarder::start(&doorbell.socket());
    let server = ScriptedServer::new();
    let command = server.wrapped(&forwarder.socket(), &[]);
    let (mut host, mut server) = connect(command, server, capabilities);
    host.call_tool("deploy", json!({}));
    server.read_message();
    (doorbell, forwarder, host, server)
}
