//! What a person does with a question besides answering it, by keyboard alone.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION_TITLE};
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

use crate::agent_questions::{plan, questions};
use crate::links::press_by_keyboard;
use crate::questions::{name_form, sure_form};

const LINK: &str = "https://shop.example/connect";

#[test]
fn alt_d_declines_everything_that_can_be_declined() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    for (method, params) in [
        ("elicitation/create", form(&name_form())),
        ("elicitation/create", form(&sure_form())),
        ("elicitation/create", link()),
        ("doorbell/questions", questions()),
        ("doorbell/plan", plan()),
    ] {
        let id = asker.request(method, params.clone())?;
        person.focuses(person.sees(CLASS)?)?;
        person.presses("alt+d")?;
        assert_eq!(asker.answer(id)?["action"], "decline", "{params}");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}

/// The message has the initial focus, so keys scroll it.
#[test]
fn yes_to_a_long_question_needs_its_end() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, reader, mut asker) = (
        doorbell.person(),
        doorbell.question_reader(),
        doorbell.asker()?,
    );
    let message = "One more line.\n".repeat(60) + "Delete the orders, too?";
    let id = asker.ask(&message, &json!({"type": "object", "properties": {}}))?;
    person.focuses(person.sees(CLASS)?)?;
    reader.hears_text("Scroll to the end to enable Yes.")?;
    person.presses("y")?;
    reader.hears_text("Scroll to the end first.")?;
    let yes = reader.finds("push button", "Yes")?;
    assert!(!yes.is("enabled"), "{yes:?}");
    person.presses("End")?;
    reader.tabs_to_enabled("Yes")?;
    person.presses("y")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

#[test]
fn remind_me_is_a_menu_that_snoozes() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    asker.ask("Who is there?", &name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    let reader = doorbell.question_reader();
    reader.tabs_to_enabled("Remind me")?;
    person.presses("Down")?;
    reader.waits_for_focus("menu item", "In 5 minutes")?;
    let button = reader.finds("push button", "Remind me")?;
    assert!(button.is("expanded"), "{button:?}");
    person.presses("Escape")?;
    let button = reader.waits_for_focus("push button", "Remind me")?;
    assert!(!button.node.is("expanded"), "{button:?}");
    person.presses("Return")?;
    reader.waits_for_focus("menu item", "In 5 minutes")?;
    person.presses("Down")?;
    reader.waits_for_focus("menu item", "In 30 minutes")?;
    person.presses("Return")?;
    person.sees_no_window(CLASS)?;
    asker.received_nothing()
}

#[test]
fn notice_is_read_and_closed() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let notice = json!({"message": "All 214 tests pass.", "reason": "finished"});
    let id = asker.request("doorbell/notice", notice)?;
    let mut open = doorbell.desktop.command(Build::Plain.command_line()?);
    output(open.args(["open", "q1"]))?;
    person.focuses(person.sees_titled(CLASS, QUESTION_TITLE)?)?;
    let reader = doorbell.question_reader();
    reader.waits_for_focus("heading", "Finished")?;
    reader.hears_text("All 214 tests pass.")?;
    reader.presses("Close")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

#[test]
fn opened_link_is_reported_as_done() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let browser = StandInBrowser::install(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let mut params = link();
    params["elicitationId"] = "el-1".into();
    let id = asker.request("elicitation/create", params)?;
    person.focuses(person.sees(CLASS)?)?;
    person.presses("alt+o")?;
    let answer = asker.answer(id)?;
    wait_until("the browser", TIMEOUT, || browser.starts().len() == 1)?;
    let question = &answer["_meta"]["dev.doorbell/outcome"]["question"];
    let waiting = asker.request("doorbell/awaitDone", json!({"question": question}))?;
    press_by_keyboard(&doorbell, "Done")?;
    let reply = asker.reply(waiting, TIMEOUT)?;
    assert_eq!(reply["result"]["state"], "done", "{reply}");
    Ok(())
}

/// A screen reader announces the keys that are printed.
#[test]
fn keys_are_announced() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let choice = json!({
        "type": "object",
        "properties": {"to": {"enum": ["dev", "prod"]}},
        "required": ["to"],
    });
    for (params, role, name, keys) in [
        (form(&sure_form()), "push button", "Yes", "Y"),
        (form(&name_form()), "push button", "Send", "Control+Enter"),
        (form(&choice), "radio button", "prod", "2"),
        (link(), "push button", "Open in browser", "Alt+O"),
        (link(), "push button", "Decline", "Alt+D"),
    ] {
        let id = asker.ask_params(params)?;
        let reader = doorbell.question_reader();
        wait_until(name, TIMEOUT, || {
            let found = accessibility::keys(&doorbell.desktop, CLASS, role, name)?;
            anyhow::ensure!(found == keys, "{found:?} instead of {keys:?}");
            anyhow::Ok(())
        })
        .with_context(|| reader.tree().map(|tree| tree.outline()).unwrap_or_default())?;
        asker.withdraw(id)?;
        doorbell.person().sees_no_window(CLASS)?;
    }
    Ok(())
}

fn form(schema: &Value) -> Value {
    json!({"mode": "form", "message": "Please answer", "requestedSchema": schema})
}

fn link() -> Value {
    json!({"mode": "url", "message": "Please sign in", "url": LINK})
}
