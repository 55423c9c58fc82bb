//! `doorbell preview`: what is found in a schema, and the form in a window that sends nothing.

use doorbell_daemon::view::{Press, PressReply};
use serde_json::{Value, json};

use crate::support::{Doorbell, Finished, SEND, command_line};

#[test]
fn what_is_found_is_told_in_sentences() {
    let doorbell = Doorbell::start();
    let schema = json!({"type": "object", "properties": {
        "port": {"type": "integer"},
        "home": {"type": "object", "properties": {}},
    }});
    let finished = looks(&doorbell, &["--no-window"], &schema);
    assert_eq!((finished.code, finished.err.as_str()), (Some(1), ""));
    assert_eq!(
        finished.out,
        "breaks MCP: \"home\": MCP's forms are flat: give each part of the object a field of its own. [nested-object]\n"
    );
    doorbell.person().sees_nothing();
}

#[test]
fn a_form_that_mcp_allows_is_a_success() {
    let doorbell = Doorbell::start();
    let schema = json!({"type": "object", "properties": {"ok": {"type": "boolean"}}});
    let finished = looks(&doorbell, &["--no-window", "--json"], &schema);
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
    let found: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(found, json!({"findings": []}));
    let text = looks(&doorbell, &["--no-window"], &schema).out;
    assert_eq!(text, "MCP has nothing against this form.\n");
}

#[test]
fn the_window_shows_it_and_nothing_leaves() {
    let doorbell = Doorbell::start_keeping();
    for press in [Press::Dismiss, Press::Decline] {
        let arguments = ["preview", "-", "-m", "Who?"];
        let schema = crate::support::name_form().to_string();
        let running = command_line(&doorbell.socket(), arguments).reads(&schema);
        let question = doorbell.person().sees("Who?");
        assert!(question.view.preview);
        assert!(matches!(
            question.presses(SEND),
            PressReply::Problems { .. }
        ));
        question.types("Name", "Zoë");
        assert_eq!(question.presses(SEND), PressReply::Previewed);
        question.does(press);
        let finished = running.finishes();
        assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        assert!(!finished.out.contains("Zoë"), "{finished:?}");
    }
    // What was typed is not offered again.
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", crate::support::name_form());
    let question = doorbell.person().sees("Who?");
    assert!(format!("{:?}", question.view.body).contains("draft: None"));
}

#[test]
fn a_preview_is_a_form() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let asker_meta = json!({"dev.doorbell/asker": {"preview": true}});
    asker.asks_with(
        1,
        json!({"mode": "url", "message": "m", "url": "https://a.example", "_meta": asker_meta}),
    );
    let (code, text) = asker.hears_error(1);
    assert_eq!(code, -32602);
    assert!(text.contains("preview is for forms"), "{text}");
    asker.requests(2, "doorbell/preview", json!({"message": "m"}));
    assert_eq!(asker.hears_error(2).0, -32602);
}

#[test]
fn a_schema_that_cannot_be_read_is_a_mistake() {
    let doorbell = Doorbell::start();
    let arguments = ["preview", "/nowhere/form.json", "--no-window"];
    let finished = command_line(&doorbell.socket(), arguments).finishes();
    assert_eq!(finished.code, Some(64), "{finished:?}");
}

fn looks(doorbell: &Doorbell, options: &[&str], schema: &Value) -> Finished {
    let arguments = ["preview", "-"].iter().chain(options);
    command_line(&doorbell.socket(), arguments)
        .reads(&schema.to_string())
        .finishes()
}
