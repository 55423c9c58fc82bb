//! `cargo xtask package`: what people install, as a Debian package and as a plain archive.
//!
//! `src-tauri/Cargo.toml` lists what is in the package, for cargo-deb.

pub mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{cargo, command, read, run};
use crate::{packages, tools, workspace};

/// All of the workspace has one version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was made.
pub struct Made {
    /// The Debian package.
    pub deb: PathBuf,
    /// The archive.
    pub archive: PathBuf,
}

/// Makes both and says where they are.
pub fn make_and_list() -> Result<()> {
    let made = make()?;
    for file in [&made.deb, &made.archive] {
        let size = fs::metadata(file)?.len().div_ceil(1024);
        println!("{size:>8} KiB  {}", file.display());
    }
    Ok(())
}

/// Builds the programs for release and packs them.
pub fn make() -> Result<Made> {
    packages::ensure(&[packages::BUILD, packages::PACKAGE])?;
    println!("Building Doorbell for release. The first time this takes many minutes.");
    run(cargo().args(["build", "--release", "--locked"]).args([
        "-p",
        "doorbell-desktop",
        "-p",
        "doorbell-cli",
    ]))?;
    let changed = changed()?;
    write_generated(&generated(), &changed)?;

    fs::create_dir_all(folder())?;
    let told = read(
        tools::DEB
            .command()?
            .args(["--no-build", "--locked", "-p", "doorbell-desktop"])
            .arg("--output")
            .arg(folder())
            .env("SOURCE_DATE_EPOCH", &changed),
    )?;
    let deb = PathBuf::from(told.trim());
    let name = format!("doorbell-{VERSION}-{}-linux", std::env::consts::ARCH);
    let archive = folder().join(format!("{name}.tar.gz"));
    run(command("sh")
        .arg(sources().join("archive.sh"))
        .args([&deb, &folder().join("archive").join(name), &archive])
        .env("SOURCE_DATE_EPOCH", &changed))?;
    Ok(Made { deb, archive })
}

/// Where packages are made and left.
fn folder() -> PathBuf {
    workspace::output().join("package")
}

/// What is in the repository for packages alone.
fn sources() -> PathBuf {
    workspace::root().join("packaging")
}

/// What is written for the package. cargo-deb knows this folder wherever cargo's own is.
fn generated() -> PathBuf {
    workspace::target().join("release/package")
}

/// When the sources were last changed: a package made twice of the same sources is the same.
fn changed() -> Result<String> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(given);
    }
    let told = read(command("git").args(["log", "-1", "--format=%ct"]))?;
    Ok(told.trim().to_owned())
}

fn write_generated(folder: &Path, changed: &str) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    run(cargo()
        .args(["run", "--quiet", "--locked", "-p", "doorbell-cli"])
        .args(["--example", "man-pages", "--"])
        .arg(folder.join("man")))?;
    let doorbell = workspace::target().join("release/doorbell");
    for shell in ["bash", "zsh", "fish"] {
        let script = read(command(&doorbell).args(["completions", shell]))?;
        fs::write(folder.join(format!("doorbell.{shell}")), script)?;
    }

    let date = read(
        command("date")
            .args(["--utc", "--rfc-email", "--date"])
            .arg(format!("@{changed}"))
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
    // The entry for everyone is switched off: whether Doorbell starts at login is each person's own
    // choice, and `doorbell start --at-login on` overrides this. Doorbell knows its entries by the
    // second line.
    let off = format!("{entry}Hidden=true\nX-Doorbell-Version={VERSION}\n");
    fs::write(folder.join("autostart.desktop"), off)?;
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
