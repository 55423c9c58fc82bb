//! `cargo xtask demo`: an automated exchange, with pictures for the README.

use anyhow::Result;

use crate::command::{command, run as run_command};
use crate::{binaries, packages};

/// Drives the *plain* build with a keyboard on a virtual screen.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::DESKTOP])?;
    binaries::plain()?;
    run_command(&mut command(binaries::test_program("demo")))
}
