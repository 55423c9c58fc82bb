//! Recovery after a crash or a hang of the web process.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::questions;

/// The process that starts the driven application and has its log.
const DRIVER: &str = "driver";
/// Logged when a page has not answered.
const PAGE_REPLACED: &str = "the page does not answer and is replaced";

#[test]
fn killed_web_process_loses_no_text() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    wait_for_name(&doorbell, "")?;
    person.types("Ada")?;
    wait_for_name(&doorbell, "Ada")?;
    wait_for_preview(&doorbell, "Ada")?;

    let first = web_process(&doorbell)?;
    kill_process(first, Signal::KILL)?;
    wait_until("a new web process", TIMEOUT, || {
        web_process(&doorbell).is_ok_and(|now| now != first)
    })?;

    wait_for_name(&doorbell, "Ada")?;
    person.waits_until_ready(window)?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

/// A stopped process answers as little as one in an endless loop.
#[test]
fn stopped_page_is_replaced_without_losing_text() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    wait_for_name(&doorbell, "")?;
    person.types("Ada")?;
    wait_for_preview(&doorbell, "Ada")?;

    stop_page(&doorbell)?;
    wait_for_name(&doorbell, "Ada")?;
    person.waits_until_ready(window)?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

#[test]
fn page_stopped_twice_costs_only_its_own_question() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let mut other = doorbell.asker()?;
    let id = asker.ask("The heavy question", &questions::name_form())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    let other_id = other.ask("The light question", &questions::name_form())?;
    let reader = doorbell.question_reader();
    for _ in 0..2 {
        reader.hears_text("The heavy question")?;
        stop_page(&doorbell)?;
    }
    let outcome = &asker.answer(id)?["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "notShown");

    reader.hears_text("The light question")?;
    person.focuses(window)?;
    person.waits_until_ready(window)?;
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    let answer = other.answer(other_id)?;
    assert_eq!(answer["content"], json!({"name": "Ada"}));
    Ok(())
}

#[test]
fn page_in_an_endless_loop_is_replaced() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = doorbell.window()?;
    let endless = "setTimeout(() => { for (;;); }, 0)";
    // The loop may begin before the driver has its reply, which is then an error.
    let _ = doorbell.page.script(endless, &[]);
    wait_until("the page to be replaced", TIMEOUT, || {
        doorbell.desktop.log(DRIVER).contains(PAGE_REPLACED)
    })?;
    let person = doorbell.person();
    person.focuses(window)?;
    person.waits_until_ready(window)?;
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

/// Stops the web process, and waits until another one replaces it.
fn stop_page(doorbell: &Doorbell) -> Result<()> {
    let stopped = web_process(doorbell)?;
    kill_process(stopped, Signal::STOP)?;
    wait_until("a new web process", TIMEOUT, || {
        web_process(doorbell).is_ok_and(|now| now != stopped)
    })
}

fn wait_for_name(doorbell: &Doorbell, text: &str) -> Result<()> {
    wait_until(&format!("the name {text:?}"), TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let field = tree.find("entry", "Name").with_context(|| tree.outline())?;
        anyhow::ensure!(field.text == text, "it holds {:?}", field.text);
        Ok(())
    })
}

/// Waits until Rust has received the typed text, which it then shows under "Show answer as JSON".
fn wait_for_preview(doorbell: &Doorbell, text: &str) -> Result<()> {
    let reader = doorbell.question_reader();
    reader.tabs_to("unknown", "Show answer as JSON")?;
    doorbell.person().presses("space")?;
    reader.hears_text(&format!("\"name\": \"{text}\""))
}

/// The live web process among the application's children.
fn web_process(doorbell: &Doorbell) -> Result<Pid> {
    let parent = doorbell.process.id().to_string();
    let matching_pid = |entry: std::fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let (name, rest) = stat.rsplit_once(')')?;
        let mut rest = rest.split_whitespace();
        let is_alive = rest.next()? != "Z";
        let is_web_process = rest.next()? == parent && name.ends_with("(WebKitWebProces");
        (is_alive && is_web_process).then(|| Pid::from_raw(pid))?
    };
    std::fs::read_dir("/proc")?
        .flatten()
        .find_map(matching_pid)
        .context("no web process")
}
