//! On Wayland, where no app can promise to leave the keyboard alone, a question comes as a
//! notification, and its window when it is asked for.

use anyhow::Result;
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS};
use doorbell_tests::asker::Asker;
use doorbell_tests::notifications::{presses, sees};
use doorbell_tests::process::Running;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{A_WHILE, PATIENCE, never, wait_until};

use crate::questions;

const SOCKET: &str = "wayland-doorbell";

#[test]
fn a_question_comes_as_a_notification_and_its_window_on_a_press() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let _compositor = start_compositor(&desktop)?;
    let mut command = desktop.command(Build::Plain.desktop()?);
    command
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", SOCKET)
        .env("XDG_SESSION_TYPE", "wayland");
    let _doorbell = desktop.start_process("doorbell", command)?;
    let mut asker = Asker::greet(&desktop.socket())?;

    asker.ask("Who is there?", &questions::name())?;
    sees(&desktop, "the question", |note| {
        note.body.ends_with("Who is there?")
    })?;
    never("the window came unasked", A_WHILE, || is_shown(&desktop))?;
    presses(&desktop, "Answer")?;
    wait_until("the window", PATIENCE, || is_shown(&desktop))
}

/// A Wayland compositor without a monitor.
fn start_compositor(desktop: &VirtualDesktop) -> Result<Running> {
    let mut weston = desktop.command("weston");
    weston
        .args(["--backend=headless-backend.so", "--use-pixman"])
        .arg(format!("--socket={SOCKET}"));
    let running = desktop.start_process("weston", weston)?;
    let socket = desktop.home().join("run").join(SOCKET);
    wait_until("a Wayland compositor", PATIENCE, || socket.exists())?;
    Ok(running)
}

/// Whether a screen reader would find the question window on the screen.
fn is_shown(desktop: &VirtualDesktop) -> bool {
    accessibility::tree(desktop, CLASS).is_ok_and(|tree| {
        let windows = tree.all().into_iter().filter(|node| node.role == "frame");
        windows.into_iter().any(|window| window.is("showing"))
    })
}
