//! `cargo xtask package`: builds a Debian package and an archive.
//!
//! `src-tauri/Cargo.toml` lists the contents of the package, for cargo-deb.

pub mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{cargo, command, read_stdout, run};
use crate::{packages, tools, workspace};

/// All crates of the workspace have the same version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub struct Packages {
    pub deb: PathBuf,
    pub archive: PathBuf,
}

pub fn build_and_list() -> Result<()> {
    let built = build()?;
    for file in [&built.deb, &built.archive] {
        let size = fs::metadata(file)?.len().div_ceil(1024);
        println!("{size:>8} KiB  {}", file.display());
    }
    Ok(())
}

pub fn build() -> Result<Packages> {
    packages::ensure(&[packages::BUILD, packages::PACKAGE])?;
    println!("Building Doorbell for release. The first time this takes many minutes.");
    run(cargo().args(["build", "--release", "--locked"]).args([
        "-p",
        "doorbell-desktop",
        "-p",
        "doorbell-cli",
    ]))?;
    let source_date = source_date()?;
    write_generated(&generated(), &source_date)?;

    fs::create_dir_all(folder())?;
    let output = read_stdout(
        tools::DEB
            .command()?
            .args(["--no-build", "--locked", "-p", "doorbell-desktop"])
            .arg("--output")
            .arg(folder())
            .env("SOURCE_DATE_EPOCH", &source_date),
    )?;
    let deb = PathBuf::from(output.trim());
    let name = format!("doorbell-{VERSION}-{}-linux", std::env::consts::ARCH);
    let archive = folder().join(format!("{name}.tar.gz"));
    run(command("sh")
        .arg(sources().join("archive.sh"))
        .args([&deb, &folder().join("archive").join(name), &archive])
        .env("SOURCE_DATE_EPOCH", &source_date))?;
    Ok(Packages { deb, archive })
}

fn folder() -> PathBuf {
    workspace::output().join("package")
}

fn sources() -> PathBuf {
    workspace::root().join("packaging")
}

/// cargo-deb finds `target/release` wherever the target directory is.
fn generated() -> PathBuf {
    workspace::target().join("release/package")
}

/// The time of the last commit, for reproducible packages.
fn source_date() -> Result<String> {
    if let Ok(epoch) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(epoch);
    }
    let output = read_stdout(command("git").args(["log", "-1", "--format=%ct"]))?;
    Ok(output.trim().to_owned())
}

fn write_generated(folder: &Path, source_date: &str) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    run(cargo()
        .args(["run", "--quiet", "--locked", "-p", "doorbell-cli"])
        .args(["--example", "man-pages", "--"])
        .arg(folder.join("man")))?;
    let doorbell = workspace::target().join("release/doorbell");
    for shell in ["bash", "zsh", "fish"] {
        let script = read_stdout(command(&doorbell).args(["completions", shell]))?;
        fs::write(folder.join(format!("doorbell.{shell}")), script)?;
    }

    let date = read_stdout(
        command("date")
            .args(["--utc", "--rfc-email", "--date"])
            .arg(format!("@{source_date}"))
            .env("LC_ALL", "C"),
    )?;
    let fill = |source: &str, to: &str| -> Result<String> {
        let text = fs::read_to_string(sources().join(source))
            .with_context(|| format!("packaging/{source}"))?
            .replace("@BIN@", "/usr/bin")
            .replace("@VERSION@", VERSION)
            // Debian sorts a version with a tilde before the one without.
            .replace("@DEBIAN_VERSION@", &VERSION.replacen('-', "~", 1))
            .replace("@DATE@", date.trim());
        fs::write(folder.join(to), &text)?;
        Ok(text)
    };
    fill("doorbell.service", "doorbell.service")?;
    fill("doorbell-desktop.1", "man/doorbell-desktop.1")?;
    fill("debian/changelog", "changelog")?;
    let entry = fill("doorbell.desktop", "doorbell.desktop")?;
    // The system-wide entry is disabled, because the start at login is each person's choice.
    // `doorbell start --at-login on` overrides it. The second line marks the entry as Doorbell's. A start
    // at login shows no window.
    let entry = entry.replace(" --home\n", "\n");
    let disabled = format!("{entry}Hidden=true\nX-Doorbell-Version={VERSION}\n");
    fs::write(folder.join("autostart.desktop"), disabled)?;
    run(command("gzip").current_dir(folder).args([
        "-9",
        "--no-name",
        "--recursive",
        "man",
        "changelog",
    ]))?;

    run(tools::ABOUT
        .command()?
        .args(["generate", "--offline", "--locked", "--fail"])
        .args(["--config", "packaging/about.toml", "--output-file"])
        .arg(folder.join("THIRD-PARTY-NOTICES.txt"))
        .arg("packaging/about.hbs"))
}
