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
    // A group of check boxes is one Tab stop; arrows move in it.
    person.presses("Tab")?;
    person.presses("Down")?;
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
    // Guitar is already selected; moves to Bass.
    next(&["Down", "Down", "Down", "Down", "space"])?;
    next(&["Down", "Down"])?;
    next(&["Down", "Down", "space"])?;
    next(&["Down", "Down", "Down", "Down"])?;
    wait_until_chosen(&doorbell, "radio button", "Reptiles")?;
    person.presses("ctrl+Return")?;

    let answer = asker.answer(id)?;
    assert_eq!(answer["content"], questions::reference_answer());
    Ok(())
}

/// One key answers a yes/no question.
#[test]
fn yes_and_no_are_one_key() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let empty = json!({"type": "object", "properties": {}});
    for (schema, key, action, content) in [
        (&empty, "y", "accept", json!({})),
        (&empty, "n", "decline", json!(null)),
        (
            &questions::sure_form(),
            "y",
            "accept",
            json!({"sure": true}),
        ),
        (
            &questions::sure_form(),
            "n",
            "accept",
            json!({"sure": false}),
        ),
    ] {
        let id = asker.ask("Shall I go on?", schema)?;
        let window = person.sees(CLASS)?;
        person.focuses(window)?;
        person.waits_until_ready(window)?;
        person.presses(key)?;
        let answer = asker.answer(id)?;
        assert_eq!(answer["action"], action, "{key}");
        assert_eq!(answer["content"], content, "{key}");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}

/// Two keys answer a form of one choice: its number and Enter.
#[test]
fn one_choice_is_two_keys() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let id = asker.ask(
        "Where to?",
        &json!({
            "type": "object",
            "properties": {"to": {"title": "To", "enum": ["dev", "staging", "production"]}},
            "required": ["to"]
        }),
    )?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.waits_until_ready(window)?;
    // Enter sends nothing before a choice.
    person.presses("Return")?;
    person.presses("2")?;
    wait_until_chosen(&doorbell, "radio button", "staging")?;
    person.presses("Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"to": "staging"}));
    Ok(())
}

/// Digits choose in the group with the focus, and in a form of one choice anywhere.
#[test]
fn digits_choose_options() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let sizes = ["small", "medium", "large"];
    let extras = json!({"type": "string", "enum": ["tea", "cake", "jam"]});
    let id = asker.ask(
        "What would you like?",
        &json!({
            "type": "object",
            "properties": {
                "first": {"title": "First", "enum": sizes},
                "second": {"title": "Second", "enum": sizes},
                "extras": {"title": "Extras", "type": "array", "items": extras}
            },
            "required": ["first", "second"]
        }),
    )?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.presses("2")?;
    wait_until_chosen(&doorbell, "radio button", "medium")?;
    person.presses("Tab")?;
    person.presses("3")?;
    wait_until_chosen(&doorbell, "radio button", "large")?;
    person.presses("Tab")?;
    person.presses("1")?;
    person.presses("3")?;
    wait_until_chosen(&doorbell, "check box", "jam")?;
    person.presses("ctrl+Return")?;
    assert_eq!(
        asker.answer(id)?["content"],
        json!({"first": "medium", "second": "large", "extras": ["tea", "jam"]})
    );
    person.sees_no_window(CLASS)?;

    let nine = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let id = asker.ask(
        "Which one?",
        &json!({
            "type": "object",
            "properties": {"one": {"title": "One", "enum": nine}},
            "required": ["one"]
        }),
    )?;
    person.focuses(person.sees(CLASS)?)?;
    person.presses("shift+Tab")?;
    person.presses("9")?;
    wait_until_chosen(&doorbell, "radio button", "i")?;
    person.presses("Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"one": "i"}));
    Ok(())
}

/// In a text field, letters and digits are text.
#[test]
fn keys_of_buttons_are_typed_in_a_text_field() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    wait_for_focus(&doorbell, "Name")?;
    person.types("yn 12")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "yn 12"}));
    Ok(())
}

/// F6 moves between message, fields and buttons.
#[test]
fn f6_moves_between_the_parts_of_a_question() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    wait_for_focus(&doorbell, "Name")?;
    person.presses("F6")?;
    doorbell
        .question_reader()
        .hears("the focus at the buttons", |tree| {
            let is_focused = |name: &str| {
                tree.all()
                    .into_iter()
                    .any(|node| node.name == name && node.is("focused"))
            };
            is_focused("Remind me")
        })?;
    person.presses("shift+F6")?;
    wait_for_focus(&doorbell, "Name")
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
