//! Doorbell uses a virtual display only with `--virtual`, and shows that it does.

use std::process::Command;

use anyhow::{Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, HOME_TITLE, QUESTION_TITLE};
use doorbell_tests::process::output;
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};

use crate::questions;

/// `EX_UNAVAILABLE` of sysexits.h.
const EX_UNAVAILABLE: i32 = 69;
const REFUSAL: &str = "this is a virtual or remote display (Xvfb), so nobody may see the question; \
                       run `doorbell start --virtual` to use it anyway";

#[test]
fn virtual_display_is_refused_without_its_flag() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let application = || Ok::<_, anyhow::Error>(desktop.command(Build::Plain.desktop()?));
    let with_wayland_variable = || {
        let mut command = application()?;
        // GTK falls back to X11 if the compositor does not exist.
        command.env("WAYLAND_DISPLAY", "nothing-here");
        Ok::<_, anyhow::Error>(command)
    };
    for command in [application()?, with_wayland_variable()?] {
        let mut refused = desktop.start_process("refused", command)?;
        assert_eq!(refused.wait()?, Some(EX_UNAVAILABLE));
        ensure!(refused.log().contains(REFUSAL), "{}", refused.log());
        assert!(!desktop.socket().exists(), "it must not listen");
    }

    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, tray) = (doorbell.person(), Tray::start(&doorbell.desktop)?);
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let question = person.sees_titled(CLASS, QUESTION_TITLE)?;
    let title = person.reads_title(question)?;
    assert!(
        title.ends_with(": Who is there? (virtual display)"),
        "{title}"
    );
    let home = doorbell.opens_home("waiting")?;
    assert_eq!(person.reads_title(home)?, HOME_TITLE);
    tray.shows("the tooltip", |item| item.tip == "virtual display")
        .map(drop)
}

#[test]
fn command_line_starts_on_virtual_display_only_with_its_flag() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let doorbell = |arguments: &[&str]| {
        let mut command = desktop.command(Build::Plain.command_line()?);
        command.args(arguments);
        Ok::<Command, anyhow::Error>(command)
    };
    for arguments in [&["ask", "-m", "Really?", "--confirm"][..], &["start"]] {
        let mut refused = desktop.start_process("refused", doorbell(arguments)?)?;
        assert_eq!(refused.wait()?, Some(EX_UNAVAILABLE), "{arguments:?}");
        assert_eq!(refused.log().trim(), format!("doorbell: {REFUSAL}"));
    }
    assert!(!desktop.socket().exists(), "nothing was started");

    output(&mut doorbell(&["start", "--virtual"])?)?;
    let status = output(&mut doorbell(&["status"])?)?;
    assert!(status.contains(" on a virtual display; "), "{status}");
    // A restart keeps the flag.
    output(&mut doorbell(&["restart"])?)?;
    let status = output(&mut doorbell(&["status"])?)?;
    assert!(status.contains(" on a virtual display; "), "{status}");
    output(&mut doorbell(&["stop"])?).map(drop)
}

#[test]
fn virtual_display_is_refused_under_its_other_names() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let number = desktop.display().trim_start_matches(':');
    let socket = format!("/tmp/.X11-unix/X{number}");
    for display in [
        socket.clone(),
        format!("{socket}.0"),
        format!("unix:{socket}"),
        format!("localhost:{number}"),
        format!("host/unix:{number}"),
    ] {
        let mut command = desktop.command(Build::Plain.command_line()?);
        command.arg("start").env("DISPLAY", &display);
        let mut refused = desktop.start_process("refused", command)?;
        assert_eq!(refused.wait()?, Some(EX_UNAVAILABLE), "{display}");
        let log = refused.log();
        ensure!(
            log.contains("nobody may see the question"),
            "{display}: {log}"
        );
    }
    assert!(!desktop.socket().exists(), "nothing was started");
    Ok(())
}
