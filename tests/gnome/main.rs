//! Doorbell on GNOME under Wayland, installed as an app.

mod app_grid;
mod appearance;
mod arrival;
mod input_origin;
mod quiet;

use anyhow::Result;
use doorbell_tests::app::{Build, Doorbell, picture};
use doorbell_tests::gnome::{self, Shell, Window, waits_until_ready};
use doorbell_tests::virtual_desktop::VirtualDesktop;
use serde_json::{Value, json};

/// A GNOME desktop with Doorbell in its app grid.
fn start_desktop() -> Result<VirtualDesktop> {
    VirtualDesktop::start_gnome(&Build::Plain.desktop()?)
}

/// A GNOME desktop on which Doorbell runs, without a window.
fn start_doorbell() -> Result<Doorbell> {
    Doorbell::start_on(start_desktop()?, Build::Plain)
}

/// Presses the notification and waits for the question's window.
fn opens_question(doorbell: &Doorbell) -> Result<Window> {
    let shell = doorbell.desktop.shell()?;
    shell.presses_banner()?;
    let window = sees_question(shell)?;
    waits_until_ready(&doorbell.desktop, &window.title)?;
    Ok(window)
}

/// Waits until the question's window has the keyboard.
fn sees_question(shell: &Shell) -> Result<Window> {
    shell.waits_for_focus("the question", |window| window.app == gnome::APP)
}

/// Keeps a screenshot for review.
fn photographs(desktop: &VirtualDesktop, name: &str) -> Result<()> {
    desktop.photograph(&picture("gnome", name)?)
}

/// A form with one required text field.
fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"]
    })
}
