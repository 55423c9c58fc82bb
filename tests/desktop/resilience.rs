//! What survives when a part of the window is lost.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::questions;

#[test]
fn a_web_process_that_dies_takes_no_text_with_it() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    wait_for_name(&doorbell, "")?;
    person.types("Ada")?;
    wait_for_name(&doorbell, "Ada")?;
    wait_for_preview(&doorbell, "Ada")?;

    let first = web_process(&doorbell)?;
    kill_process(first, Signal::KILL)?;
    wait_until("a new web process", PATIENCE, || {
        web_process(&doorbell).is_ok_and(|now| now != first)
    })?;

    wait_for_name(&doorbell, "Ada")?;
    person.waits_until_ready(window)?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

fn wait_for_name(doorbell: &Doorbell, text: &str) -> Result<()> {
    wait_until(&format!("the name {text:?}"), PATIENCE, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let field = tree.find("entry", "Name").with_context(|| tree.outline())?;
        anyhow::ensure!(field.text == text, "it holds {:?}", field.text);
        Ok(())
    })
}

/// Waits until Rust has what was typed: only then is it in what will be sent.
fn wait_for_preview(doorbell: &Doorbell, text: &str) -> Result<()> {
    let reader = doorbell.at_question();
    reader.tabs_to("unknown", "What will be sent")?;
    doorbell.person().presses("space")?;
    reader.hears_words(&format!("\"name\": \"{text}\""))
}

/// The process that draws the page: a child of the application.
fn web_process(doorbell: &Doorbell) -> Result<Pid> {
    let parent = doorbell.running.id().to_string();
    let of_ours = |entry: std::fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let (name, rest) = stat.rsplit_once(')')?;
        let mut rest = rest.split_whitespace();
        let alive = rest.next()? != "Z";
        let ours = rest.next()? == parent && name.ends_with("(WebKitWebProces");
        (alive && ours).then(|| Pid::from_raw(pid))?
    };
    std::fs::read_dir("/proc")?
        .flatten()
        .find_map(of_ours)
        .context("there is no web process")
}
