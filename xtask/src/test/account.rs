//! The ordinary account that runs the checks when root starts them.
//!
//! It cannot read root's home, so it gets a copy of the tree and, if needed, of the toolchain.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{SYSTEM_PATH, command, read_stdout, run};
use crate::packages;
use crate::workspace;

const ACCOUNT: &str = "doorbell-tests";

/// Variables inherited from root's environment; `*` matches any ending.
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

/// Rebuilt or reinstalled by the checks.
const NOT_COPIED: &[&str] = &["/target", "node_modules"];

/// What is needed to build; leaves out the large documentation.
const TOOLCHAIN_PARTS: &[&str] = &["bin", "lib", "libexec"];

/// Creates the account if needed, and updates its copies.
pub fn prepare() -> Result<()> {
    if home().is_err() {
        println!("Creating the account {ACCOUNT}");
        run(command("useradd")
            .args(["--create-home", "--shell", "/bin/sh"])
            .args(["--comment", "Runs Doorbell's tests", ACCOUNT]))?;
    }
    let home = home()?;
    let sysroot = sysroot()?;
    if !is_usable_by_account(&sysroot) {
        let copy = home.join("toolchain");
        println!("Copying the toolchain to {}", copy.display());
        std::fs::create_dir_all(&copy)?;
        let parts = TOOLCHAIN_PARTS.iter().map(|part| sysroot.join(part));
        copy_tree(parts.filter(|part| part.exists()), &copy)?;
    }
    let tree = home.join("doorbell");
    println!("Copying the tree to {}", tree.display());
    copy_tree([workspace::root().join("")], &tree)
}

pub fn run_checks(args: &[String]) -> Result<()> {
    let home = home()?;
    let sysroot = Some(sysroot()?)
        .filter(|sysroot| is_usable_by_account(sysroot))
        .unwrap_or_else(|| home.join("toolchain"));
    let mut checks = as_account("cargo", &home, &sysroot.join("bin"));
    checks.current_dir(home.join("doorbell"));
    checks.args(["xtask", "test"]).args(args);
    run(checks.env(packages::OVERRIDE, packages::INSTALLED))
}

/// Runs as the account, with a minimal environment.
fn as_account(program: &str, home: &Path, toolchain: &Path) -> Command {
    let mut command = command("setpriv");
    command.env_clear();
    command.envs(std::env::vars_os().filter(|(name, _)| {
        name.to_str()
            .is_some_and(|name| INHERITED.iter().any(|pattern| matches(pattern, name)))
    }));
    command
        .env("HOME", home)
        .env("USER", ACCOUNT)
        .env("LOGNAME", ACCOUNT)
        .env("PATH", format!("{}:{SYSTEM_PATH}", toolchain.display()))
        .args([
            "--reuid",
            ACCOUNT,
            "--regid",
            ACCOUNT,
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
        &format!("{ACCOUNT}:{ACCOUNT}"),
    ]);
    rsync.args(NOT_COPIED.iter().map(|name| format!("--exclude={name}")));
    run(rsync.args(from).arg(to))
}

fn home() -> Result<PathBuf> {
    let entry = read_stdout(command("getent").args(["passwd", ACCOUNT]))?;
    let home = entry.split(':').nth(5).context("the account has no home")?;
    Ok(home.into())
}

fn sysroot() -> Result<PathBuf> {
    let sysroot = read_stdout(command("rustc").args(["--print", "sysroot"]))?;
    Ok(sysroot.trim_end().into())
}

fn is_usable_by_account(sysroot: &Path) -> bool {
    let Ok(home) = home() else { return false };
    let mut test = as_account("test", &home, Path::new("/"));
    test.arg("-x").arg(sysroot.join("bin/cargo"));
    test.current_dir("/");
    test.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_matches_any_ending() {
        assert!(matches("LC_*", "LC_ALL"));
        assert!(matches("CI", "CI"));
        assert!(!matches("CI", "CIRCLE"));
        assert!(!matches("LC_*", "LANG"));
    }
}
