//! `cargo xtask test --package`: the packages, installed where nothing else is.
//!
//! What happens in the small Debian is told by the scripts in `xtask/trial`, one a step.

mod debian;
mod rules;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::packages;
use crate::steps::{Step, run as run_steps};
use debian::Root;

/// Where a step finds what it needs, and leaves what is to be kept.
const EXCHANGE: &str = "exchange";

/// Makes the packages and tries them.
pub fn run() -> Result<()> {
    run_steps(&[
        Step::new("packages", "system packages", &[], || {
            packages::ensure(&[packages::BUILD, packages::PACKAGE, packages::TRIAL])
        }),
        Step::new("make", "packages", &["packages"], || {
            super::make().map(drop)
        }),
        Step::new(
            "scripts",
            "scripts and entries",
            &["make"],
            rules::scripts_and_entries,
        ),
        Step::new(
            "rules",
            "Debian's rules for packages",
            &["make"],
            rules::lintian,
        ),
        Step::new("debian", "a small Debian", &["make"], prepare),
        Step::new("installs", "apt brings all it needs", &["debian"], || {
            Root::last().run("installs.sh")
        }),
        Step::new("shows", "a question shows", &["installs"], shows),
        Step::new("stops", "removal stops while paired", &["installs"], || {
            Root::last().run("stops.sh")
        }),
        Step::new("leaves", "removal leaves nothing", &["stops"], || {
            Root::last().run("leaves.sh")
        }),
        Step::new(
            "archive",
            "the archive installs and goes",
            &["leaves"],
            || Root::last().run("archive.sh"),
        ),
        Step::new("clean", "the small Debian goes", &["debian"], || {
            Root::last().remove()
        }),
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
