//! A command or a file's text is changed before it is allowed, by keyboard and with a screen reader.

use anyhow::{Context, Result};
use doorbell_tests::accessibility::Node;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::{Value, json};

const FOLDER: &str = "permission-editing";
const ALWAYS: &str = "Always allow “npm test” in this project, on this computer";
const CHANGED: &str = "Changed by you.";
const MESSAGE: &str = "Tell shop something sent with Allow or Deny";

#[test]
fn command_is_changed_by_keyboard_before_it_is_allowed() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, json!({"kind": "run", "command": "npm test"}))?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    person.focuses(person.sees(CLASS)?)?;
    reader.finds("push button", ALWAYS)?;
    reader.tabs_to("push button", "Edit command")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "Command")?;
    // Enter, digits and the letters of buttons are text here.
    person.presses("ctrl+End")?;
    for key in ["space", "1", "a", "Return", "d"] {
        person.presses(key)?;
    }
    let tree = reader.hears("the changed command", |tree| {
        tree.has_text(CHANGED) && tree.has_text("npm test 1a\nd")
    })?;
    assert!(
        tree.find("push button", ALWAYS).is_none(),
        "{}",
        tree.outline()
    );
    reader.tabs_to("entry", MESSAGE)?;
    person.types("Only these")?;
    allows(&doorbell)?;
    assert_eq!(
        asker.answer(id)?["content"],
        json!({"choice": "allow", "message": "Only these", "changed": ["npm test 1a\nd"]})
    );
    Ok(())
}

#[test]
fn reset_restores_the_command_and_the_choices() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, json!({"kind": "run", "command": "npm test"}))?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    person.focuses(person.sees(CLASS)?)?;
    reader.tabs_to("push button", "Edit command")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "Command")?;
    // Esc leaves the box, and not the question.
    person.presses("Escape")?;
    reader.waits_for_focus("landmark", "What shop wants to do")?;
    reader.tabs_to("entry", "Command")?;
    person.replaces_text_with(" ")?;
    reader.hears_text("There is no command left.")?;
    let tree = reader.tree()?;
    let allow = tree.find("push button", "Allow");
    assert!(!allow.with_context(|| tree.outline())?.is("enabled"));
    reader.tabs_to("push button", "Reset")?;
    person.presses("space")?;
    reader.finds("push button", ALWAYS)?;
    assert!(!reader.tree()?.has_text(CHANGED));
    allows(&doorbell)?;
    assert_eq!(asker.answer(id)?["content"], json!({"choice": "allow"}));
    Ok(())
}

#[test]
fn diff_follows_the_changed_text() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let change = json!({"old": "const days = 7;\n", "new": "const days = 30;\n"});
    let path = "/home/ada/shop/src/session.ts";
    let action = json!({"kind": "edit", "path": path, "changes": [change]});
    let id = ask(&mut asker, action)?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    person.focuses(person.sees(CLASS)?)?;
    reader.tabs_to("push button", "Edit new text")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "New text")?;
    person.replaces_text_with("const days = 14;")?;
    let is_listed = |tree: &Node, line: &str| {
        let lines = tree.all();
        lines
            .iter()
            .any(|it| it.role == "list item" && it.name == line)
    };
    reader.hears("the new diff", |tree| {
        is_listed(tree, "Removed: const days = 7;")
            && tree
                .all()
                .iter()
                .any(|it| it.role == "list item" && it.name.starts_with("Added: const days = 14;"))
    })?;
    allows(&doorbell)?;
    assert_eq!(
        asker.answer(id)?["content"],
        json!({"choice": "allow", "changed": ["const days = 14;"]})
    );
    Ok(())
}

/// Also with large text and in a narrow window, where nothing may be cut off.
#[test]
fn editing_is_drawn() -> Result<()> {
    for (theme, text_size, width) in [
        (Theme::Light, 100, 560),
        (Theme::Dark, 100, 560),
        (Theme::Light, 200, 1120),
        (Theme::Light, 100, 320),
    ] {
        let (path, old) = ("/home/ada/shop/src/session.ts", "const days = 7;\n");
        let text = "const days = 30;\n";
        let run = json!({"kind": "run", "command": "npm test"});
        let write = json!({"kind": "write", "path": path, "text": text, "old": old});
        for (name, action, edit, field, changed) in [
            (
                "run",
                run,
                "Edit command",
                "Command",
                "npm test -- --skip e2e",
            ),
            (
                "write",
                write,
                "Edit new text",
                "New text",
                "const days = 14;",
            ),
        ] {
            let desktop = VirtualDesktop::start(theme)?;
            desktop.write_accepted_settings(&format!("[look]\ntext_size = {text_size}\n"))?;
            let doorbell = DrivenDoorbell::start_on(desktop)?;
            let mut asker = doorbell.asker()?;
            ask(&mut asker, action)?;
            doorbell.person().resizes(doorbell.window()?, width, 720)?;
            // A click by mouse misses buttons of another size.
            let edit = doorbell.finds_enabled(edit)?;
            doorbell
                .page
                .script("arguments[0].click()", &[edit.argument()])?;
            doorbell.fill(field, changed)?;
            doorbell.shows_text(CHANGED)?;
            let overflow = "return document.documentElement.scrollWidth > innerWidth";
            assert_eq!(doorbell.page.script(overflow, &[])?, json!(false));
            let name = format!("{name}-{}-{text_size}-{width}", theme.name());
            doorbell.photographs(FOLDER, &name)?;
        }
    }
    Ok(())
}

/// After a change, presses are accepted once it was visible for a moment.
fn allows(doorbell: &Doorbell) -> Result<()> {
    doorbell
        .question_reader()
        .hears("Allow to be enabled", |tree| {
            let allow = tree.find("push button", "Allow");
            allow.is_some_and(|it| it.is("enabled"))
        })?;
    doorbell.person().presses("alt+a")
}

fn ask(asker: &mut Asker, action: Value) -> Result<u64> {
    asker.request(
        "doorbell/permission",
        json!({
            "tool": "Tool",
            "action": action,
            "choices": [{"id": "always", "effect": ALWAYS}],
            "editable": true,
            "note": true,
            "_meta": {"dev.doorbell/asker": {"server": {"name": "shop"}, "handBack": true}}
        }),
    )
}
