//! Several askers at once.

use doorbell_daemon::view::Press;
use serde_json::json;

use crate::support::{Doorbell, example, name_form};

#[test]
fn two_askers_with_the_same_request_id_get_their_own_answers() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    first.asks(1, "First", name_form());
    let person = doorbell.person();
    let question = person.sees("First");
    second.asks(1, "Second", name_form());
    let waiting = person.sees_where("First", |question| question.place.of == 2);
    assert_eq!(waiting.view.place.position, 1);
    assert_eq!(
        waiting.view.generation, question.view.generation,
        "what the person looks at has not changed"
    );
    question.types("Name", "one");
    question.sends();
    let question = person.sees("Second");
    second.has_heard_everything();
    question.types("Name", "two");
    question.sends();
    assert_eq!(second.hears_result(1)["content"], json!({"name": "two"}));
    assert_eq!(first.hears_result(1)["content"], json!({"name": "one"}));
    first.has_heard_everything();
    second.has_heard_everything();
}

#[test]
fn several_questions_of_one_asker_wait_in_line() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for id in 1..=3 {
        asker.asks(id, &format!("Question {id}"), name_form());
    }
    for id in 1..=3 {
        let question = doorbell.person().sees(&format!("Question {id}"));
        question.types("Name", &id.to_string());
        question.sends();
        let result = asker.hears_result(id);
        assert_eq!(result["content"], json!({"name": id.to_string()}));
    }
}

#[test]
fn an_id_can_be_used_again_once_its_question_is_over() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for message in ["Once", "Again"] {
        asker.asks(1, message, name_form());
        doorbell.person().sees(message).does(Press::Decline);
        assert_eq!(asker.hears_result(1)["action"], "decline");
    }
}

#[test]
fn the_ninth_question_of_a_session_is_refused_and_the_eighth_is_not() {
    let doorbell = Doorbell::start_patient();
    let mut asker = doorbell.asker();
    for id in 1..=8 {
        asker.asks(id, &format!("Question {id}"), name_form());
    }
    asker.has_heard_everything();
    let mut another = doorbell.asker();
    another.asks(9, "Question 9", name_form());
    assert_eq!(
        another.hears(),
        r#"{"jsonrpc":"2.0","id":9,"result":{"action":"cancel","_meta":{"dev.doorbell/outcome":{"outcome":"refused","reason":"This agent session has 8 open questions; ask again when one is answered."}}}}"#
    );
    doorbell.person().sees("Question 1").does(Press::Decline);
    another.asks(9, "Question 9", name_form());
    another.has_heard_everything();
}

#[test]
fn the_card_tells_what_is_known_apart_from_what_is_said() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(
        1,
        json!({
            "message": "Who am I?",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": {
                "server": {"name": "shop", "title": "Shop", "version": "2", "url": "https://shop.example"},
                "tool": "deploy", "session": "s-1", "project": "/home/ada/shop",
            }},
        }),
    );
    let card = doorbell.person().sees("Who am I?").view.asker;
    assert_eq!(card.verified.program.pid, std::process::id());
    let own = std::env::current_exe().unwrap();
    assert_eq!(card.verified.program.path.as_deref(), own.to_str());
    assert!(!card.verified.parents.is_empty());
    assert_eq!(card.name, "Shop");
    assert_eq!(card.project.as_deref(), Some("shop"));
    assert_eq!(card.claimed.client, "tests 1.0.0");
    let server = card.claimed.server.unwrap();
    assert_eq!(server.place.as_deref(), Some("https://shop.example"));
    assert_eq!(card.claimed.tool.as_deref(), Some("deploy"));
    assert_eq!(card.claimed.session.as_deref(), Some("s-1"));
}

#[test]
fn a_claimed_agent_is_told_as_a_claim_wherever_the_agent_is_named() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Without", name_form());
    let without = doorbell.person().sees("Without");
    let seen = without.view.asker.clone();
    without.does(Press::Decline);
    asker.hears_result(1);
    asker.asks_with(
        2,
        json!({
            "message": "With",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": {"agent": "Acme\u{200b}Agent"}},
        }),
    );
    let card = doorbell.person().sees("With").view.asker;
    let list = asker.calls("doorbell/list", json!({}));
    let listed = &list["questions"][0]["agent"];
    if seen.agent == seen.verified.program.name {
        assert_eq!(
            (card.agent.as_str(), card.agent_is_claimed),
            ("Acme⟨U+200B⟩Agent", true)
        );
        assert_eq!(listed, "“Acme⟨U+200B⟩Agent”");
    } else {
        // An agent runs these tests, and what the system shows wins.
        assert_eq!(card, seen);
        assert_eq!(*listed, seen.agent);
    }
}

#[test]
fn another_program_is_known_by_its_own_process() {
    let doorbell = Doorbell::start();
    let running = example(
        "python3",
        "ask.py",
        &doorbell.socket(),
        ["Which process?", r#"{"type": "object"}"#],
    );
    let question = doorbell.person().sees("Which process?");
    let card = &question.view.asker;
    assert!(
        card.verified.program.name.starts_with("python3"),
        "{:?}",
        card.verified.program
    );
    let parents: Vec<_> = card
        .verified
        .parents
        .iter()
        .map(|parent| parent.pid)
        .collect();
    assert!(parents.contains(&std::process::id()), "{parents:?}");
    question.does(Press::Decline);
    assert_eq!(running.finishes().code, Some(1));
}
