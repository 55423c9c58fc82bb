//! The question that is painted for nobody when the window is made ready.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use doorbell_tests::watch::{Seen, Watch};
use serde_json::json;

use crate::questions;

/// What the screen reader says when it has heard nothing.
const LISTENING: &str = "listening";

#[test]
fn it_is_gone_by_itself_and_before_the_first_question() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let count = |what: &str| {
        let script = format!("return document.querySelectorAll('{what}').length");
        doorbell.page.script(&script, &[])
    };
    let mut asker = doorbell.asker()?;
    wait_until("the rehearsal to end", PATIENCE, || {
        count(".rehearsal").is_ok_and(|found| found == 0)
    })?;
    asker.ask("Ready?", &json!({"type": "object", "properties": {}}))?;
    wait_until("the question", PATIENCE, || {
        count(".sheet").is_ok_and(|found| found == 1)
    })?;
    assert_eq!(count(".rehearsal")?, 0);
    Ok(())
}

#[test]
fn nobody_sees_it_and_nothing_is_told_of_it() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let mut reader = desktop.script("atspi_windows.py");
    reader.arg(CLASS);
    let reader = desktop.start_process("reader", reader)?;
    wait_until("the screen reader", PATIENCE, || reader.log() == LISTENING)?;
    let mut watch = Watch::begin(desktop.display())?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let person = doorbell.person();
    let focused = person.focused();

    let mut seen = Vec::new();
    let window = wait_until("the rehearsal to be over", PATIENCE, || {
        seen.extend(watch.since()?);
        played(&seen).with_context(|| format!("{seen:?}"))
    })?;
    person.waits_for_window_manager()?;
    seen.extend(watch.since()?);
    assert_eq!(person.focused(), focused, "the keyboard went elsewhere");
    let unseen = [Seen::Elsewhere(window), Seen::Gone(window)];
    assert!(seen.iter().all(|seen| unseen.contains(seen)), "{seen:?}");
    assert_eq!(reader.log(), LISTENING, "a screen reader was told");

    // The same window is then as any other.
    let mut asker = doorbell.asker()?;
    asker.ask("Are you there?", &questions::name())?;
    person.sees(CLASS)?;
    wait_until("the window manager to have it", PATIENCE, || {
        watch
            .managed()
            .is_ok_and(|managed| managed.contains(&window))
    })?;
    wait_until("a screen reader to be told", PATIENCE, || {
        let log = reader.log();
        anyhow::ensure!(log.contains("children-changed:add"), "{log}");
        Ok(())
    })
}

#[test]
fn a_question_that_comes_meanwhile_is_shown_and_answered() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let mut watch = Watch::begin(desktop.display())?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    let mut seen = Vec::new();
    wait_until("the rehearsal to begin", PATIENCE, || {
        seen.extend(watch.since().unwrap_or_default());
        seen.iter().any(|seen| matches!(seen, Seen::Elsewhere(_)))
    })?;
    let id = asker.ask("Are you there?", &questions::name())?;

    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    person.sees_no_more(CLASS)
}

/// The window that was there, but never on the screen, and is gone.
fn played(seen: &[Seen]) -> Option<u32> {
    seen.iter().find_map(|happened| match happened {
        Seen::Gone(window) if seen.contains(&Seen::Elsewhere(*window)) => Some(*window),
        _ => None,
    })
}
