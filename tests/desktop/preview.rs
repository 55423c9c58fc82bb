//! A preview shows a form in the real window and sends nothing.

use anyhow::Result;
use doorbell_tests::app::{CLASS, DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::json;

#[test]
fn preview_shows_that_nothing_is_sent() -> Result<()> {
    for (theme, name) in [(Theme::Light, "preview"), (Theme::Dark, "preview-dark")] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(json!({
            "message": "Where should the report go?",
            "requestedSchema": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "title": "Name"},
                    "copies": {"type": "integer", "title": "Copies", "minimum": 1, "default": 1},
                },
                "required": ["name"],
            },
            "_meta": {"dev.doorbell/asker": {"preview": true}},
        }))?;
        let window = doorbell.window()?;
        doorbell.contains_text("Preview – answers are not sent")?;
        for absent in ["Decline", "Remind me"] {
            assert!(doorbell.page.named_now("button", absent).is_err());
        }
        doorbell.press("Send")?;
        doorbell.contains_text("1 answer needs attention")?;
        doorbell.fill("Name", "Ada")?;
        doorbell.press("Send")?;
        doorbell.contains_text("Valid. (Preview – nothing was sent.)")?;
        let picture = output_directory().join(format!("{name}.png"));
        doorbell.person().photographs_at_rest(window, &picture)?;
        doorbell.press("Close")?;
        doorbell.person().sees_no_window(CLASS)?;
        let answer = asker.answer(id)?;
        assert_eq!(answer["action"], "cancel");
        assert!(!answer.to_string().contains("Ada"), "{answer}");
    }
    Ok(())
}
