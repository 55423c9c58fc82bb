//! How Home comes, is used again, and goes.

use anyhow::{Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, HOME};
use doorbell_tests::process::{children, output};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use doorbell_tests::watch::{Seen, Watch};

/// What draws a page, in the system's short name for it.
const WEB_PROCESS: &str = "WebKitWebProces";

#[test]
fn home_leaves_the_keyboard_alone_comes_once_and_goes() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    // Any other window a person could be working in.
    let other = doorbell.desktop.command("xev");
    let _other = doorbell.desktop.start_process("other", other)?;
    let working = wait_until("the other window to have the keyboard", PATIENCE, || {
        let focused = person.focused()?;
        (person.reads_title(focused).ok()? == "Event Tester").then_some(focused)
    })?;
    let has_pages = |count: usize| {
        wait_until(&format!("{count} pages"), PATIENCE, || {
            let now = children(doorbell.running.id(), WEB_PROCESS).len();
            ensure!(now == count, "there are {now}");
            Ok(())
        })
    };
    // The question's, which is kept ready.
    has_pages(1)?;

    person.waits_for_window_manager()?;
    let mut watch = Watch::begin(doorbell.desktop.display())?;
    let home = doorbell.opens_home("history")?;
    doorbell.at_home().finds("heading", "History")?;
    person.waits_for_window_manager()?;
    assert_eq!(person.focused(), Some(working), "Home took the keyboard");
    assert!(!watch.since()?.contains(&Seen::Activated));

    assert_eq!(doorbell.opens_home("settings")?, home);
    doorbell.at_home().finds("heading", "Settings")?;
    assert_eq!(person.titled(CLASS, HOME), [home]);
    assert_eq!(person.focused(), Some(working));
    has_pages(2)?;

    person.closes(home)?;
    person.sees_no_more(CLASS)?;
    has_pages(1)?;

    doorbell.opens_home("askers")?;
    doorbell.at_home().finds("heading", "Askers")?;
    assert_eq!(person.titled(CLASS, HOME).len(), 1);
    Ok(())
}

#[test]
fn home_that_lost_its_page_comes_back_where_it_was() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    doorbell.opens_home("settings")?;
    let reader = doorbell.at_home();
    reader.finds("heading", "Settings")?;
    let pages = || children(doorbell.running.id(), WEB_PROCESS);
    let lost = pages();
    for page in &lost {
        output(
            doorbell
                .desktop
                .command("kill")
                .args(["-KILL", &page.to_string()]),
        )?;
    }
    wait_until("new web processes", PATIENCE, || {
        let pages = pages();
        !pages.is_empty() && pages.iter().all(|page| !lost.contains(page))
    })?;
    reader.finds("heading", "Settings").map(drop)
}
