//! Leave to use a tool, on the real window: shown whole, allowed only when it was read to its end,
//! by keys alone.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Value, json};

const RULE: &str = "Bash(npm run build:*), allow, in localSettings";
const UNREAD: &str = "Read to the end";

#[test]
fn a_short_one_is_allowed_or_denied_with_a_reason() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let id = asks(
            &mut asker,
            "command: npm run build\ndescription: Build the shop",
        )?;
        can_be_allowed(&doorbell, true)?;
        doorbell.photographs("permission", &format!("permission-{}", theme.name()))?;
        doorbell.press("Always allow")?;
        assert_eq!(asker.answer(id)?["content"], json!({"always": true}));

        let id = asks(&mut asker, "command: rm -rf build")?;
        can_be_allowed(&doorbell, true)?;
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
fn a_long_one_can_be_allowed_after_its_last_line_was_on_the_screen() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asks(&mut asker, &long())?;
    can_be_allowed(&doorbell, false)?;
    doorbell.photographs("permission", "permission-unread")?;
    doorbell.finds_ready("Deny")?;
    doorbell.clicks(&doorbell.page.named("button", "Allow")?)?;
    doorbell.reads("scroll to the last line first")?;
    let end = "document.querySelector('.permission-end').scrollIntoView({block: 'end'})";
    doorbell.page.script(end, &[])?;
    can_be_allowed(&doorbell, true)?;
    doorbell.photographs("permission", "permission-read")?;
    doorbell.press("Allow")?;
    assert_eq!(asker.answer(id)?["content"], json!({"always": false}));
    Ok(())
}

/// The text has the focus when the window opens, so the keys that scroll, scroll it; Ctrl+Enter,
/// which sends a form, does nothing here.
#[test]
fn keys_alone_read_it_and_allow_it_and_the_tree_names_it() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asks(&mut asker, &long())?;
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
    let is_on = || -> Result<bool> {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let allow = tree.find("push button", "Allow");
        Ok(allow.with_context(|| tree.outline())?.is("enabled"))
    };
    assert!(!is_on()?);
    person.presses("End")?;
    wait_until("it is read", PATIENCE, || is_on().unwrap_or(false))?;
    // From the text to the reason, over Later and its list and the terminal to Deny, and on.
    doorbell.at_question().presses("Allow")?;
    assert_eq!(asker.answer(id)?["content"], json!({"always": false}));
    Ok(())
}

fn long() -> String {
    let lines = (1..=60).map(|line| format!("    echo step {line}\n"));
    format!(
        "command:\n{}    rm -rf /important",
        lines.collect::<String>()
    )
}

fn asks(asker: &mut Asker, arguments: &str) -> Result<u64> {
    let server = json!({"server": {"name": "shop"}, "handBack": true});
    let params: Value = json!({
        "tool": "Bash",
        "arguments": arguments,
        "rules": [RULE],
        "_meta": {"dev.doorbell/asker": server},
    });
    asker.request("doorbell/permission", params)
}

fn can_be_allowed(doorbell: &DrivenDoorbell, yes: bool) -> Result<()> {
    doorbell.window()?;
    wait_until("whether it can be allowed", PATIENCE, || {
        for name in ["Allow", "Always allow"] {
            let off = doorbell.page.named_now("button", name)?;
            let off = off.attribute("aria-disabled")?;
            ensure!((off.as_deref() == Some("true")) != yes, "{off:?}");
        }
        ensure!(doorbell.page.text()?.contains(UNREAD) != yes);
        Ok(())
    })
}
