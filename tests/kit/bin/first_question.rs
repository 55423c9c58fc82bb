//! Shows a question on a virtual screen, takes a screenshot and exits.
#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask run` shows what this prints"
)]

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

fn main() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    println!("Doorbell is running on a virtual screen.");

    let mut ask = doorbell.desktop.command(Build::Plain.command_line()?);
    ask.args(["ask", "--server", "cargo xtask run", "--json"])
        .args([
            "--message",
            "Welcome to Doorbell! What shall agents call you?",
        ])
        .args(["--text", "name"])
        .args(["--choice", "look=lovely,fine,needs work"])
        .args(["--yes-no", "ready"]);
    let ask = doorbell.desktop.start_process("ask", ask)?;

    let person = doorbell.person();
    let window = person
        .sees(CLASS)
        .with_context(|| format!("doorbell ask: {}", ask.log()))?;
    wait_until("the question to be readable", TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        tree.find("push button", "Send")
            .map(drop)
            .with_context(|| tree.outline())
    })?;
    let picture = output_directory().join("first-question.png");
    person.photographs_at_rest(window, &picture)?;

    println!(
        "`doorbell ask` rang, and this is what a person would see:\n  {}\n\
         Nobody can answer on a screen nobody sees, so Doorbell was ended again. Where there is a\n\
         screen, `cargo xtask run` leaves it running. `cargo xtask demo` shows a whole exchange.",
        picture.display()
    );
    doorbell.desktop.mark_success();
    Ok(())
}
