//! The single checks `cargo xtask test` is made of.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::command::{cargo, command, read, run};
use crate::workspace;

/// The version the rules in deny.toml are written for.
const CARGO_DENY: &str = "0.20.2";

/// What the tests write into the source tree.
const GENERATED: &str = "ui/src/generated";

pub fn formatting() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// The page is plain JavaScript, checked against the types generated from Rust.
///
/// The compiler is installed outside `ui`: whatever is in there becomes part of the application.
pub fn page_types() -> Result<()> {
    let ui = workspace::root().join("ui");
    let tools = workspace::output().join("page-types");
    std::fs::create_dir_all(&tools)?;
    for file in ["package.json", "package-lock.json"] {
        std::fs::copy(ui.join(file), tools.join(file)).context(file)?;
    }
    run(command("npm").current_dir(&tools).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
    ]))?;
    run(command("node")
        .arg(tools.join("node_modules/typescript/bin/tsc"))
        .args(["-p", "ui"]))
}

/// Advisories are left out: their database is a download of its own.
pub fn dependencies() -> Result<()> {
    let deny = cargo_deny()?;
    run(command(deny).args([
        "--workspace",
        "--locked",
        "check",
        "bans",
        "licenses",
        "sources",
    ]))
}

pub fn clippy() -> Result<()> {
    run(cargo().args([
        "clippy",
        "--locked",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ]))
}

pub fn tests() -> Result<()> {
    run(cargo().args(["test", "--locked", "--workspace"]))
}

/// They start the programs that the tests above have built as examples.
pub fn interop_tests() -> Result<()> {
    run(cargo().args([
        "test",
        "--locked",
        "--workspace",
        "--features",
        "doorbell-tests/servers",
        "--test",
        "integration",
        "--",
        "interop::",
    ]))
}

pub fn documentation() -> Result<()> {
    run(cargo()
        .args(["doc", "--locked", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))
}

/// Each test makes its own virtual desktop, so they may run side by side.
pub fn desktop_tests() -> Result<()> {
    run(cargo().args([
        "test",
        "--locked",
        "--workspace",
        "--features",
        "doorbell-tests/desktop",
        "--test",
        "desktop",
    ]))
}

/// Types generated from Rust are committed; the tests above wrote them again.
pub fn generated_files() -> Result<()> {
    if !workspace::root().join(".git").exists() {
        println!("not a git checkout, nothing to compare with");
        return Ok(());
    }
    let changed = read(command("git").args(["status", "--porcelain", "--", GENERATED]))?;
    if !changed.is_empty() {
        bail!("these generated files differ from the committed ones; commit them:\n{changed}");
    }
    Ok(())
}

/// Kept in the target directory, so that nobody's own tools change.
fn cargo_deny() -> Result<PathBuf> {
    let tools = workspace::output().join(format!("cargo-deny-{CARGO_DENY}"));
    let program = tools.join("bin/cargo-deny");
    if !program.is_file() {
        println!("Installing cargo-deny {CARGO_DENY} (about two minutes, once)");
        // A debug build compiles several times faster, and the check takes a second either way.
        run(cargo()
            .args(["install", "cargo-deny", "--version", CARGO_DENY])
            .args(["--locked", "--debug", "--quiet", "--root"])
            .arg(&tools)
            .env("CARGO_TARGET_DIR", tools.join("build")))?;
        std::fs::remove_dir_all(tools.join("build"))
            .context("could not remove cargo-deny's build directory")?;
    }
    Ok(program)
}
