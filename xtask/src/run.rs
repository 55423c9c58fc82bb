//! `cargo xtask run`: builds Doorbell and asks a first question.

use anyhow::Result;

use crate::command::{command, run as run_command};
use crate::{binaries, packages};

pub fn run() -> Result<()> {
    let has_screen = ["WAYLAND_DISPLAY", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if has_screen {
        ask_on_screen()
    } else {
        ask_on_virtual_screen()
    }
}

/// The command line starts the desktop, which keeps running.
fn ask_on_screen() -> Result<()> {
    packages::ensure(&[packages::BUILD])?;
    println!("Building Doorbell. The first time this takes several minutes.");
    binaries::application()?;

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
        "\n`doorbell ask`: {status}. Doorbell keeps running. Ask again with\n  \
         {0} ask --message 'Ship it?' --confirm\n\
         and stop it with\n  \
         {0} stop",
        doorbell.display()
    );
    Ok(())
}

/// Takes a picture of the question and stops Doorbell: on a virtual screen nobody could answer it.
fn ask_on_virtual_screen() -> Result<()> {
    println!("No screen here (DISPLAY and WAYLAND_DISPLAY are empty): starting a virtual one.");
    packages::ensure(&[packages::BUILD, packages::DESKTOP])?;
    println!("Building Doorbell. The first time this takes several minutes.");
    binaries::application_with_test_programs()?;
    run_command(&mut command(binaries::test_program("first-question")))
}
