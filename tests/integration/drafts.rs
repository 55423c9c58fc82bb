//! What was typed is there when the same question comes back.

use std::path::Path;
use std::time::Duration;

use doorbell_core::form::Input;
use doorbell_daemon::view::{BodyView, DraftView, Press, QuestionView};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, name_form};

const QUESTION: &str = "Who are you?";

fn form() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "title": "Name"},
            "token": {"type": "string", "title": "API token"},
        },
    })
}

fn ask(doorbell: &Doorbell) -> Asker {
    let mut asker = doorbell.asker();
    asker.asks(1, QUESTION, form());
    asker
}

/// Types, and waits until that is in the file.
fn types(doorbell: &Doorbell, text: &str) {
    let question = doorbell.person().sees(QUESTION);
    question.types("Name", text);
    doorbell.keeps("it is saved", || is_written(doorbell.data(), text));
}

/// Whether any file of the storage has these bytes in it.
fn is_written(data: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(data.parent().unwrap()).unwrap();
    files.any(|file| {
        // One that is just being removed has nothing in it.
        let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}

fn is_offered(question: &QuestionView) -> bool {
    matches!(
        &question.body,
        BodyView::Form {
            draft: Some(DraftView::Offered { .. }),
            ..
        }
    )
}

#[test]
fn what_was_typed_before_a_crash_is_offered_and_can_be_sent() {
    let doorbell = Doorbell::start_keeping();
    let asker = ask(&doorbell);
    types(&doorbell, "Ada Lovelace");
    let doorbell = doorbell.crashes();
    drop(asker);
    let mut asker = ask(&doorbell);
    let question = doorbell.person().sees_where(QUESTION, is_offered);
    assert_eq!(question.form().fields[0].input, Input::Empty);
    question.does(Press::UseDraft);
    let filled = doorbell.person().sees_where(QUESTION, |question| {
        matches!(
            &question.body,
            BodyView::Form {
                draft: Some(DraftView::Used { .. }),
                ..
            }
        )
    });
    let text = "Ada Lovelace".to_owned();
    assert_eq!(filled.form().fields[0].input, Input::Text { text });
    filled.sends();
    let content = json!({"name": "Ada Lovelace"});
    assert_eq!(asker.hears_result(1)["content"], content);
    // Answered is answered: it is offered no more, and really gone.
    doorbell.keeps("it is gone", || {
        !is_written(doorbell.data(), "Ada Lovelace")
    });
    let _asker = ask(&doorbell);
    let next = doorbell.person().sees(QUESTION);
    assert!(!is_offered(&next.view));
}

#[test]
fn it_is_offered_after_a_withdrawal_a_timeout_and_a_stop() {
    for how in ["withdrawal", "timeout", "closing"] {
        let doorbell = Doorbell::start_keeping();
        let mut asker = doorbell.asker();
        let deadline = if how == "timeout" { 3_000 } else { 600_000 };
        let meta = json!({"dev.doorbell/asker": {"deadlineMs": deadline}});
        let params = json!({"message": QUESTION, "requestedSchema": form(), "_meta": meta});
        asker.asks_with(1, params);
        let question = doorbell.person().sees(QUESTION);
        question.types("Name", "Ada");
        match how {
            "withdrawal" => asker.withdraws(1),
            "timeout" => {
                doorbell.lets_pass(Duration::from_secs(3));
                assert_eq!(asker.hears_result(1)["action"], "cancel");
            }
            _ => {
                question.does(Press::Dismiss);
                let asked = |question: &QuestionView| question.generation > 1;
                let asked = doorbell.person().sees_where(QUESTION, asked);
                asked.does(Press::Stop);
                assert_eq!(asker.hears_result(1)["action"], "cancel");
            }
        }
        if how != "closing" {
            let (over, _) = doorbell.person().sees_withdrawn(QUESTION);
            over.does(Press::Close);
        }
        doorbell.person().sees_nothing();
        let _asker = ask(&doorbell);
        doorbell.person().sees_where(QUESTION, is_offered);
    }
}

#[test]
fn starting_fresh_removes_it() {
    let doorbell = Doorbell::start_keeping();
    let asker = ask(&doorbell);
    types(&doorbell, "Ada Lovelace");
    let doorbell = doorbell.crashes();
    drop(asker);
    let _asker = ask(&doorbell);
    let question = doorbell.person().sees_where(QUESTION, is_offered);
    question.does(Press::StartFresh);
    doorbell
        .person()
        .sees_where(QUESTION, |question| !is_offered(question));
    doorbell.keeps("it is gone", || {
        !is_written(doorbell.data(), "Ada Lovelace")
    });
}

#[test]
fn another_question_is_offered_nothing() {
    let doorbell = Doorbell::start_keeping();
    let asker = ask(&doorbell);
    types(&doorbell, "Ada");
    let doorbell = doorbell.crashes();
    drop(asker);
    let claim = |asker: Value| json!({"dev.doorbell/asker": asker});
    let others = [
        json!({"message": "Who?", "requestedSchema": form()}),
        json!({"message": QUESTION, "requestedSchema": name_form()}),
        json!({"message": QUESTION, "requestedSchema": form(), "_meta": claim(json!({"project": "/elsewhere"}))}),
        json!({"message": QUESTION, "requestedSchema": form(), "_meta": claim(json!({"server": {"name": "acme"}}))}),
    ];
    for params in others {
        let mut asker = doorbell.asker();
        let message = params["message"].as_str().unwrap().to_owned();
        asker.asks_with(1, params);
        let question = doorbell.person().sees(&message);
        assert!(!is_offered(&question.view));
        question.does(Press::Decline);
        asker.hears_result(1);
    }
    let _asker = ask(&doorbell);
    doorbell.person().sees_where(QUESTION, is_offered);
}

#[test]
fn a_secret_is_never_saved() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = ask(&doorbell);
    let question = doorbell.person().sees(QUESTION);
    question.types("API token", "planted-token");
    question.types("Name", "ghp_0123456789abcdefghijABCDEFGHIJ012345");
    let note = "and something that is none";
    asker.withdraws(1);
    let (over, _) = doorbell.person().sees_withdrawn(QUESTION);
    over.types("Name", note);
    doorbell.keeps("the rest is saved", || is_written(doorbell.data(), note));
    assert!(!is_written(doorbell.data(), "planted-token"));
    assert!(!is_written(doorbell.data(), "ghp_"));
}

/// An answer that nobody has received until the machine was started again.
#[test]
fn an_answer_that_was_never_received_becomes_a_draft() {
    let doorbell = Doorbell::start_keeping();
    let mut asker = doorbell.asker();
    asker.asks_keyed(1, QUESTION, form(), "key");
    let question = doorbell.person().sees(QUESTION);
    question.types("Name", "Ada");
    question.sends();
    asker.hears_result(1);
    let doorbell = doorbell.crashes_and_finds(|config| config.boot_id = "the next".into());
    let _asker = ask(&doorbell);
    doorbell.person().sees_where(QUESTION, is_offered);
}
