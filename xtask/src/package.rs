//! `cargo xtask package`: what people install, as a Debian package and as a plain archive.

mod contents;
mod deb;
mod documents;
mod notices;
mod project;
mod tarball;
mod tree;
pub mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{cargo, run as run_command};
use crate::{packages, workspace};
use project::Project;

/// What was made.
pub struct Made {
    /// The Debian package.
    pub deb: PathBuf,
    /// The archive.
    pub tarball: PathBuf,
}

/// Makes both and says where they are.
pub fn run() -> Result<()> {
    let made = make()?;
    for file in [&made.deb, &made.tarball] {
        println!("{:>8} KiB  {}", size(file)?.div_ceil(1024), file.display());
    }
    Ok(())
}

/// Builds the programs for speed and packs them.
pub fn make() -> Result<Made> {
    packages::ensure(&[packages::BUILD, packages::PACKAGE])?;
    println!("Building Doorbell for release. The first time this takes many minutes.");
    run_command(cargo().args([
        "build",
        "--release",
        "--locked",
        "-p",
        "doorbell-desktop",
        "-p",
        "doorbell-cli",
    ]))?;
    let project = Project::read()?;
    Ok(Made {
        deb: deb::make(&project)?,
        tarball: tarball::make(&project)?,
    })
}

/// Where packages are made and left.
fn folder() -> PathBuf {
    workspace::output().join("package")
}

/// What is in the repository for packages alone.
fn sources() -> PathBuf {
    workspace::root().join("packaging")
}

fn read_source(path: &str) -> Result<String> {
    fs::read_to_string(sources().join(path)).with_context(|| format!("packaging/{path}"))
}

fn size(file: &Path) -> Result<u64> {
    let metadata = fs::metadata(file).with_context(|| file.display().to_string())?;
    Ok(metadata.len())
}
