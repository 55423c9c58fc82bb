//! Several askers at once, and how the card identifies them.

use doorbell_daemon::view::{NameSource, Press, ProgramCheck};
use serde_json::json;

use crate::support::{Doorbell, example, name_form};

#[test]
fn askers_with_equal_request_ids_get_their_own_answers() {
    let doorbell = Doorbell::start();
    let (mut first, mut second) = (doorbell.asker(), doorbell.asker());
    first.ask(1, "First", name_form());
    let person = doorbell.person();
    let question = person.wait_for_question("First");
    second.ask(1, "Second", name_form());
    let waiting = person.wait_for_question_where("First", |question| question.waiting == 1);
    assert_eq!(
        waiting.view.generation, question.view.generation,
        "the shown question has not changed"
    );
    question.type_text("Name", "one");
    question.send();
    let question = person.wait_for_question("Second");
    second.assert_nothing_unread();
    question.type_text("Name", "two");
    question.send();
    assert_eq!(second.read_result(1)["content"], json!({"name": "two"}));
    assert_eq!(first.read_result(1)["content"], json!({"name": "one"}));
    first.assert_nothing_unread();
    second.assert_nothing_unread();
}

#[test]
fn questions_of_one_asker_are_shown_in_order() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for id in 1..=3 {
        asker.ask(id, &format!("Question {id}"), name_form());
    }
    for id in 1..=3 {
        let question = doorbell.wait_for_question(&format!("Question {id}"));
        question.type_text("Name", &id.to_string());
        question.send();
        let result = asker.read_result(id);
        assert_eq!(result["content"], json!({"name": id.to_string()}));
    }
}

#[test]
fn request_id_can_be_reused_after_its_question_ends() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for message in ["Once", "Again"] {
        asker.ask(1, message, name_form());
        doorbell.wait_for_question(message).press(Press::Decline);
        assert_eq!(asker.read_result(1)["action"], "decline");
    }
}

#[test]
fn ninth_open_question_of_a_session_is_refused() {
    let doorbell = Doorbell::start_without_flood_limits();
    let mut asker = doorbell.asker();
    for id in 1..=8 {
        asker.ask(id, &format!("Question {id}"), name_form());
    }
    asker.assert_nothing_unread();
    let mut another = doorbell.asker();
    another.ask(9, "Question 9", name_form());
    assert_eq!(
        another.read_line(),
        r#"{"jsonrpc":"2.0","id":9,"result":{"action":"cancel","_meta":{"dev.doorbell/outcome":{"outcome":"refused","reason":"This agent session has 8 open questions; ask again when one is answered."}}}}"#
    );
    doorbell
        .wait_for_question("Question 1")
        .press(Press::Decline);
    another.ask(9, "Question 9", name_form());
    another.assert_nothing_unread();
}

#[test]
fn card_separates_verified_facts_from_claims() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(
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
    let card = doorbell.wait_for_question("Who am I?").view.asker;
    assert_eq!(card.verified.check, ProgramCheck::Verified);
    assert_eq!(card.verified.program.pid, std::process::id());
    let test_binary = std::env::current_exe().unwrap();
    assert_eq!(card.verified.program.path.as_deref(), test_binary.to_str());
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
fn claimed_agent_is_marked_as_claim_everywhere() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Without", name_form());
    let without = doorbell.wait_for_question("Without");
    let unclaimed = without.view.asker.clone();
    without.press(Press::Decline);
    asker.read_result(1);
    asker.ask_with(
        2,
        json!({
            "message": "With",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": {"agent": "Acme\u{200b}Agent"}},
        }),
    );
    let card = doorbell.wait_for_question("With").view.asker;
    let list = asker.call("doorbell/list", json!({}));
    let listed = &list["questions"][0]["agent"];
    if matches!(unclaimed.agent_source, NameSource::Program { .. }) {
        assert_eq!(
            (card.agent.as_str(), card.agent_source),
            ("Acme⟨U+200B⟩Agent", NameSource::Claimed)
        );
        assert_eq!(listed, "“Acme⟨U+200B⟩Agent”");
    } else {
        // An agent runs these tests; its name takes precedence.
        assert_eq!(card, unclaimed);
        assert_eq!(*listed, unclaimed.agent);
    }
}

#[test]
fn claimed_names_cannot_pose_as_doorbell_or_end_their_quotation() {
    let doorbell = Doorbell::start_without_flood_limits();
    let mut asker = doorbell.connect();
    let client = json!({"name": "tests", "version": "1", "title": "d\u{043e}\u{043e}rbell"});
    let hello = json!({"protocol": 1, "client": client});
    asker.call("doorbell/hello", hello);
    for (message, server, shown) in [
        ("Client", None, "d\u{043e}\u{043e}rbell (not Doorbell)"),
        ("Plain", Some("Doorbell"), "Doorbell (not Doorbell)"),
        (
            "Hidden",
            Some(" DOORBELL\u{200b}"),
            "DOORBELL⟨U+200B⟩ (not Doorbell)",
        ),
        (
            "Quoted",
            Some("shop' and “Doorbell”"),
            "shop⟨U+0027⟩ and ⟨U+201C⟩Doorbell⟨U+201D⟩",
        ),
    ] {
        let mut claims = json!({"agent": "Acme” · checked", "tool": "read” checked"});
        if let Some(name) = server {
            claims["server"] = json!({"name": name});
        }
        asker.ask_with(
            message,
            json!({
                "message": message,
                "requestedSchema": name_form(),
                "_meta": {"dev.doorbell/asker": claims},
            }),
        );
        let question = doorbell.wait_for_question(message);
        let card = question.view.asker.clone();
        assert_eq!(card.name, shown);
        let tool = card.claimed.tool.as_deref();
        assert_eq!(tool, Some("read⟨U+201D⟩ checked"));
        let note = doorbell.desktop.wait_for("its notification", |state| {
            let note = state.notification.clone();
            note.filter(|note| note.body.contains(message))
        });
        if server.is_some() {
            let via = format!("via “{shown}”");
            assert!(note.body.ends_with(&via), "{}", note.body);
        }
        // If an agent runs these tests, its name takes precedence.
        if card.agent_source == NameSource::Claimed {
            assert_eq!(card.agent, "Acme⟨U+201D⟩ · checked");
            let called = "A program called “Acme⟨U+201D⟩ · checked”";
            assert!(note.title.starts_with(called), "{}", note.title);
        }
        assert!(!note.title.contains("Acme”"), "{}", note.title);
        question.press(Press::Decline);
        assert_eq!(asker.read_result(message)["action"], "decline");
    }
}

#[test]
fn asker_is_identified_by_its_own_process() {
    let doorbell = Doorbell::start();
    let running = example(
        "python3",
        "ask.py",
        &doorbell.socket(),
        ["Which process?", r#"{"type": "object"}"#],
    );
    let question = doorbell.wait_for_question("Which process?");
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
    question.press(Press::Decline);
    assert_eq!(running.finish().code, Some(1));
}
