//! `cargo xtask demo`: pictures for the README and the design sheet.

use anyhow::Result;

use crate::command::{command, run as run_command};
use crate::{agents, binaries, packages};

/// Drives the *plain* build with a keyboard on a virtual screen. `arguments` select pictures.
pub fn run(arguments: &[&str]) -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::DESKTOP, packages::SCRIPTS])?;
    agents::install()?;
    binaries::plain()?;
    run_command(command(binaries::test_program("demo")).args(arguments))
}
