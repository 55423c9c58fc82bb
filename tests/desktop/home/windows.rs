//! The lifecycle of the Home window.

use anyhow::{Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, HOME_TITLE};
use doorbell_tests::process::{children, output};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use doorbell_tests::window_watcher::{WindowEvent, WindowWatcher};

/// The web process, with the name that the kernel truncates.
const WEB_PROCESS: &str = "WebKitWebProces";

#[test]
fn home_opens_once_without_focus_and_closes() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    // A window that the person works in.
    let other = doorbell.desktop.command("xev");
    let _other = doorbell.desktop.start_process("other", other)?;
    let working = wait_until("the other window to have the keyboard", TIMEOUT, || {
        let focused = person.focused()?;
        (person.reads_title(focused).ok()? == "Event Tester").then_some(focused)
    })?;
    let wait_for_web_processes = |count: usize| {
        wait_until(&format!("{count} web processes"), TIMEOUT, || {
            let now = children(doorbell.process.id(), WEB_PROCESS).len();
            ensure!(now == count, "there are {now}");
            Ok(())
        })
    };
    // The question window is kept warm.
    wait_for_web_processes(1)?;

    person.waits_for_window_manager()?;
    let mut watcher = WindowWatcher::start(doorbell.desktop.display())?;
    let home = doorbell.opens_home("history")?;
    doorbell.home_reader().finds("heading", "History")?;
    person.waits_for_window_manager()?;
    assert_eq!(person.focused(), Some(working), "Home took the keyboard");
    assert!(!watcher.new_events()?.contains(&WindowEvent::FocusChanged));

    assert_eq!(doorbell.opens_home("settings")?, home);
    doorbell.home_reader().finds("heading", "Settings")?;
    assert_eq!(person.windows_titled(CLASS, HOME_TITLE), [home]);
    assert_eq!(person.focused(), Some(working));
    wait_for_web_processes(2)?;

    person.closes(home)?;
    person.sees_no_window(CLASS)?;
    wait_for_web_processes(1)?;

    doorbell.opens_home("sources")?;
    doorbell.home_reader().finds("heading", "Sources")?;
    assert_eq!(person.windows_titled(CLASS, HOME_TITLE).len(), 1);
    Ok(())
}

#[test]
fn home_recovers_its_page_after_a_web_process_crash() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    doorbell.opens_home("settings")?;
    let reader = doorbell.home_reader();
    reader.finds("heading", "Settings")?;
    let web_processes = || children(doorbell.process.id(), WEB_PROCESS);
    let killed = web_processes();
    for process in &killed {
        output(
            doorbell
                .desktop
                .command("kill")
                .args(["-KILL", &process.to_string()]),
        )?;
    }
    wait_until("new web processes", TIMEOUT, || {
        let processes = web_processes();
        !processes.is_empty() && processes.iter().all(|process| !killed.contains(process))
    })?;
    reader.finds("heading", "Settings").map(drop)
}
