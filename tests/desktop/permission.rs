//! Permission questions: shown as a sentence with a command or a diff, and allowed only after
//! scrolling to the end.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility::{self, Node};
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

const EFFECT: &str = "Always allow “npm run build” in this project, on this computer";
const ACCEPT_EDITS: &str = "Accept all edits until the session ends";
const UNREAD_HINT: &str = "Scroll to the end to enable Allow.";
const REGION: &str = "What shop wants to do";
const MESSAGE_FIELD: &str = "Tell shop what to do instead sent if you deny";

#[test]
fn short_permission_is_allowed_or_denied_with_a_message() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let mut build = run("npm run build");
        build["description"] = "Build the shop".into();
        build["arguments"] = json!({"command": "npm run build", "timeout": 600_000});
        let id = ask_permission(&mut asker, build)?;
        wait_until_allowable(&doorbell, true)?;
        doorbell.photographs("permission", &format!("permission-{}", theme.name()))?;
        doorbell.shows_text("Run a command")?;
        doorbell.press(EFFECT)?;
        assert_eq!(asker.answer(id)?["content"], json!({"choice": "always"}));

        let id = ask_permission(&mut asker, run("rm -rf build"))?;
        wait_until_allowable(&doorbell, true)?;
        doorbell.fill(MESSAGE_FIELD, "Keep the build folder")?;
        doorbell.press("Deny")?;
        let answer = asker.answer(id)?;
        assert_eq!(answer["action"], "decline");
        assert_eq!(
            answer["content"],
            json!({"choice": "deny", "message": "Keep the build folder"})
        );
    }
    Ok(())
}

#[test]
fn long_permission_is_allowed_only_after_its_last_line_was_shown() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = ask_permission(&mut asker, run(&long_command()))?;
    wait_until_allowable(&doorbell, false)?;
    doorbell.photographs("permission", "permission-unread")?;
    doorbell.finds_enabled("Deny")?;
    doorbell.clicks(&doorbell.page.named("button", "Allow")?)?;
    doorbell.shows_text("Scroll to the end first.")?;
    let end = "document.querySelector('.read-end').scrollIntoView({block: 'end'})";
    doorbell.page.script(end, &[])?;
    wait_until_allowable(&doorbell, true)?;
    doorbell.photographs("permission", "permission-read")?;
    doorbell.press("Allow")?;
    assert_eq!(asker.answer(id)?["content"], json!({"choice": "allow"}));
    Ok(())
}

#[test]
fn each_choice_has_its_own_answer() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    for (choice, effect) in [("always", EFFECT), ("edits", ACCEPT_EDITS)] {
        let mut params = run("npm run build");
        params["choices"] = json!([
            {"id": "always", "effect": EFFECT},
            {"id": "edits", "effect": ACCEPT_EDITS},
        ]);
        params["omitted"] = json!(["1 suggestion can’t be explained here."]);
        let id = ask_permission(&mut asker, params)?;
        doorbell.window()?;
        doorbell.shows_text("1 suggestion can’t be explained here.")?;
        wait_until_allowable(&doorbell, true)?;
        doorbell.photographs("permission", "permission-choices")?;
        doorbell.press(effect)?;
        assert_eq!(asker.answer(id)?["content"], json!({"choice": choice}));
    }
    Ok(())
}

/// The text has the initial focus, so keys scroll it. Only Alt+A allows; a Tab past the end is not
/// reading.
#[test]
fn permission_takes_one_key_after_reading() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let mut params = run(&long_command());
    params["arguments"] = json!({"command": long_command()});
    let id = ask_permission(&mut asker, params)?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    let tree = reader.tree()?;
    for (role, name) in [
        ("landmark", REGION),
        ("push button", "Allow"),
        ("push button", EFFECT),
        ("push button", "Deny"),
        ("entry", MESSAGE_FIELD),
    ] {
        tree.find(role, name).with_context(|| tree.outline())?;
    }
    reader.moves_focus("Tab", &reader.focus()?)?;
    person.presses("alt+a")?;
    reader.hears_text("Scroll to the end first.")?;
    assert!(!can_allow(&doorbell)?);

    person.presses("End")?;
    wait_until("Allow to be enabled", TIMEOUT, || {
        can_allow(&doorbell).unwrap_or(false)
    })?;
    for key in ["Return", "ctrl+Return"] {
        person.presses(key)?;
    }
    // Keys arrive in order, so an answer by Enter would be there before this one.
    person.presses("alt+a")?;
    assert_eq!(asker.answer(id)?["content"], json!({"choice": "allow"}));

    let id = ask_permission(&mut asker, run("make"))?;
    person.focuses(person.sees(CLASS)?)?;
    person.presses("alt+d")?;
    assert_eq!(asker.answer(id)?["content"], json!({"choice": "deny"}));
    Ok(())
}

#[test]
fn diff_is_read_line_by_line_by_a_screen_reader() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let change = json!({"old": "one\ntwo\nthree\n", "new": "one\n2\nthree\nfour\n"});
    let action = json!({"kind": "edit", "path": "/home/ada/shop/a.txt", "changes": [change]});
    let id = ask_permission(&mut asker, json!({"tool": "Edit", "action": action}))?;
    let reader = doorbell.question_reader();
    wait_until("the lines of the diff", TIMEOUT, || {
        let tree = reader.tree()?;
        let region = tree.find("landmark", REGION);
        let spoken = spoken(region.with_context(|| tree.outline())?);
        let mut at = 0;
        for line in [
            "Edit/home/ada/shop/a.txt",
            "one",
            "Removed:two",
            "Added:2",
            "three",
            "Added:four",
        ] {
            let found = spoken[at..].find(line);
            let found = found.with_context(|| format!("{line:?} is not next in {spoken:?}"))?;
            at += found + line.len();
        }
        anyhow::Ok(())
    })?;
    asker.withdraw(id)
}

/// The names of all objects in reading order, or their texts, without spaces.
fn spoken(node: &Node) -> String {
    let texts = node.all().into_iter().map(|it| match it.name.is_empty() {
        true => it.text.as_str(),
        false => it.name.as_str(),
    });
    texts.flat_map(str::split_whitespace).collect()
}

fn can_allow(doorbell: &Doorbell) -> Result<bool> {
    let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
    let allow = tree.find("push button", "Allow");
    Ok(allow.with_context(|| tree.outline())?.is("enabled"))
}

fn long_command() -> String {
    let lines = (1..=60).map(|line| format!("echo step {line}\n"));
    format!("{}rm -rf /important", lines.collect::<String>())
}

fn run(command: &str) -> Value {
    json!({
        "tool": "Bash",
        "action": {"kind": "run", "command": command},
        "choices": [{"id": "always", "effect": EFFECT}],
    })
}

fn ask_permission(asker: &mut Asker, mut params: Value) -> Result<u64> {
    let server = json!({"server": {"name": "shop"}, "handBack": true});
    params["_meta"] = json!({"dev.doorbell/asker": server});
    asker.request("doorbell/permission", params)
}

fn wait_until_allowable(doorbell: &DrivenDoorbell, expected: bool) -> Result<()> {
    doorbell.window()?;
    wait_until("the state of Allow", TIMEOUT, || {
        for name in ["Allow", EFFECT] {
            let button = doorbell.page.named_now("button", name)?;
            let disabled = button.attribute("aria-disabled")?;
            ensure!(
                (disabled.as_deref() == Some("true")) != expected,
                "{disabled:?}"
            );
        }
        ensure!(doorbell.page.text()?.contains(UNREAD_HINT) != expected);
        Ok(())
    })
}
