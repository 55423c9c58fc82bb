//! Without a tray, Doorbell is opened like any other app.

use anyhow::{Context, Result, bail, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS};
use doorbell_tests::asker::Asker;
use doorbell_tests::gnome::{self, HOME, set, waits_until_ready};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::Value;

use crate::{name_form, opens_question, photographs, start_desktop, start_doorbell};

/// Debian's name of the extension.
const TRAY: &str = "['ubuntu-appindicators@ubuntu.com']";

#[test]
fn app_opens_home_whether_it_runs_or_not() -> Result<()> {
    let desktop = start_desktop()?;
    let shell = desktop.shell()?;
    for _ in ["it is started", "it runs"] {
        shell.launches(gnome::APP)?;
        let home = shell.waits_for_focus("Home", |window| window.title == HOME)?;
        assert_eq!(
            (home.app.as_str(), home.icon.as_str()),
            (gnome::APP, "doorbell")
        );
        waits_until_ready(&desktop, HOME)?;
        Asker::greet(&desktop.socket())?;
        photographs(&desktop, "home")?;
        // Doorbell keeps running.
        shell.presses("alt+F4")?;
        shell.waits_for_no_window()?;
    }
    let mut stop = desktop.command(Build::Plain.command_line()?);
    output(stop.args(["stop", "--force"])).map(drop)
}

/// Home has the keyboard, so it may pass it on.
#[test]
fn home_brings_a_covered_question_by_keyboard() -> Result<()> {
    let doorbell = start_doorbell()?;
    let (desktop, shell) = (&doorbell.desktop, doorbell.desktop.shell()?);
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &name_form())?;
    opens_question(&doorbell)?;
    let mut open = desktop.command(Build::Plain.command_line()?);
    output(open.args(["open", "waiting"]))?;
    shell.waits_for_focus("Home", |window| window.title == HOME)?;
    waits_until_ready(desktop, HOME)?;
    wait_until("the focus on Show", TIMEOUT, || {
        let tree = accessibility::tree(desktop, CLASS)?;
        let show = tree.find("push button", "Show").context("no Show")?;
        if !show.is("focused") {
            shell.presses("Tab")?;
            bail!("it is elsewhere");
        }
        Ok(())
    })?;
    shell.presses("Return")?;
    shell.waits_for_focus("the question", |window| {
        window.app == gnome::APP && window.title != HOME
    })?;
    Ok(())
}

#[test]
fn tray_is_missing_until_the_extension_is_there() -> Result<()> {
    let doorbell = start_doorbell()?;
    let desktop = &doorbell.desktop;
    waits_for_tray(desktop, "warns")?;
    set(desktop, "org.gnome.shell", "enabled-extensions", TRAY)?;
    waits_for_tray(desktop, "holds")?;
    photographs(desktop, "tray")
}

/// Waits for what doctor says about the tray.
fn waits_for_tray(desktop: &VirtualDesktop, how: &str) -> Result<()> {
    wait_until("what doctor says of the tray", TIMEOUT, || {
        let mut command = desktop.command(Build::Plain.command_line()?);
        let report: Value = serde_json::from_str(&output(command.args(["doctor", "--json"]))?)?;
        let mut steps = report["steps"].as_array().context("a list")?.iter();
        let tray = steps.find(|step| step["step"] == "Tray");
        let tray = tray.context("no such step")?;
        ensure!(tray["how"] == how, "{tray}");
        Ok(())
    })
}
