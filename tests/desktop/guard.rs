//! A press that comes before a person can have read is refused, and says so.

use anyhow::Result;
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

#[test]
fn a_press_within_half_a_second_is_refused() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    // Presses Send the moment it is in the page, which no driver could do in time. The page may still
    // rehearse.
    doorbell.page.script(
        "new MutationObserver((_, observer) => {
           const labels = [...document.querySelectorAll('.window:not(.rehearsal) .button-label')];
           const send = labels.find((label) => label.textContent === 'Send');
           if (send) { observer.disconnect(); send.click(); }
         }).observe(document, { childList: true, subtree: true });",
        &[],
    )?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask(
        "Shall I go on?",
        &json!({"type": "object", "properties": {}}),
    )?;
    wait_until("the refusal to be said", PATIENCE, || {
        doorbell
            .page
            .text()
            .is_ok_and(|text| text.contains("Too soon: this just changed"))
    })?;
    asker.received_nothing()?;

    doorbell.press("Send")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(answer["content"], json!({}));
    Ok(())
}
