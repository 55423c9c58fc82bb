//! `cargo xtask test --package`: the packages, installed where nothing else is.
//!
//! What happens in the small Debian is told by the scripts in `xtask/trial`, one a step.

mod debian;
mod rules;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::packages;
use crate::steps::{run as run_steps, step};
use debian::Root;

/// Where a step finds what it needs, and leaves what is to be kept.
const EXCHANGE: &str = "exchange";

/// Makes the packages and tries them.
pub fn run() -> Result<()> {
    run_steps(&[
        step("system packages", || {
            packages::ensure(&[packages::BUILD, packages::PACKAGE, packages::TRIAL])
        }),
        step("packages", || super::make().map(drop)),
        step("scripts and entries", rules::scripts_and_entries),
        step("Debian's rules for packages", rules::lintian),
        step("a small Debian", prepare),
        step("apt brings all it needs", || {
            Root::last().run("installs.sh")
        }),
        step("a question shows", shows),
        step("removal stops while paired", || {
            Root::last().run("stops.sh")
        }),
        step("removal leaves nothing", || Root::last().run("leaves.sh")),
        step("the archive installs and goes", || {
            Root::last().run("archive.sh")
        }),
        step("the small Debian goes", || Root::last().remove()),
    ])
}

/// A new root with the packages in it.
fn prepare() -> Result<()> {
    let exchange = exchange();
    fs::create_dir_all(&exchange)?;
    for (made, name) in [
        (super::deb::place()?, "doorbell.deb"),
        (super::tarball::place(), "doorbell.tar.gz"),
    ] {
        fs::copy(&made, exchange.join(name)).with_context(|| made.display().to_string())?;
    }
    Root::fresh()?.run("prepares.sh")
}

fn shows() -> Result<()> {
    Root::last().run("shows.sh")?;
    println!("{}", exchange().join("question.png").display());
    Ok(())
}

fn folder() -> PathBuf {
    super::folder().join("trial")
}

fn exchange() -> PathBuf {
    folder().join(EXCHANGE)
}
