//! On Wayland an application cannot avoid taking the focus, so a question arrives as a notification
//! and its window opens on request.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{
    APPLICATION, Build, CLASS, LOG_FILTER, LOG_VARIABLE, check_no_question_shown,
};
use doorbell_tests::asker::Asker;
use doorbell_tests::notifications::{press_button, wait_for_notification};
use doorbell_tests::process::{ChildProcess, output};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

use crate::questions;

const SOCKET: &str = "wayland-doorbell";

#[test]
fn wayland_question_is_a_notification_that_opens_the_window() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let _compositor = start_compositor(&desktop)?;
    let mut command = on_wayland(&desktop, Build::Plain.desktop()?);
    command.env(LOG_VARIABLE, LOG_FILTER);
    let _doorbell = desktop.start_process(APPLICATION, command)?;
    let mut asker = Asker::greet(&desktop.socket())?;

    asker.ask("Who is there?", &questions::name_form())?;
    wait_for_notification(&desktop, "the question", |note| {
        note.body.starts_with("Who is there?")
    })?;
    check_no_question_shown(&desktop)?;
    assert!(
        !has_visible_window(&desktop),
        "the window must not open by itself"
    );
    press_button(&desktop, "Answer")?;
    wait_until("the window", TIMEOUT, || has_visible_window(&desktop))
}

/// The hook of Claude Code starts Doorbell and asks. Doorbell cannot detect whether a Wayland
/// display is virtual, so it accepts this one.
#[test]
fn hook_starts_doorbell_and_withdraws_its_question() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let _compositor = start_compositor(&desktop)?;
    let session = "c99896da";
    let elicitation = json!({
        "hook_event_name": "Elicitation", "session_id": session, "mcp_server_name": "probe",
        "message": "Who is there?", "mode": "form", "requested_schema": questions::name_form(),
    });
    let stop_event = json!({"hook_event_name": "Stop", "session_id": session});
    let mut hook = start_hook(&desktop, &elicitation)?;
    wait_for_notification(&desktop, "the question", |note| {
        note.body.starts_with("Who is there?")
    })?;
    let ended = start_hook(&desktop, &stop_event)?.wait_with_output()?;
    assert!(
        ended.status.success() && ended.stdout.is_empty(),
        "{ended:?}"
    );
    wait_until("the hook to end", TIMEOUT, || {
        hook.try_wait().is_ok_and(|ended| ended.is_some())
    })?;
    let ended = hook.wait_with_output()?;
    let mut stop = on_wayland(&desktop, Build::Plain.command_line()?);
    output(stop.args(["stop", "--force"]))?;
    // Claude Code would otherwise ask in the terminal, over the next prompt.
    let answer = r#"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"cancel"}}"#;
    assert_eq!(
        String::from_utf8_lossy(&ended.stdout).trim_end(),
        answer,
        "{ended:?}"
    );
    assert_eq!(ended.status.code(), Some(0));
    Ok(())
}

fn start_hook(desktop: &VirtualDesktop, event: &Value) -> Result<Child> {
    let mut command = on_wayland(desktop, Build::Plain.command_line()?);
    command.args(["hook", "claude-code"]).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("its input")?;
    input.write_all(event.to_string().as_bytes())?;
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

/// Starts a headless Wayland compositor.
fn start_compositor(desktop: &VirtualDesktop) -> Result<ChildProcess> {
    let mut weston = desktop.command("weston");
    weston
        .args(["--backend=headless-backend.so", "--use-pixman"])
        .arg(format!("--socket={SOCKET}"));
    let compositor = desktop.start_process("weston", weston)?;
    let socket = desktop.home().join("run").join(SOCKET);
    wait_until("a Wayland compositor", TIMEOUT, || socket.exists())?;
    Ok(compositor)
}

/// Whether the accessibility tree has a visible window.
fn has_visible_window(desktop: &VirtualDesktop) -> bool {
    accessibility::tree(desktop, CLASS).is_ok_and(|tree| {
        let windows = tree.all().into_iter().filter(|node| node.role == "frame");
        windows.into_iter().any(|window| window.is("showing"))
    })
}
