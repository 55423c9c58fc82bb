//! `cargo xtask demo`: a whole exchange, driven by itself, with pictures for the README.

use anyhow::Result;

use crate::command::{command, run as run_command};
use crate::{binaries, packages};

/// Builds what people install and answers it with a keyboard, on a virtual screen.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::DESKTOP])?;
    binaries::plain()?;
    run_command(&mut command(binaries::kit("demo")))
}
