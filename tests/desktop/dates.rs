//! Dates and times, typed or chosen in the calendar by keyboard.

use anyhow::Result;
use doorbell_tests::app::{DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

#[test]
fn date_is_chosen_in_calendar_and_time_is_sent_with_zone() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask(
        "When?",
        &json!({
            "type": "object",
            "properties": {
                "day": {"type": "string", "title": "Day", "format": "date", "default": "2026-11-16"},
                "start": {"type": "string", "title": "Start", "format": "date-time"}
            },
            "required": ["day", "start"]
        }),
    )?;
    let window = doorbell.window()?;
    let person = doorbell.person();
    person.focuses(window)?;

    doorbell.page.named("button", "Calendar for Day")?.click()?;
    doorbell.page.named("dialog", "Choose a date")?;
    person.photographs_at_rest(window, &output_directory().join("calendar.png"))?;
    // One week and one day later.
    person.presses("Down")?;
    person.presses("Right")?;
    person.presses("Return")?;
    let day = doorbell.page.named("textbox", "Day")?;
    wait_until("the chosen day", TIMEOUT, || {
        day.property("value")
            .is_ok_and(|value| value == "2026-11-24")
    })?;

    doorbell.fill("Start", "2026-07-01 14:30")?;
    wait_until("the value to be sent", TIMEOUT, || {
        let text = doorbell.page.text()?;
        anyhow::ensure!(text.contains("2026-07-01T14:30:00"), "{text}");
        Ok(())
    })?;
    // Esc closes the calendar, though the question would accept it now.
    doorbell.finds_enabled("Send")?;
    doorbell
        .page
        .named("button", "Calendar for Start")?
        .click()?;
    doorbell.page.named("dialog", "Choose a date and a time")?;
    person.presses("Escape")?;
    wait_until("the calendar to close", TIMEOUT, || {
        doorbell
            .page
            .named_now("dialog", "Choose a date and a time")
            .is_err()
    })?;

    doorbell.press("Send")?;
    let content = &asker.answer(id)?["content"];
    assert_eq!(content["day"], "2026-11-24");
    let start = content["start"].as_str().unwrap_or_default();
    assert!(start.starts_with("2026-07-01T14:30:00"), "{start}");
    assert!(
        start.len() > "2026-07-01T14:30:00".len(),
        "no zone: {start}"
    );
    Ok(())
}
