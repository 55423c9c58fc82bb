//! The question that is painted for nobody when the window is made ready.

use anyhow::Result;
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

#[test]
fn it_is_gone_by_itself_and_before_the_first_question() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let count = |what: &str| {
        let script = format!("return document.querySelectorAll('{what}').length");
        doorbell.page.script(&script, &[])
    };
    let mut asker = doorbell.asker()?;
    wait_until("the rehearsal to end", PATIENCE, || {
        count(".rehearsal").is_ok_and(|found| found == 0)
    })?;
    asker.ask("Ready?", &json!({"type": "object", "properties": {}}))?;
    wait_until("the question", PATIENCE, || {
        count(".sheet").is_ok_and(|found| found == 1)
    })?;
    assert_eq!(count(".rehearsal")?, 0);
    Ok(())
}
