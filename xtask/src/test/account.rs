//! The ordinary account that the checks run as when root starts them.
//!
//! Root's home is closed to it, so it gets a copy of the tree, and of the toolchain where that is
//! closed too.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{SYSTEM_PATH, command, read, run};
use crate::packages;
use crate::workspace;

const NAME: &str = "doorbell-tests";

/// What the account takes over from root's environment; a `*` stands for any ending.
const INHERITED: &[&str] = &[
    "CI",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "TERM",
    "TZ",
    "RUST_BACKTRACE",
    "CARGO_HTTP_*",
    "CARGO_NET_*",
    "CARGO_REGISTRIES_*",
    "CARGO_TERM_*",
    "DOORBELL_*",
    "NODE_EXTRA_CA_CERTS",
    "NPM_CONFIG_*",
    "npm_config_*",
    "PIP_*",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];

/// What is not copied: built anew, or installed by the checks.
const NOT_COPIED: &[&str] = &["/target", "node_modules"];

/// The parts of a toolchain that build; its documentation is the largest part.
const TOOLCHAIN: &[&str] = &["bin", "lib", "libexec"];

/// Makes the account if it is missing, and brings its copies up to date.
pub fn prepare() -> Result<()> {
    if home().is_err() {
        println!("Creating the account {NAME}");
        run(command("useradd")
            .args(["--create-home", "--shell", "/bin/sh"])
            .args(["--comment", "Runs Doorbell's tests", NAME]))?;
    }
    let home = home()?;
    let sysroot = sysroot()?;
    if !is_usable(&sysroot) {
        let copy = home.join("toolchain");
        println!("Copying the toolchain to {}", copy.display());
        std::fs::create_dir_all(&copy)?;
        let parts = TOOLCHAIN.iter().map(|part| sysroot.join(part));
        copy_tree(parts.filter(|part| part.exists()), &copy)?;
    }
    let tree = home.join("doorbell");
    println!("Copying the tree to {}", tree.display());
    copy_tree([workspace::root().join("")], &tree)
}

/// Runs `cargo xtask test` in the account's copy.
pub fn run_checks(words: &[String]) -> Result<()> {
    let home = home()?;
    let sysroot = Some(sysroot()?)
        .filter(|sysroot| is_usable(sysroot))
        .unwrap_or_else(|| home.join("toolchain"));
    let mut checks = as_account("cargo", &home, &sysroot.join("bin"));
    checks.current_dir(home.join("doorbell"));
    checks.args(["xtask", "test"]).args(words);
    run(checks.env(packages::OVERRIDE, packages::INSTALLED))
}

/// A command that runs as the account and knows only its own home.
fn as_account(program: &str, home: &Path, toolchain: &Path) -> Command {
    let mut command = command("setpriv");
    command.env_clear();
    command.envs(std::env::vars_os().filter(|(name, _)| {
        name.to_str()
            .is_some_and(|name| INHERITED.iter().any(|pattern| matches(pattern, name)))
    }));
    command
        .env("HOME", home)
        .env("USER", NAME)
        .env("LOGNAME", NAME)
        .env("PATH", format!("{}:{SYSTEM_PATH}", toolchain.display()))
        .args([
            "--reuid",
            NAME,
            "--regid",
            NAME,
            "--init-groups",
            "--",
            program,
        ]);
    command
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

fn copy_tree(from: impl IntoIterator<Item = PathBuf>, to: &Path) -> Result<()> {
    let mut rsync = command("rsync");
    rsync.args([
        "--archive",
        "--delete",
        "--chown",
        &format!("{NAME}:{NAME}"),
    ]);
    rsync.args(NOT_COPIED.iter().map(|name| format!("--exclude={name}")));
    run(rsync.args(from).arg(to))
}

/// Where the account lives.
fn home() -> Result<PathBuf> {
    let entry = read(command("getent").args(["passwd", NAME]))?;
    let home = entry.split(':').nth(5).context("the account has no home")?;
    Ok(home.into())
}

fn sysroot() -> Result<PathBuf> {
    let sysroot = read(command("rustc").args(["--print", "sysroot"]))?;
    Ok(sysroot.trim_end().into())
}

/// Whether the account can use this toolchain where it is.
fn is_usable(sysroot: &Path) -> bool {
    let Ok(home) = home() else { return false };
    let mut cargo = as_account("test", &home, Path::new("/"));
    cargo.arg("-x").arg(sysroot.join("bin/cargo"));
    cargo.current_dir("/");
    cargo.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_ending() {
        assert!(matches("LC_*", "LC_ALL"));
        assert!(matches("CI", "CI"));
        assert!(!matches("CI", "CIRCLE"));
        assert!(!matches("LC_*", "LANG"));
    }
}
