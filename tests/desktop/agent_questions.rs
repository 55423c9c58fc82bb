//! Question sets and plans are answered by keyboard, and a screen reader finds their parts.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
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

/// The buttons of all parts are one Tab stop; the arrow keys move between them.
#[test]
fn plan_is_commented_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.request("doorbell/plan", plan())?;
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    let reader = doorbell.question_reader();
    reader.tabs_to("push button", "Comment on line 1")?;
    person.presses("Down")?;
    reader.waits_for_focus("push button", "Comment on line 3")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "Comment on line 3")?;
    person.types("1 index, too")?;
    // Esc leaves the comment, and not the question.
    person.presses("Escape")?;
    reader.waits_for_focus("push button", "Remove comment on line 3")?;
    reader.tabs_to("push button", "Comment on line 4")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "Comment on line 4")?;
    person.types("No")?;
    reader.hears_text("Any answer sends your 2 comments, too.")?;
    reader.tabs_to("push button", "Remove comment on line 4")?;
    person.presses("space")?;
    reader.waits_for_focus("push button", "Comment on line 4")?;
    reader.presses("Keep planning")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "decline");
    assert_eq!(
        answer["content"],
        json!({"comments": [
            {"line": 3, "text": "1. Add the table `credentials`", "comment": "1 index, too"}
        ]})
    );
    Ok(())
}

#[test]
fn next_plan_shows_what_changed() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    let reader = doorbell.question_reader();
    let id = asker.request("doorbell/plan", plan())?;
    person.focuses(person.sees(CLASS)?)?;
    reader.presses("Keep planning")?;
    assert_eq!(asker.answer(id)?["action"], "decline");

    let id = asker.request("doorbell/plan", next_plan())?;
    person.focuses(person.sees(CLASS)?)?;
    reader.tabs_to("toggle button", "Changes since the last plan")?;
    person.presses("space")?;
    reader.finds("list item", "Removed: 2. Change **sign-in**")?;
    reader.finds("list item", "Added: 2. Change **sign-in** and **sign-up**")?;
    reader.tabs_to_enabled("Approve")?;
    person.presses("2")?;
    assert_eq!(asker.answer(id)?["content"], json!({"choice": "review"}));
    Ok(())
}

/// Two keys: the option, and Enter.
#[test]
fn one_question_is_answered_with_two_keys() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let mut params = questions();
    params["questions"]
        .as_array_mut()
        .context("questions")?
        .pop();
    let id = asker.request("doorbell/questions", params)?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.waits_until_ready(window)?;
    person.presses("2")?;
    doorbell
        .question_reader()
        .waits_for_focus("radio button", "Password")?;
    person.presses("Return")?;
    let answers = json!({"answers": [{"chosen": ["Password"]}]});
    assert_eq!(asker.answer(id)?["content"], answers);
    Ok(())
}

#[test]
fn written_secret_needs_consent() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let mut params = questions();
    params["questions"]
        .as_array_mut()
        .context("questions")?
        .pop();
    let id = asker.request("doorbell/questions", params)?;
    doorbell.window()?;
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    doorbell.fill("Other answer", token)?;
    doorbell.press("Send")?;
    doorbell.contains_text("This looks like a GitHub token.")?;
    doorbell.contains_text("Not sent")?;
    doorbell.photographs(FOLDER, "questions-secret")?;
    doorbell
        .page
        .named("checkbox", "Send the GitHub token to shop anyway")?
        .click()?;
    doorbell.press("Send")?;
    assert_eq!(asker.answer(id)?["content"]["answers"][0]["other"], token);
    Ok(())
}

/// Also with large text and in a narrow window, where nothing may be cut off.
#[test]
fn commented_plan_is_drawn() -> Result<()> {
    for (theme, text_size, width) in [
        (Theme::Light, 100, 560),
        (Theme::Dark, 100, 560),
        (Theme::Light, 200, 1120),
        (Theme::Light, 100, 320),
    ] {
        let desktop = VirtualDesktop::start(theme)?;
        desktop.write_accepted_settings(&format!("[look]\ntext_size = {text_size}\n"))?;
        let doorbell = DrivenDoorbell::start_on(desktop)?;
        let mut asker = doorbell.asker()?;
        let id = asker.request("doorbell/plan", plan())?;
        doorbell.window()?;
        asker.withdraw(id)?;
        asker.request("doorbell/plan", next_plan())?;
        doorbell
            .page
            .named("button", "Changes since the last plan")?;
        doorbell.person().resizes(doorbell.window()?, width, 720)?;
        // It is seen only while the pointer or the focus is at its part.
        let comment = "document.querySelector('[aria-label=\"Comment on line 4\"]').click()";
        doorbell.page.script(comment, &[])?;
        doorbell
            .page
            .named("textbox", "Comment on line 4")?
            .type_text("Guests can’t sign up.")?;
        doorbell.contains_text("Any answer sends your comment, too.")?;
        let name = format!("{}-{text_size}-{width}", theme.name());
        doorbell.photographs(FOLDER, &format!("plan-comment-{name}"))?;
        let changes = doorbell
            .page
            .named("button", "Changes since the last plan")?;
        changes.click()?;
        let overflow = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(doorbell.page.script(overflow, &[])?, json!(false));
        doorbell.photographs(FOLDER, &format!("plan-changes-{name}"))?;
    }
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
        doorbell.press("Keep planning")?;
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

pub fn questions() -> Value {
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

pub fn plan() -> Value {
    json!({
        "plan": "# Passkeys for the shop\n\n1. Add the table `credentials`\n2. Change **sign-in**",
        "choices": [
            {"id": "auto", "label": "Approve", "effect": "Edits files without asking"},
            {"id": "review", "label": "Approve and review edits"}
        ],
        "_meta": {"dev.doorbell/asker": {"server": {"name": "shop"}}}
    })
}

fn next_plan() -> Value {
    let mut next = plan();
    next["plan"] = "# Passkeys for the shop\n\n1. Add the table `credentials`\n\
                    2. Change **sign-in** and **sign-up**"
        .into();
    next
}
