//! Text from askers is shown as plain text everywhere: it never runs, loads, links or imitates the
//! interface.

mod cards;
mod corpus;
mod home;
mod notification_and_tray;
mod page_checks;
mod question;

use anyhow::Result;
use doorbell_tests::app::{DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

/// The folder of the screenshots.
const FOLDER: &str = "hostile";

const HOSTILE: &str = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>\
    [click](https://evil.io) \u{202e}txt.exe\u{200b}";

#[test]
fn markup_is_shown_as_text_everywhere() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let schema = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "title": HOSTILE, "description": HOSTILE, "default": HOSTILE},
            "one": {"type": "string", "oneOf": [{"const": "a", "title": HOSTILE}, {"const": HOSTILE, "title": "b"}]},
            HOSTILE: {"type": "array", "items": {"enum": [HOSTILE, "c"]}}
        }
    });
    asker.ask_params(json!({
        "message": HOSTILE,
        "requestedSchema": schema,
        "_meta": {"dev.doorbell/asker": {
            "server": {"name": HOSTILE, "version": HOSTILE, "command": HOSTILE},
            "tool": HOSTILE,
            "project": HOSTILE
        }}
    }))?;
    let window = doorbell.window()?;
    doorbell.page.named("button", "Send")?;
    let text = doorbell.page.text()?;
    assert!(
        text.contains("<script>document.title='run'</script>"),
        "{text}"
    );
    assert!(!text.contains('\u{202e}') && !text.contains('\u{200b}'));
    assert!(text.contains("⟨U+202E⟩"), "{text}");
    for (what, selector) in [
        ("a link", "a"),
        ("an image", "img"),
        ("a foreign script", "script:not([src='src/question.js'])"),
        ("a frame", "iframe, object, embed"),
    ] {
        assert!(doorbell.page.all(selector)?.is_empty(), "{what}");
    }
    assert_eq!(
        doorbell.page.script("return document.title", &[])?,
        "Doorbell"
    );
    let picture = output_directory().join("hostile-text.png");
    doorbell.person().photographs_at_rest(window, &picture)
}

#[test]
fn long_names_keep_message_and_buttons_visible() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let long = "very long name ".repeat(60);
    asker.ask_params(json!({
        "message": "Who is there?",
        "requestedSchema": crate::questions::name_form(),
        "_meta": {"dev.doorbell/asker": {
            "server": {"name": long},
            "tool": long,
            "project": format!("/home/me/{long}")
        }}
    }))?;
    doorbell.window()?;
    for (role, name) in [
        ("textbox", "Name"),
        ("button", "Send"),
        ("button", "Decline"),
    ] {
        let element = doorbell.page.named(role, name)?;
        let in_view = doorbell.page.script(
            "const box = arguments[0].getBoundingClientRect();
             return box.top >= 0 && box.bottom <= innerHeight;",
            &[element.argument()],
        )?;
        assert_eq!(in_view, Value::Bool(true), "{name}");
    }
    Ok(())
}

#[test]
fn page_cannot_run_load_or_navigate_to_foreign_content() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &crate::questions::name_form())?;
    doorbell.window()?;
    doorbell.page.named("button", "Send")?;
    let before = doorbell.page.script("return location.href", &[])?;
    doorbell.page.script(
        "window.refused = [];
         addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
         const script = document.createElement('script');
         script.textContent = 'window.ran = true';
         document.body.append(script);
         const image = document.createElement('img');
         image.src = 'https://evil.io/pixel.png';
         document.body.append(image);
         fetch('https://evil.io/').catch(() => {});
         window.opened = window.open('https://evil.io/');
         location.href = 'https://evil.io/';",
        &[],
    )?;
    wait_until("the refusals", TIMEOUT, || {
        let refused = doorbell.page.script("return window.refused", &[])?;
        let all = ["script-src", "img-src", "connect-src"]
            .iter()
            .all(|directive| {
                refused.as_array().is_some_and(|list| {
                    list.iter().any(|entry| {
                        entry
                            .as_str()
                            .is_some_and(|entry| entry.starts_with(directive))
                    })
                })
            });
        anyhow::ensure!(all, "only {refused}");
        Ok(())
    })?;
    assert_eq!(
        doorbell.page.script("return window.ran ?? null", &[])?,
        Value::Null
    );
    assert_eq!(
        doorbell.page.script("return window.opened", &[])?,
        Value::Null
    );
    assert_eq!(doorbell.page.script("return location.href", &[])?, before);
    Ok(())
}
