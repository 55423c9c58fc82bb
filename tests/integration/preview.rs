//! `doorbell preview`, which prints findings about a schema and shows its form without sending
//! anything.

use doorbell_daemon::view::{Press, PressReply};
use serde_json::{Value, json};

use crate::support::{CommandOutput, Doorbell, SEND, doorbell_command};

#[test]
fn preview_prints_findings_as_sentences() {
    let doorbell = Doorbell::start();
    let schema = json!({"type": "object", "properties": {
        "port": {"type": "integer"},
        "home": {"type": "object", "properties": {}},
    }});
    let finished = run_preview(&doorbell, &["--no-window"], &schema);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(1), ""));
    assert_eq!(
        finished.stdout,
        "error: \"home\": MCP's forms are flat: make each part of the object a field of its own. [nested-object]\n"
    );
    doorbell.wait_for_empty_screen();
}

#[test]
fn valid_form_is_a_success() {
    let doorbell = Doorbell::start();
    let schema = json!({"type": "object", "properties": {"ok": {"type": "boolean"}}});
    let finished = run_preview(&doorbell, &["--no-window", "--json"], &schema);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
    let findings: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(findings, json!({"findings": []}));
    let text = run_preview(&doorbell, &["--no-window"], &schema).stdout;
    assert_eq!(text, "The schema is valid MCP.\n");
}

#[test]
fn preview_window_sends_nothing() {
    let doorbell = Doorbell::start_with_storage();
    for press in [Press::Dismiss, Press::Decline] {
        let arguments = ["preview", "-", "-m", "Who?"];
        let schema = crate::support::name_form().to_string();
        let running = doorbell_command(&doorbell.socket(), arguments).with_stdin(&schema);
        let question = doorbell.wait_for_question("Who?");
        assert!(question.view.preview);
        assert!(matches!(
            question.try_press(SEND),
            PressReply::Problems { .. }
        ));
        question.type_text("Name", "Zoë");
        assert_eq!(question.try_press(SEND), PressReply::Previewed);
        question.press(press);
        let finished = running.finish();
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
        assert!(!finished.stdout.contains("Zoë"), "{finished:?}");
    }
    // The preview leaves no draft.
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", crate::support::name_form());
    let question = doorbell.wait_for_question("Who?");
    assert!(format!("{:?}", question.view.body).contains("draft: None"));
}

#[test]
fn preview_of_a_link_is_rejected() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let asker_meta = json!({"dev.doorbell/asker": {"preview": true}});
    asker.ask_with(
        1,
        json!({"mode": "url", "message": "m", "url": "https://a.example", "_meta": asker_meta}),
    );
    let (code, text) = asker.read_error(1);
    assert_eq!(code, -32602);
    assert!(text.contains("preview is for forms"), "{text}");
    asker.send_request(2, "doorbell/preview", json!({"message": "m"}));
    assert_eq!(asker.read_error(2).0, -32602);
}

#[test]
fn unreadable_schema_exits_with_64() {
    let doorbell = Doorbell::start();
    let arguments = ["preview", "/nowhere/form.json", "--no-window"];
    let finished = doorbell_command(&doorbell.socket(), arguments).finish();
    assert_eq!(finished.code, Some(64), "{finished:?}");
}

fn run_preview(doorbell: &Doorbell, options: &[&str], schema: &Value) -> CommandOutput {
    let arguments = ["preview", "-"].iter().chain(options);
    doorbell_command(&doorbell.socket(), arguments)
        .with_stdin(&schema.to_string())
        .finish()
}
