//! `cargo xtask run`: from a clone to a first question on the screen.

use anyhow::Result;

use crate::command::{command, run as run_command};
use crate::{binaries, packages};

/// Builds Doorbell and rings it once: on the screen there is, or on a virtual one.
pub fn run() -> Result<()> {
    let screen = ["WAYLAND_DISPLAY", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if screen { ring() } else { ring_unseen() }
}

/// The command line starts the desktop, which stays.
fn ring() -> Result<()> {
    packages::ensure(&[packages::BUILD])?;
    println!("Building Doorbell. The first time this takes several minutes.");
    binaries::plain_alone()?;

    let doorbell = binaries::doorbell();
    println!("\nA question is on your screen. Your answer will appear here.\n");
    let status = command(&doorbell)
        .args(["ask", "--server", "cargo xtask run", "--json"])
        .args([
            "--message",
            "Welcome to Doorbell! What shall agents call you?",
        ])
        .args(["--text", "name"])
        .args(["--choice", "look=lovely,fine,needs work"])
        .args(["--yes-no", "ready"])
        .status()?;
    println!(
        "\n`doorbell ask` ended: {status}. Doorbell keeps running. Ask again with\n  \
         {0} ask --message 'Ship it?' --confirm\n\
         and end it with\n  \
         {0} stop",
        doorbell.display()
    );
    Ok(())
}

/// Without a screen: one is made, the question is shown and photographed, and all of it ends. A
/// Doorbell left on a screen nobody sees could never be answered.
fn ring_unseen() -> Result<()> {
    println!(
        "There is no screen here (DISPLAY and WAYLAND_DISPLAY are empty): making a virtual one."
    );
    packages::ensure(&[packages::BUILD, packages::DESKTOP])?;
    println!("Building Doorbell. The first time this takes several minutes.");
    binaries::plain_with_kit()?;
    run_command(&mut command(binaries::kit("first-question")))
}
