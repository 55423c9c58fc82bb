//! Question sets and plans are answered by keyboard, and a screen reader finds their parts.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

const FOLDER: &str = "agent-questions";

#[test]
fn question_set_is_answered_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.request("doorbell/questions", questions())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    let reader = doorbell.question_reader();
    for (role, name) in [
        ("radio button", "Passkeys"),
        ("radio button", "Other"),
        ("check box", "Orders"),
        ("entry", "Other answer"),
        ("entry", "Note optional"),
    ] {
        reader.finds(role, name)?;
    }
    reader.hears_text("auth.passkey()")?;
    reader.waits_for_focus("radio button", "Passkeys")?;
    person.presses("Down")?;
    reader.waits_for_focus("radio button", "Password")?;
    person.presses("ctrl+Return")?;
    reader.hears_text("1 question has no answer yet")?;
    reader.waits_for_focus("check box", "Orders")?;
    person.presses("space")?;
    reader.tabs_to("entry", "Other answer")?;
    person.types("Wish list")?;
    person.presses("ctrl+Return")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(
        answer["content"],
        json!({"answers": [
            {"chosen": ["Password"]},
            {"chosen": ["Orders"], "other": "Wish list"}
        ]})
    );
    Ok(())
}

#[test]
fn plan_is_shown_whole_and_answered_by_one_of_its_choices() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.request("doorbell/plan", plan())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    let reader = doorbell.question_reader();
    let tree = reader.tree()?;
    tree.find("heading", "Passkeys for the shop")
        .with_context(|| tree.outline())?;
    for role in ["list", "list item"] {
        let parts = tree.all();
        assert!(
            parts.iter().any(|node| node.role == role),
            "{role}: {}",
            tree.outline()
        );
    }
    reader.tabs_to("entry", "What to change optional")?;
    person.types("Keep passwords, too")?;
    reader.presses("Approve and review edits")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(
        answer["content"],
        json!({"choice": "review", "feedback": "Keep passwords, too"})
    );
    Ok(())
}

#[test]
fn agent_questions_are_drawn() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let id = asker.request("doorbell/questions", questions())?;
        doorbell.window()?;
        doorbell.finds_enabled("Send")?;
        doorbell.photographs(FOLDER, &format!("questions-{}", theme.name()))?;
        doorbell.press("Decline")?;
        assert_eq!(asker.answer(id)?["action"], "decline");

        let id = asker.request("doorbell/plan", plan())?;
        doorbell.window()?;
        doorbell.finds_enabled("Approve")?;
        doorbell.photographs(FOLDER, &format!("plan-{}", theme.name()))?;
        doorbell.press("Decline")?;
        assert_eq!(asker.answer(id)?["action"], "decline");
    }
    Ok(())
}

#[test]
fn markdown_message_is_formatted_and_its_original_is_one_click_away() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let message = "**Deploy** with `make`:\n\n- [docs](https://evil.example)\n- <b>no</b>";
    asker.ask(message, &json!({"type": "object", "properties": {}}))?;
    doorbell.window()?;
    doorbell.shows_text("docs (https://evil.example)")?;
    doorbell.shows_text("<b>no</b>")?;
    for selector in ["a", "b"] {
        assert!(doorbell.page.all(selector)?.is_empty(), "{selector}");
    }
    assert_eq!(doorbell.page.all(".message strong")?.len(), 1);
    doorbell.page.named("button", "Show original")?.click()?;
    doorbell.shows_text("**Deploy** with `make`:")?;
    Ok(())
}

fn questions() -> Value {
    json!({
        "questions": [
            {
                "header": "Sign-in",
                "text": "How should people sign in?",
                "options": [
                    {"label": "Passkeys", "description": "No password to forget",
                     "preview": "```ts\nauth.passkey()\n```"},
                    {"label": "Password", "preview": "[ ******** ]"}
                ],
                "note": true
            },
            {
                "text": "Which pages need it?",
                "multiple": true,
                "options": [{"label": "Orders"}, {"label": "Account"}]
            }
        ],
        "_meta": {"dev.doorbell/asker": {"server": {"name": "shop"}}}
    })
}

fn plan() -> Value {
    json!({
        "plan": "# Passkeys for the shop\n\n1. Add the table `credentials`\n2. Change **sign-in**",
        "choices": [
            {"id": "auto", "label": "Approve", "effect": "Edits files without asking"},
            {"id": "review", "label": "Approve and review edits"}
        ],
        "_meta": {"dev.doorbell/asker": {"server": {"name": "shop"}}}
    })
}
