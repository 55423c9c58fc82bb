//! The reference server's form, answered for an agent without elicitation support.

use anyhow::Result;
use doorbell_tests::app::{Build, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::json;

use crate::agent::Agent;
use crate::questions;

#[test]
fn all_thirteen_fields_reach_the_server() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut agent = Agent::start(&doorbell.desktop, Build::Automation)?;
    agent.call("trigger-elicitation-request", &json!({}))?;
    doorbell.window()?;

    doorbell.fill("String", "Ada Lovelace")?;
    doorbell.choose(("radiogroup", "Boolean"), ("radio", "Yes"))?;
    doorbell.fill("String with default", "Call me Ishmael.")?;
    doorbell.fill("String with email format", "ada@example.com")?;
    doorbell.fill("String with uri format", "https://example.com/ada")?;
    doorbell.fill("String with date format", "1815-12-10")?;
    doorbell.fill("Integer", "7")?;
    doorbell.fill("Number in range 1-1000", "2.5")?;
    // WebKit's driver reports a menu as a button; the accessibility tree has a combo box.
    let friend = doorbell
        .page
        .named("button", "Untitled Single Select Enum")?;
    choose_in_menu(&doorbell, &friend, "Phoebe")?;
    doorbell.choose(
        ("group", "Untitled Multiple Select Enum"),
        ("checkbox", "Bass"),
    )?;
    doorbell.choose(
        ("radiogroup", "Titled Single Select Enum"),
        ("radio", "Wonder Woman"),
    )?;
    doorbell.choose(
        ("group", "Titled Multiple Select Enum"),
        ("checkbox", "Trout"),
    )?;
    doorbell.choose(
        ("radiogroup", "Legacy Titled Single Select Enum"),
        ("radio", "Reptiles"),
    )?;
    doorbell.press("Send")?;

    let content = questions::reference_answer();
    assert_eq!(
        agent.answer()?,
        json!({"action": "accept", "content": content})
    );
    Ok(())
}

fn choose_in_menu(
    doorbell: &DrivenDoorbell,
    menu: &doorbell_tests::webdriver::Element,
    title: &str,
) -> Result<()> {
    for option in doorbell.page.all_in(menu, "option")? {
        if option.text()? == title {
            return option.click();
        }
    }
    anyhow::bail!("no option {title}")
}
