//! Pinned third-party MCP servers for the tests.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{command, npm_ci, read_stdout, run as run_command};
use crate::{packages, workspace};

/// `cargo xtask servers`.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::SCRIPTS])?;
    install()
}

/// Installs tests/servers from its lock files, unless they are unchanged.
pub fn install() -> Result<()> {
    node_packages()?;
    python_packages()
}

fn node_packages() -> Result<()> {
    let packages = folder().join("node_modules");
    let lock = fs::read_to_string(folder().join("package-lock.json"))?;
    install_unless_current(packages.join("installed-lock"), &lock, || npm_ci(&folder()))
}

/// Installs into a virtual environment. Only wheels are accepted, so that no package code runs here.
fn python_packages() -> Result<()> {
    let environment = workspace::output().join("python");
    let requirements = folder().join("requirements.txt");
    // A virtual environment is tied to its interpreter.
    let interpreter = read_stdout(
        command("python3").args(["-c", "import sys; print(sys.base_prefix, sys.version)"]),
    )?;
    let lock = interpreter + &fs::read_to_string(&requirements)?;
    install_unless_current(environment.join("installed-lock"), &lock, || {
        if environment.exists() {
            fs::remove_dir_all(&environment)?;
        }
        run_command(command("python3").args(["-m", "venv"]).arg(&environment))?;
        run_command(
            command(environment.join("bin/python"))
                .args(["-m", "pip", "install", "--quiet"])
                .args(["--disable-pip-version-check", "--no-deps"])
                .args(["--require-hashes", "--only-binary", ":all:"])
                .arg("--requirement")
                .arg(&requirements),
        )
    })
}

fn folder() -> PathBuf {
    workspace::root().join("tests/servers")
}

/// The stamp file holds the lock of the last complete installation.
fn install_unless_current(
    stamp_file: PathBuf,
    lock: &str,
    install: impl FnOnce() -> Result<()>,
) -> Result<()> {
    if fs::read_to_string(&stamp_file).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    install()?;
    fs::write(&stamp_file, lock).with_context(|| stamp_file.display().to_string())
}
