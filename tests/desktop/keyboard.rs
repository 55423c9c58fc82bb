//! Complete forms answered by keyboard in the user build.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn form_is_answered_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask(
        "A form for ten fingers",
        &json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "title": "Name"},
                "size": {"type": "string", "title": "Size", "enum": ["small", "large"], "default": "small"},
                "guests": {"type": "integer", "title": "Guests", "minimum": 1},
                "news": {"type": "boolean", "title": "News", "default": true},
                "extras": {
                    "type": "array",
                    "title": "Extras",
                    "items": {"type": "string", "enum": ["tea", "cake"]}
                }
            },
            "required": ["name", "size", "guests"]
        }),
    )?;
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    wait_for_focus(&doorbell, "Name")?;

    person.types("Ada")?;
    // Enter in a field never sends.
    person.presses("Return")?;
    person.presses("Tab")?;
    person.presses("Down")?;
    person.presses("Tab")?;
    person.types("4")?;
    person.presses("Tab")?;
    person.presses("space")?;
    person.presses("Tab")?;
    person.presses("Tab")?;
    person.presses("space")?;
    wait_until_chosen(&doorbell, "check box", "cake")?;
    person.presses("ctrl+Return")?;

    let answer = asker.answer(id)?;
    assert_eq!(
        answer["content"],
        json!({"name": "Ada", "size": "large", "guests": 4, "news": false, "extras": ["cake"]})
    );
    Ok(())
}

#[test]
fn reference_form_is_answered_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(questions::reference_form())?;
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    wait_for_focus(&doorbell, "String")?;
    let next = |keys: &[&str]| -> Result<()> {
        person.presses("Tab")?;
        keys.iter().try_for_each(|key| person.presses(key))
    };

    person.types("Ada Lovelace")?;
    // The options are Yes, No and No answer; the last one is selected.
    next(&["Up", "Up"])?;
    next(&[])?;
    person.replaces_text_with("Call me Ishmael.")?;
    next(&[])?;
    person.types("ada@example.com")?;
    next(&[])?;
    person.types("https://example.com/ada")?;
    next(&[])?;
    person.types("1815-12-10")?;
    // Skips the calendar button.
    next(&[])?;
    next(&[])?;
    person.replaces_text_with("7")?;
    next(&[])?;
    person.replaces_text_with("2.5")?;
    // The first letter selects an option of a closed menu.
    next(&["p"])?;
    // Guitar is already selected; skips to Bass.
    for _ in 0..4 {
        next(&[])?;
    }
    next(&["space"])?;
    next(&["Down", "Down"])?;
    for _ in 0..2 {
        next(&[])?;
    }
    next(&["space"])?;
    next(&["Down", "Down", "Down", "Down"])?;
    wait_until_chosen(&doorbell, "radio button", "Reptiles")?;
    person.presses("ctrl+Return")?;

    let answer = asker.answer(id)?;
    assert_eq!(answer["content"], questions::reference_answer());
    Ok(())
}

fn wait_for_focus(doorbell: &Doorbell, field: &str) -> Result<()> {
    wait_until("the first field to have the focus", TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        tree.find("entry", field)
            .filter(|field| field.is("focused"))
            .map(drop)
            .with_context(|| tree.outline())
    })
}

/// A person sees their last choice before they send. A page that is seconds behind would get the key
/// too late for it to be attributed to them.
fn wait_until_chosen(doorbell: &Doorbell, role: &str, name: &str) -> Result<()> {
    let reader = doorbell.question_reader();
    let what = format!("{name} to be chosen");
    let is_chosen = |node: &accessibility::Node| {
        node.role == role && node.name.starts_with(name) && node.is("checked")
    };
    reader
        .hears(&what, |tree| tree.all().into_iter().any(is_chosen))
        .map(drop)
}
