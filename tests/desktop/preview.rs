//! A form that its server's author looks at: the real window, and nothing leaves it.

use anyhow::Result;
use doorbell_tests::app::{CLASS, DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

#[test]
fn the_window_says_that_nothing_is_sent() -> Result<()> {
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
        says(&doorbell, "Preview: nothing is sent")?;
        for absent in ["Decline", "Later"] {
            assert!(doorbell.page.named_now("button", absent).is_err());
        }
        doorbell.press("Send")?;
        says(&doorbell, "1 answer needs attention")?;
        doorbell.fill("Name", "Ada")?;
        doorbell.press("Send")?;
        says(&doorbell, "These answers could be sent.")?;
        let picture = output_directory().join(format!("{name}.png"));
        doorbell.person().photographs_at_rest(window, &picture)?;
        doorbell.press("Close")?;
        doorbell.person().sees_no_more(CLASS)?;
        let answer = asker.answer(id)?;
        assert_eq!(answer["action"], "cancel");
        assert!(!answer.to_string().contains("Ada"), "{answer}");
    }
    Ok(())
}

fn says(doorbell: &DrivenDoorbell, text: &str) -> Result<()> {
    wait_until(text, PATIENCE, || {
        let page = doorbell
            .page
            .script("return document.body.textContent", &[])?;
        anyhow::ensure!(page.to_string().contains(text), "{page}");
        Ok(())
    })
}
