//! What Doorbell hears of the desktop it runs on: real signals on a real bus, forged ones too.

use anyhow::Result;
use doorbell_tests::app::Build;
use doorbell_tests::asker::Asker;
use doorbell_tests::process::{Running, output};
use doorbell_tests::session::{
    GNOME, Locker, LoginManager, Shell, set_do_not_disturb, set_gnome_do_not_disturb,
};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};

#[test]
fn the_lock_the_sharing_and_the_wish_for_quiet_are_heard() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let doorbell = start(&desktop)?;

    set_do_not_disturb(&desktop, true)?;
    hears(&doorbell, "Quiet(Some(DoNotDisturb))")?;
    let shell = Shell::start(&desktop)?;
    let sharing = shell.shares()?;
    hears(&doorbell, "Quiet(Some(Shared))")?;
    let locker = Locker::start(&desktop)?;
    locker.locks()?;
    hears(&doorbell, "Quiet(Some(Locked))")?;
    shell.stops(&sharing)?;
    locker.unlocks()?;
    hears(&doorbell, "Quiet(Some(DoNotDisturb))")?;
    set_do_not_disturb(&desktop, false)?;
    hears(&doorbell, "Quiet(None)")?;

    // A locker that is gone locks nothing.
    locker.locks()?;
    hears(&doorbell, "Quiet(Some(Locked))")?;
    drop(locker);
    hears(&doorbell, "Quiet(None)")
}

#[test]
fn what_gnome_keeps_in_its_settings_is_heard() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    set_gnome_do_not_disturb(&desktop, true)?;
    let doorbell = start(&desktop)?;
    hears(&doorbell, "Quiet(Some(DoNotDisturb))")?;
    set_gnome_do_not_disturb(&desktop, false)?;
    hears(&doorbell, "Quiet(None)")
}

#[test]
fn the_login_manager_is_heard() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let login = LoginManager::start(&desktop)?;
    login.hints_locked(true)?;
    let doorbell = start(&desktop)?;
    hears(&doorbell, "Quiet(Some(Locked))")?;
    login.hints_locked(false)?;
    hears(&doorbell, "Quiet(None)")?;
    login.sleeps_and_wakes()?;
    hears(&doorbell, "Woke")
}

#[test]
fn forged_signals_are_not_believed() -> Result<()> {
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
    // Genuine ones on the same buses. What came together may be looked into in any order, but the
    // second time everything from before the first has been.
    for _ in 0..2 {
        locker.locks()?;
        hears(&doorbell, "Quiet(Some(Locked))")?;
        locker.unlocks()?;
        hears(&doorbell, "Quiet(None)")?;
        login.sleeps_and_wakes()?;
        hears(&doorbell, "Woke")?;
    }
    let genuine = ["Quiet(Some(Locked))", "Quiet(None)", "Woke"].repeat(2);
    assert_eq!(heard(&doorbell), genuine);
    Ok(())
}

fn start(desktop: &VirtualDesktop) -> Result<Running> {
    let mut command = Build::Plain.command(desktop)?;
    command.env("DOORBELL_LOG", "doorbell_desktop=debug");
    command.envs(GNOME);
    let running = desktop.start_process("doorbell", command)?;
    Asker::greet(&desktop.socket())?;
    wait_until("the bus to be listened to", PATIENCE, || {
        running.whole_log().contains("a bus is listened to")
    })?;
    Ok(running)
}

/// Waits until this is the last that was heard.
fn hears(doorbell: &Running, wanted: &str) -> Result<()> {
    wait_until(&format!("{wanted} to be heard"), PATIENCE, || {
        let heard = heard(doorbell);
        anyhow::ensure!(heard.last().is_some_and(|last| last == wanted), "{heard:?}");
        Ok(())
    })
}

fn heard(doorbell: &Running) -> Vec<String> {
    doorbell
        .whole_log()
        .lines()
        .filter_map(|line| line.split_once("the desktop says "))
        .map(|(_, said)| said.trim().to_owned())
        .collect()
}
