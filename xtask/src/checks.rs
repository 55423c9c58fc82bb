//! The checks that `cargo xtask test` runs.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::binaries::DESKTOP_FEATURES;
use crate::command::{cargo, command, npm_ci, read_stdout, run};
use crate::steps::Failures;
use crate::test::output::run_tests;
use crate::workspace;

/// Desktop tests mostly wait for other processes.
const DESKTOP_TEST_THREADS: &str = "4";

const KNOWN_GNOME: &str = "GNOME Shell 43";

/// Written into the source tree by the tests.
const GENERATED: &str = "ui/src/generated";

pub fn formatting() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// Checks the page's types against those generated from Rust, lints it and runs its unit tests.
///
/// The tools are installed outside `ui`: everything in that folder becomes part of the application.
pub fn page() -> Result<()> {
    let ui = workspace::root().join("ui");
    let tools = workspace::output().join("page-tools");
    std::fs::create_dir_all(&tools)?;
    for file in ["package.json", "package-lock.json"] {
        std::fs::copy(ui.join(file), tools.join(file)).context(file)?;
    }
    npm_ci(&tools)?;
    let packages = tools.join("node_modules");
    let node = || {
        let mut node = command("node");
        node.current_dir(&ui);
        node
    };
    run(node().arg(packages.join("typescript/bin/tsc")))?;
    run(node()
        .arg(packages.join("@biomejs/biome/bin/biome"))
        .args(["ci", "--error-on-warnings"]))?;
    run(node().args(["--test", "--test-reporter=spec"]))
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

/// All tests except those of the `tests` crate. The workspace has no documentation tests.
pub fn unit_tests(filters: &[String]) -> Result<Failures> {
    let mut tests = cargo_test();
    tests.args(["--lib", "--bins"]);
    for name in test_targets()? {
        tests.args(["--test", &name]);
    }
    run_tests(tests.arg("--").args(filters))
}

pub fn integration_tests(filters: &[String]) -> Result<Failures> {
    build_examples()?;
    let mut tests = cargo_test();
    tests.args(["--test", "integration", "--test", "fuzz"]);
    run_tests(tests.arg("--").args(filters))
}

/// Tests that need third-party MCP servers.
pub fn interop_tests(filters: &[String]) -> Result<Failures> {
    build_examples()?;
    let mut tests = cargo_test();
    tests.args(["--features", "doorbell-tests/servers"]);
    tests.args(["--test", "integration", "--"]);
    if filters.is_empty() {
        tests.arg("interop::");
    }
    run_tests(tests.args(filters))
}

/// The integration tests start the examples.
fn build_examples() -> Result<()> {
    run(cargo().args(["build", "--locked", "--workspace", "--examples"]))
}

pub fn documentation() -> Result<()> {
    run(cargo()
        .args(["doc", "--locked", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))
}

pub fn desktop_tests(filters: &[String]) -> Result<Failures> {
    tests_on_desktops("desktop", filters)
}

/// The tests look into the shell, whose inside changes with every version.
pub fn gnome_tests(filters: &[String]) -> Result<Failures> {
    let version = read_stdout(command("gnome-shell").arg("--version"))?;
    if !version.starts_with(KNOWN_GNOME) {
        println!("skipped: the tests know {KNOWN_GNOME}, and this is {version}");
        return Ok(Failures::new());
    }
    tests_on_desktops("gnome", filters)
}

pub fn agent_tests(filters: &[String]) -> Result<Failures> {
    tests_on_desktops("agents", filters)
}

/// Each test has its own desktop, so they run in parallel.
fn tests_on_desktops(target: &str, filters: &[String]) -> Result<Failures> {
    let mut tests = cargo_test();
    tests.args(["--features", DESKTOP_FEATURES, "--test", target]);
    tests.args(["--", "--test-threads", DESKTOP_TEST_THREADS]);
    run_tests(tests.args(filters))
}

/// Always the whole workspace: a narrower selection would give dependencies other features and
/// recompile them.
fn cargo_test() -> Command {
    let mut tests = cargo();
    tests.args(["test", "--locked", "--workspace", "--no-fail-fast"]);
    tests
}

/// The names of the crates' own integration tests.
fn test_targets() -> Result<BTreeSet<String>> {
    let metadata =
        read_stdout(cargo().args(["metadata", "--locked", "--no-deps", "--format-version=1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    Ok(packages
        .filter(|package| package["name"] != "doorbell-tests")
        .flat_map(|package| package["targets"].as_array().into_iter().flatten())
        .filter(|target| target["kind"][0] == "test")
        .filter_map(|target| target["name"].as_str().map(str::to_owned))
        .collect())
}

/// The tests regenerate these files; they must equal the committed ones.
pub fn generated_files() -> Result<()> {
    if !workspace::root().join(".git").exists() {
        println!("not a git checkout, nothing to compare with");
        return Ok(());
    }
    let changed = read_stdout(command("git").args(["status", "--porcelain", "--", GENERATED]))?;
    if !changed.is_empty() {
        bail!(
            "these generated files differ from the committed ones; commit what is in {}:\n{changed}",
            workspace::root().display()
        );
    }
    Ok(())
}
