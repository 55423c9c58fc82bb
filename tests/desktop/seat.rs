//! A display that nobody need sit before: Doorbell uses it only when it is told to, and says so.

use std::process::Command;

use anyhow::{Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, HOME, QUESTION};
use doorbell_tests::process::output;
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};

use crate::questions;

/// sysexits.h: what is needed is not there.
const UNAVAILABLE: i32 = 69;
const REFUSAL: &str = "this display belongs to Xvfb, not to a person's seat; \
                       `doorbell start --virtual` uses it anyway";

#[test]
fn a_display_without_a_monitor_is_refused_unless_it_is_wanted() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let application = || Ok::<_, anyhow::Error>(desktop.command(Build::Plain.desktop()?));
    let pretending = || {
        let mut command = application()?;
        // GTK goes on to X11 where there is no such compositor.
        command.env("WAYLAND_DISPLAY", "nothing-here");
        Ok::<_, anyhow::Error>(command)
    };
    for command in [application()?, pretending()?] {
        let mut refused = desktop.start_process("refused", command)?;
        assert_eq!(refused.wait()?, Some(UNAVAILABLE));
        ensure!(refused.log().contains(REFUSAL), "{}", refused.log());
        assert!(!desktop.socket().exists(), "it listens no more");
    }

    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, tray) = (doorbell.person(), Tray::start(&doorbell.desktop)?);
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name())?;
    let question = person.sees_titled(CLASS, QUESTION)?;
    let title = person.reads_title(question)?;
    assert_eq!(title, "Doorbell (virtual display)");
    let home = doorbell.opens_home("waiting")?;
    assert_eq!(person.reads_title(home)?, HOME);
    tray.shows("the mark", |item| item.tip == "virtual display")
        .map(drop)
}

#[test]
fn the_command_line_starts_nothing_on_such_a_display_unless_it_is_told_to() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let doorbell = |arguments: &[&str]| {
        let mut command = desktop.command(Build::Plain.command_line()?);
        command.args(arguments);
        Ok::<Command, anyhow::Error>(command)
    };
    for arguments in [&["ask", "-m", "Really?", "--confirm"][..], &["start"]] {
        let mut refused = desktop.start_process("refused", doorbell(arguments)?)?;
        assert_eq!(refused.wait()?, Some(UNAVAILABLE), "{arguments:?}");
        assert_eq!(refused.log().trim(), format!("doorbell: {REFUSAL}"));
    }
    assert!(!desktop.socket().exists(), "nothing was started");

    output(&mut doorbell(&["start", "--virtual"])?)?;
    let status = output(&mut doorbell(&["status"])?)?;
    assert!(status.contains(" on a virtual display; "), "{status}");
    // One that was there is there again.
    output(&mut doorbell(&["restart"])?)?;
    let status = output(&mut doorbell(&["status"])?)?;
    assert!(status.contains(" on a virtual display; "), "{status}");
    output(&mut doorbell(&["stop"])?).map(drop)
}
