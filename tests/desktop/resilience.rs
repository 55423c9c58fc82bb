//! Recovery after a crash of the web process.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::questions;

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

fn wait_for_name(doorbell: &Doorbell, text: &str) -> Result<()> {
    wait_until(&format!("the name {text:?}"), TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let field = tree.find("entry", "Name").with_context(|| tree.outline())?;
        anyhow::ensure!(field.text == text, "it holds {:?}", field.text);
        Ok(())
    })
}

/// Waits until Rust has received the typed text, which it then shows under "What will be sent".
fn wait_for_preview(doorbell: &Doorbell, text: &str) -> Result<()> {
    let reader = doorbell.question_reader();
    reader.tabs_to("unknown", "What will be sent")?;
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
