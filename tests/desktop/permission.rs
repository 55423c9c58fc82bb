//! Permission questions: shown completely, and allowed only after scrolling to the end.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

const RULE: &str = "Bash(npm run build:*), allow, in localSettings";
const UNREAD_HINT: &str = "Read to the end";

#[test]
fn short_permission_is_allowed_or_denied_with_a_reason() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let id = ask_permission(
            &mut asker,
            "command: npm run build\ndescription: Build the shop",
        )?;
        wait_until_allowable(&doorbell, true)?;
        doorbell.photographs("permission", &format!("permission-{}", theme.name()))?;
        doorbell.press("Always allow")?;
        assert_eq!(asker.answer(id)?["content"], json!({"always": true}));

        let id = ask_permission(&mut asker, "command: rm -rf build")?;
        wait_until_allowable(&doorbell, true)?;
        doorbell.fill("Reason if you deny optional", "Keep the build folder")?;
        doorbell.press("Deny")?;
        let answer = asker.answer(id)?;
        assert_eq!(answer["action"], "decline");
        assert_eq!(
            answer["content"],
            json!({"reason": "Keep the build folder"})
        );
    }
    Ok(())
}

#[test]
fn long_permission_is_allowed_only_after_its_last_line_was_shown() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = ask_permission(&mut asker, &long_arguments())?;
    wait_until_allowable(&doorbell, false)?;
    doorbell.photographs("permission", "permission-unread")?;
    doorbell.finds_enabled("Deny")?;
    doorbell.clicks(&doorbell.page.named("button", "Allow")?)?;
    doorbell.shows_text("scroll to the last line first")?;
    let end = "document.querySelector('.permission-end').scrollIntoView({block: 'end'})";
    doorbell.page.script(end, &[])?;
    wait_until_allowable(&doorbell, true)?;
    doorbell.photographs("permission", "permission-read")?;
    doorbell.press("Allow")?;
    assert_eq!(asker.answer(id)?["content"], json!({"always": false}));
    Ok(())
}

/// The text has the initial focus, so keys scroll it. Ctrl+Enter, which sends a form, does nothing.
#[test]
fn permission_is_read_and_allowed_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = ask_permission(&mut asker, &long_arguments())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.presses("ctrl+Return")?;
    let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
    for (role, name) in [
        ("landmark", "What shop wants to do"),
        ("push button", "Allow"),
        ("push button", "Always allow"),
        ("push button", "Deny"),
        ("entry", "Reason if you deny optional"),
    ] {
        tree.find(role, name).with_context(|| tree.outline())?;
    }
    let can_allow = || -> Result<bool> {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let allow = tree.find("push button", "Allow");
        Ok(allow.with_context(|| tree.outline())?.is("enabled"))
    };
    assert!(!can_allow()?);
    person.presses("End")?;
    wait_until("Allow to be enabled", TIMEOUT, || {
        can_allow().unwrap_or(false)
    })?;
    doorbell.question_reader().presses("Allow")?;
    assert_eq!(asker.answer(id)?["content"], json!({"always": false}));
    Ok(())
}

fn long_arguments() -> String {
    let lines = (1..=60).map(|line| format!("    echo step {line}\n"));
    format!(
        "command:\n{}    rm -rf /important",
        lines.collect::<String>()
    )
}

fn ask_permission(asker: &mut Asker, arguments: &str) -> Result<u64> {
    let server = json!({"server": {"name": "shop"}, "handBack": true});
    let params: Value = json!({
        "tool": "Bash",
        "arguments": arguments,
        "rules": [RULE],
        "_meta": {"dev.doorbell/asker": server},
    });
    asker.request("doorbell/permission", params)
}

fn wait_until_allowable(doorbell: &DrivenDoorbell, expected: bool) -> Result<()> {
    doorbell.window()?;
    wait_until("the state of Allow", TIMEOUT, || {
        for name in ["Allow", "Always allow"] {
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
