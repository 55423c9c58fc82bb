//! Doorbell goes away while the person is being asked.

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::{cancelled, meet};
use crate::support::{Cable, Doorbell, Era, Host, ScriptedServer};

#[test]
fn a_doorbell_that_comes_back_is_asked_again_and_answers_once() {
    let (doorbell, cable, mut host, mut server) = called(json!({}));
    server.asks(0, "Who are you?");
    let first = doorbell.person().sees("Who are you?");
    first.types("Name", "Ada");
    cable.cut();
    cable.mend();
    // It is the same question, as it was, and nothing has changed for the person.
    first.sends();
    let answer = json!({"action": "accept", "content": {"name": "Ada"}});
    assert_eq!(server.hears()["result"], answer);
    // It answers once: the next thing the server hears is the agent.
    host.notifies("notifications/roots/list_changed", json!({}));
    assert_eq!(server.hears()["method"], "notifications/roots/list_changed");
}

#[test]
fn a_doorbell_that_crashes_loses_no_answer() {
    let doorbell = Doorbell::start_keeping();
    let server = ScriptedServer::new();
    let command = server.wrapped(&doorbell.socket(), &[]);
    let (mut host, mut server) = meet(command, server, json!({}));
    host.calls("deploy", json!({}));
    server.hears();
    server.asks(0, "Who are you?");
    doorbell.person().sees("Who are you?");
    let doorbell = doorbell.crashes();
    let question = doorbell.person().sees("Who are you?");
    let doorbell = {
        question.types("Name", "Ada");
        question.sends();
        doorbell.crashes()
    };
    let answer = json!({"action": "accept", "content": {"name": "Ada"}});
    assert_eq!(server.hears()["result"], answer);
    host.notifies("notifications/roots/list_changed", json!({}));
    assert_eq!(server.hears()["method"], "notifications/roots/list_changed");
    doorbell.person().sees_nothing();
}

#[test]
fn what_is_asked_again_keeps_its_order() {
    let (doorbell, cable, _host, mut server) = called(json!({}));
    let person = doorbell.person();
    let questions = ["First", "Second", "Third", "Fourth"];
    for (id, question) in (0..).zip(questions) {
        server.asks(id, question);
    }
    person.sees_where("First", |question| question.place.of == questions.len());
    cable.cut();
    doorbell.clears_the_screen();
    cable.mend();
    for (id, question) in (0..).zip(questions) {
        person.sees(question).does(Press::Decline);
        assert_eq!(server.hears()["id"], id);
    }
}

/// Whether the proxy has noticed or not.
#[test]
fn a_doorbell_that_was_away_between_two_questions_is_asked() {
    let (doorbell, cable, host, mut server) = called(json!({}));
    for id in 0..50 {
        server.asks(id, "Who are you?");
        doorbell.person().sees("Who are you?").does(Press::Decline);
        assert_eq!(server.hears()["result"], json!({"action": "decline"}));
        cable.interrupt();
    }
    assert_eq!(host.complaints(), "");
}

#[test]
fn a_doorbell_that_stays_away_is_no_decline() {
    let (doorbell, cable, host, mut server) = called(json!({}));
    server.asks(0, "Who are you?");
    doorbell.person().sees("Who are you?");
    cable.cut();
    assert_eq!(server.hears(), cancelled());
    // The next question fares no better, and that is not said again.
    server.asks(1, "Who are you?");
    assert_eq!(server.hears()["result"], json!({"action": "cancel"}));
    assert!(host.complains("doorbell: "));
    assert_eq!(host.complaints().matches("doorbell: ").count(), 1);
    doorbell.clears_the_screen();
    // When it is back, it is asked.
    cable.mend();
    server.asks(2, "And now?");
    doorbell.person().sees("And now?");
}

#[test]
fn an_agent_that_can_ask_does_when_doorbell_cannot() {
    let (doorbell, cable, mut host, mut server) = called(json!({"elicitation": {}}));
    server.asks(0, "Who are you?");
    doorbell.person().sees("Who are you?");
    cable.cut();
    let question = host.hears_question();
    assert_eq!(question["params"]["message"], "Who are you?");
    host.answers(&question, json!({"action": "decline"}));
    assert_eq!(server.hears()["result"], json!({"action": "decline"}));
}

#[test]
fn slow_doorbell_is_asked_when_it_answers() {
    let doorbell = Doorbell::start_patient();
    let (cable, listener) = Cable::unanswered(&doorbell.socket());
    let server = ScriptedServer::new();
    let command = server.wrapped(&cable.socket(), &[]);
    let (mut host, mut server) = meet(command, server, json!({}));
    host.calls("deploy", json!({}));
    server.hears();
    server.asks(0, "Who are you?");
    cable.answer(listener);
    doorbell.person().sees("Who are you?").does(Press::Decline);
    assert_eq!(server.hears()["result"], json!({"action": "decline"}));
    assert_eq!(host.complaints(), "");
}

#[test]
fn without_a_doorbell_nothing_is_promised() {
    let nowhere = tempfile::tempdir().unwrap();
    let mut server = ScriptedServer::new();
    let command = server.wrapped(&nowhere.path().join("doorbell.sock"), &[]);
    let mut host = Host::start_silent(command, Era::Legacy, json!({"roots": {}}));
    let declared = std::thread::scope(|scope| {
        let declared = scope.spawn(|| server.shakes_hands());
        host.shakes_hands();
        declared.join().unwrap()
    });
    assert_eq!(declared, json!({"roots": {}}));
    server.hears();
    // A server that asks all the same hears what a client says that cannot.
    server.asks(0, "Who are you?");
    assert_eq!(server.hears()["error"]["code"], -32602);
}

/// An agent that has called a tool of a server behind the proxy, and a Doorbell that can be cut off.
fn called(capabilities: Value) -> (Doorbell, Cable, Host, ScriptedServer) {
    let doorbell = Doorbell::start_patient();
    let cable = Cable::to(&doorbell.socket());
    let server = ScriptedServer::new();
    let command = server.wrapped(&cable.socket(), &[]);
    let (mut host, mut server) = meet(command, server, capabilities);
    host.calls("deploy", json!({}));
    server.hears();
    (doorbell, cable, host, server)
}
