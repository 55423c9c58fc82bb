//! Name, role, description and error of every field in the accessibility tree.

use anyhow::{Context, Result};
use doorbell_tests::accessibility::{self, Node};
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

/// (role, name, part of the description)
const FIELDS: [(&str, &str, &str); 13] = [
    ("entry", "String", "Your full, legal name"),
    ("panel", "Boolean", "Agree to the terms"),
    ("entry", "String with default", "Favorite first line"),
    ("entry", "String with email format", "Your email address"),
    ("entry", "String with uri format", "Portfolio"),
    ("entry", "String with date format", "Your date of birth"),
    ("entry", "Integer", "Your favorite integer"),
    ("entry", "Number in range 1-1000", "Favorite number"),
    (
        "combo box",
        "Untitled Single Select Enum",
        "favorite friend",
    ),
    (
        "panel",
        "Untitled Multiple Select Enum",
        "favorite instruments",
    ),
    ("panel", "Titled Single Select Enum", "favorite hero"),
    ("panel", "Titled Multiple Select Enum", "types of fish"),
    ("panel", "Legacy Titled Single Select Enum", "type of pet"),
];

#[test]
fn every_field_has_name_role_and_description() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask_params(questions::reference_form())?;
    doorbell.window()?;
    for (role, name, description) in FIELDS {
        let node = find_node(&doorbell, role, name)?;
        let described = format!("{} {}", node.description, node.described_by);
        assert!(described.contains(description), "{name}: {described:?}");
    }
    find_node(&doorbell, "push button", "Send")?;
    find_node(&doorbell, "push button", "Decline")?;
    Ok(())
}

#[test]
fn field_error_is_exposed_to_screen_readers() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask_params(questions::reference_form())?;
    doorbell.window()?;
    doorbell.fill("String", "Ada")?;
    doorbell.fill("Integer", "101")?;
    doorbell.press("Send")?;
    wait_until("the error of the field", TIMEOUT, || {
        let node = find_node(&doorbell, "entry", "Integer")?;
        let described = format!("{} {} {}", node.description, node.described_by, node.error);
        anyhow::ensure!(node.is("invalid entry"), "not invalid: {node:?}");
        anyhow::ensure!(described.contains("100"), "{described:?}");
        Ok(())
    })
}

fn find_node(doorbell: &DrivenDoorbell, role: &str, name: &str) -> Result<Node> {
    wait_until(&format!("{role} {name:?}"), TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        tree.find(role, name)
            .cloned()
            .with_context(|| tree.outline())
    })
}
