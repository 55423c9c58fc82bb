//! Home cannot answer, and the question window cannot change what Home can: each page has its own
//! commands and no other.

use anyhow::{Context, Result};
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Value, json};

use super::asker;

const REFUSED: &str = "not allowed";

#[test]
fn each_page_is_refused_the_commands_of_the_other() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask_params(asker::form("github", "Which tag?"))?;
    doorbell.page.named("textbox", "Name")?;
    let said = call(&doorbell, "clear_history", &json!({}))?;
    assert!(said.contains(REFUSED), "{said}");

    doorbell.turns_to_home()?;
    assert_eq!(call(&doorbell, "askers", &json!({}))?, "done");
    let decline =
        json!({"id": "q1", "generation": 1, "press": {"press": "decline"}, "by": "pointer"});
    let said = call(&doorbell, "press", &json!({"request": decline}))?;
    assert!(said.contains(REFUSED), "{said}");
    asker.received_nothing()
}

/// Calls a command from the page, and gives "done" or why it was not.
fn call(doorbell: &DrivenDoorbell, command: &str, arguments: &Value) -> Result<String> {
    doorbell.page.script(
        "window.heard = null;
         window.__TAURI__.core.invoke(arguments[0], arguments[1])
           .then(() => 'done', String)
           .then((heard) => { window.heard = heard; });",
        &[json!(command), arguments.clone()],
    )?;
    wait_until("the reply", PATIENCE, || {
        let heard = doorbell.page.script("return window.heard", &[])?;
        heard.as_str().map(str::to_owned).context("none yet")
    })
}
