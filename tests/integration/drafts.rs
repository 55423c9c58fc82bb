//! Drafts: typed text is offered again when the same question is asked again.

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
    asker.ask(1, QUESTION, form());
    asker
}

/// Types and waits until the draft is stored.
fn type_draft(doorbell: &Doorbell, text: &str) {
    let question = doorbell.wait_for_question(QUESTION);
    question.type_text("Name", text);
    doorbell.wait_for_storage("the draft is saved", || {
        is_written(doorbell.database_path(), text)
    });
}

/// Whether any file beside the database contains this text.
fn is_written(database: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(database.parent().unwrap()).unwrap();
    files.any(|file| {
        // SQLite may remove a file while this runs.
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
fn draft_typed_before_a_crash_is_offered_and_can_be_sent() {
    let doorbell = Doorbell::start_with_storage();
    let asker = ask(&doorbell);
    type_draft(&doorbell, "Ada Lovelace");
    let doorbell = doorbell.crash_and_restart();
    drop(asker);
    let mut asker = ask(&doorbell);
    let question = doorbell.wait_for_question_where(QUESTION, is_offered);
    assert_eq!(question.form().fields[0].input, Input::Empty);
    question.press(Press::UseDraft);
    let filled = doorbell.wait_for_question_where(QUESTION, |question| {
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
    filled.send();
    let content = json!({"name": "Ada Lovelace"});
    assert_eq!(asker.read_result(1)["content"], content);
    // The answer deletes the draft from storage.
    doorbell.wait_for_storage("the draft is deleted", || {
        !is_written(doorbell.database_path(), "Ada Lovelace")
    });
    let _asker = ask(&doorbell);
    let next = doorbell.wait_for_question(QUESTION);
    assert!(!is_offered(&next.view));
}

#[test]
fn draft_is_offered_after_withdrawal_timeout_and_dismissal() {
    for ending in ["withdrawal", "timeout", "dismissal"] {
        let doorbell = Doorbell::start_with_storage();
        let mut asker = doorbell.asker();
        let deadline = if ending == "timeout" { 3_000 } else { 600_000 };
        let meta = json!({"dev.doorbell/asker": {"deadlineMs": deadline}});
        let params = json!({"message": QUESTION, "requestedSchema": form(), "_meta": meta});
        asker.ask_with(1, params);
        let question = doorbell.wait_for_question(QUESTION);
        question.type_text("Name", "Ada");
        match ending {
            "withdrawal" => asker.withdraw(1),
            "timeout" => {
                doorbell.advance(Duration::from_secs(3));
                assert_eq!(asker.read_result(1)["action"], "cancel");
            }
            _ => {
                question.press(Press::Dismiss);
                let is_stop_prompt = |question: &QuestionView| question.generation > 1;
                let prompt = doorbell.wait_for_question_where(QUESTION, is_stop_prompt);
                prompt.press(Press::Stop);
                assert_eq!(asker.read_result(1)["action"], "cancel");
            }
        }
        if ending != "dismissal" {
            let (over, _) = doorbell.person().wait_for_withdrawn(QUESTION);
            over.press(Press::Close);
        }
        doorbell.wait_for_empty_screen();
        let _asker = ask(&doorbell);
        doorbell.wait_for_question_where(QUESTION, is_offered);
    }
}

#[test]
fn starting_fresh_deletes_the_draft() {
    let doorbell = Doorbell::start_with_storage();
    let asker = ask(&doorbell);
    type_draft(&doorbell, "Ada Lovelace");
    let doorbell = doorbell.crash_and_restart();
    drop(asker);
    let _asker = ask(&doorbell);
    let question = doorbell.wait_for_question_where(QUESTION, is_offered);
    question.press(Press::StartFresh);
    doorbell.wait_for_question_where(QUESTION, |question| !is_offered(question));
    doorbell.wait_for_storage("the draft is deleted", || {
        !is_written(doorbell.database_path(), "Ada Lovelace")
    });
}

#[test]
fn draft_is_not_offered_to_a_different_question() {
    let doorbell = Doorbell::start_with_storage();
    let asker = ask(&doorbell);
    type_draft(&doorbell, "Ada");
    let doorbell = doorbell.crash_and_restart();
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
        asker.ask_with(1, params);
        let question = doorbell.wait_for_question(&message);
        assert!(!is_offered(&question.view));
        question.press(Press::Decline);
        asker.read_result(1);
    }
    let _asker = ask(&doorbell);
    doorbell.wait_for_question_where(QUESTION, is_offered);
}

#[test]
fn secret_is_never_saved_in_a_draft() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = ask(&doorbell);
    let question = doorbell.wait_for_question(QUESTION);
    question.type_text("API token", "planted-token");
    question.type_text("Name", "ghp_0123456789abcdefghijABCDEFGHIJ012345");
    let harmless = "and something that is none";
    asker.withdraw(1);
    let (over, _) = doorbell.person().wait_for_withdrawn(QUESTION);
    over.type_text("Name", harmless);
    doorbell.wait_for_storage("the harmless text is saved", || {
        is_written(doorbell.database_path(), harmless)
    });
    assert!(!is_written(doorbell.database_path(), "planted-token"));
    assert!(!is_written(doorbell.database_path(), "ghp_"));
}

#[test]
fn unreceived_answer_becomes_a_draft_after_reboot() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    asker.ask_with_key(1, QUESTION, form(), "key");
    let question = doorbell.wait_for_question(QUESTION);
    question.type_text("Name", "Ada");
    question.send();
    asker.read_result(1);
    let doorbell = doorbell.crash_and_restart_with(|config| config.boot_id = "the next".into());
    let _asker = ask(&doorbell);
    doorbell.wait_for_question_where(QUESTION, is_offered);
}
