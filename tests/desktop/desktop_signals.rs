//! Detection of lock, screen share, do-not-disturb and resume from bus signals, genuine and forged.

use anyhow::Result;
use doorbell_tests::app::Build;
use doorbell_tests::asker::Asker;
use doorbell_tests::process::{ChildProcess, output};
use doorbell_tests::session::{
    GNOME, Locker, LoginManager, Shell, set_do_not_disturb, set_gnome_do_not_disturb,
};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};

#[test]
fn lock_screen_share_and_do_not_disturb_are_detected() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let doorbell = start(&desktop)?;

    set_do_not_disturb(&desktop, true)?;
    wait_for_event(&doorbell, "Quiet(Some(DoNotDisturb))")?;
    let shell = Shell::start(&desktop)?;
    let sharing = shell.shares()?;
    wait_for_event(&doorbell, "Quiet(Some(Shared))")?;
    let locker = Locker::start(&desktop)?;
    locker.locks()?;
    wait_for_event(&doorbell, "Quiet(Some(Locked))")?;
    shell.stops(&sharing)?;
    locker.unlocks()?;
    wait_for_event(&doorbell, "Quiet(Some(DoNotDisturb))")?;
    set_do_not_disturb(&desktop, false)?;
    wait_for_event(&doorbell, "Quiet(None)")?;

    // A locker that has exited no longer locks.
    locker.locks()?;
    wait_for_event(&doorbell, "Quiet(Some(Locked))")?;
    drop(locker);
    wait_for_event(&doorbell, "Quiet(None)")
}

#[test]
fn gnome_do_not_disturb_is_detected() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    set_gnome_do_not_disturb(&desktop, true)?;
    let doorbell = start(&desktop)?;
    wait_for_event(&doorbell, "Quiet(Some(DoNotDisturb))")?;
    set_gnome_do_not_disturb(&desktop, false)?;
    wait_for_event(&doorbell, "Quiet(None)")
}

#[test]
fn login_manager_lock_and_resume_are_detected() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let login = LoginManager::start(&desktop)?;
    login.sets_locked_hint(true)?;
    let doorbell = start(&desktop)?;
    wait_for_event(&doorbell, "Quiet(Some(Locked))")?;
    login.sets_locked_hint(false)?;
    wait_for_event(&doorbell, "Quiet(None)")?;
    login.sleeps_and_wakes()?;
    wait_for_event(&doorbell, "Woke")
}

#[test]
fn forged_signals_are_ignored() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let login = LoginManager::start(&desktop)?;
    let locker = Locker::start(&desktop)?;
    let doorbell = start(&desktop)?;
    let forge = |path: &str, signal: &str, value: &str| {
        output(
            desktop
                .command("gdbus")
                .args(["emit", "--session", "--object-path", path])
                .args(["--signal", signal, value]),
        )
    };
    forge(
        "/org/freedesktop/ScreenSaver",
        "org.freedesktop.ScreenSaver.ActiveChanged",
        "true",
    )?;
    forge(
        "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager.PrepareForSleep",
        "false",
    )?;
    // Signals that arrive together may be handled in any order. After the second genuine round, all
    // earlier signals have been handled.
    for _ in 0..2 {
        locker.locks()?;
        wait_for_event(&doorbell, "Quiet(Some(Locked))")?;
        locker.unlocks()?;
        wait_for_event(&doorbell, "Quiet(None)")?;
        login.sleeps_and_wakes()?;
        wait_for_event(&doorbell, "Woke")?;
    }
    let genuine = ["Quiet(Some(Locked))", "Quiet(None)", "Woke"].repeat(2);
    assert_eq!(logged_events(&doorbell), genuine);
    Ok(())
}

fn start(desktop: &VirtualDesktop) -> Result<ChildProcess> {
    let mut command = Build::Plain.command(desktop)?;
    command.env("DOORBELL_LOG", "doorbell_desktop=debug");
    command.envs(GNOME);
    let doorbell = desktop.start_process("doorbell", command)?;
    Asker::greet(&desktop.socket())?;
    wait_until("the bus connection", TIMEOUT, || {
        doorbell.whole_log().contains("a bus is listened to")
    })?;
    Ok(doorbell)
}

/// Waits until this is the last event.
fn wait_for_event(doorbell: &ChildProcess, expected: &str) -> Result<()> {
    wait_until(&format!("the event {expected}"), TIMEOUT, || {
        let events = logged_events(doorbell);
        anyhow::ensure!(
            events.last().is_some_and(|last| last == expected),
            "{events:?}"
        );
        Ok(())
    })
}

fn logged_events(doorbell: &ChildProcess) -> Vec<String> {
    doorbell
        .whole_log()
        .lines()
        .filter_map(|line| line.split_once("the desktop says "))
        .map(|(_, event)| event.trim().to_owned())
        .collect()
}
