//! Which programs can press something in the question window under Wayland.

use anyhow::Result;
use doorbell_tests::accessibility;
use doorbell_tests::app::CLASS;
use serde_json::json;

use crate::{name_form, opens_question, start_doorbell};

#[test]
fn press_over_the_accessibility_bus_answers_nothing() -> Result<()> {
    let doorbell = start_doorbell()?;
    let shell = doorbell.desktop.shell()?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &name_form())?;
    opens_question(&doorbell)?;
    shell.types("Ada")?;
    accessibility::press(&doorbell.desktop, CLASS, "Send")?;
    doorbell.waits_for_refused_presses(1)?;
    asker.received_nothing()?;
    shell.presses_until_gone("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}
