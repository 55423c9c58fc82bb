//! Each page can call only its own commands: Home cannot answer, and the question window cannot
//! change settings or history.

use anyhow::{Context, Result};
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

use super::questions;

const REFUSED: &str = "not allowed";

#[test]
fn pages_cannot_call_commands_of_other_pages() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask_params(questions::form("github", "Which tag?"))?;
    doorbell.page.named("textbox", "Name")?;
    let result = call(&doorbell, "clear_history", &json!({}))?;
    assert!(result.contains(REFUSED), "{result}");

    doorbell.switches_to_home()?;
    assert_eq!(call(&doorbell, "askers", &json!({}))?, "done");
    let decline =
        json!({"id": "q1", "generation": 1, "press": {"press": "decline"}, "by": "pointer"});
    let result = call(&doorbell, "press", &json!({"request": decline}))?;
    assert!(result.contains(REFUSED), "{result}");
    asker.received_nothing()
}

/// Calls a command from the page. Returns "done" or the error.
fn call(doorbell: &DrivenDoorbell, command: &str, arguments: &Value) -> Result<String> {
    doorbell.page.script(
        "window.result = null;
         window.__TAURI__.core.invoke(arguments[0], arguments[1])
           .then(() => 'done', String)
           .then((result) => { window.result = result; });",
        &[json!(command), arguments.clone()],
    )?;
    wait_until("the reply", TIMEOUT, || {
        let result = doorbell.page.script("return window.result", &[])?;
        result.as_str().map(str::to_owned).context("no reply yet")
    })
}
