//! On Wayland, where no app can promise to leave the keyboard alone, a question comes as a
//! notification, and its window when it is asked for.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{APPLICATION, Build, CLASS, LOG, LOGGED, has_shown_no_question};
use doorbell_tests::asker::Asker;
use doorbell_tests::notifications::{presses, sees};
use doorbell_tests::process::{Running, output};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Value, json};

use crate::questions;

const SOCKET: &str = "wayland-doorbell";

#[test]
fn a_question_comes_as_a_notification_and_its_window_on_a_press() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let _compositor = start_compositor(&desktop)?;
    let mut command = on_wayland(&desktop, Build::Plain.desktop()?);
    command.env(LOG, LOGGED);
    let _doorbell = desktop.start_process(APPLICATION, command)?;
    let mut asker = Asker::greet(&desktop.socket())?;

    asker.ask("Who is there?", &questions::name())?;
    sees(&desktop, "the question", |note| {
        note.body.ends_with("Who is there?")
    })?;
    has_shown_no_question(&desktop)?;
    assert!(!is_shown(&desktop), "the window came unasked");
    presses(&desktop, "Answer")?;
    wait_until("the window", PATIENCE, || is_shown(&desktop))
}

/// Claude Code starts its hook while no Doorbell runs: the hook starts it and asks. Of a Wayland
/// display it cannot be told whether a person sits before it, so this one will do.
#[test]
fn a_hook_starts_doorbell_and_its_question_is_shown_and_taken_back() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let _compositor = start_compositor(&desktop)?;
    let session = "c99896da";
    let asked = json!({
        "hook_event_name": "Elicitation", "session_id": session, "mcp_server_name": "probe",
        "message": "Who is there?", "mode": "form", "requested_schema": questions::name(),
    });
    let over = json!({"hook_event_name": "Stop", "session_id": session});
    let mut hook = starts_hook(&desktop, &asked)?;
    sees(&desktop, "the question", |note| {
        note.body.ends_with("Who is there?")
    })?;
    let ended = starts_hook(&desktop, &over)?.wait_with_output()?;
    assert!(
        ended.status.success() && ended.stdout.is_empty(),
        "{ended:?}"
    );
    wait_until("the hook to end", PATIENCE, || {
        hook.try_wait().is_ok_and(|ended| ended.is_some())
    })?;
    let ended = hook.wait_with_output()?;
    let mut stop = on_wayland(&desktop, Build::Plain.command_line()?);
    output(stop.args(["stop", "--force"]))?;
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "{}\n", "{ended:?}");
    assert_eq!(ended.status.code(), Some(0));
    Ok(())
}

fn starts_hook(desktop: &VirtualDesktop, said: &Value) -> Result<Child> {
    let mut command = on_wayland(desktop, Build::Plain.command_line()?);
    command.args(["hook", "claude-code"]).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("its input")?;
    input.write_all(said.to_string().as_bytes())?;
    Ok(child)
}

fn on_wayland(desktop: &VirtualDesktop, program: PathBuf) -> Command {
    let mut command = desktop.command(program);
    command
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", SOCKET)
        .env("XDG_SESSION_TYPE", "wayland");
    command
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
