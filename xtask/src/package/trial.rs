//! `cargo xtask test --package`: tries the packages in a minimal Debian chroot.
//!
//! Each step there runs a script from `xtask/trial`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::{generated, sources};
use crate::command::{command, root_command, run};
use crate::steps::{Step, run as run_steps};
use crate::{packages, workspace};

pub fn try_packages() -> Result<()> {
    run_steps(&[
        Step::new("packages", "system packages", &[], || {
            packages::ensure(&[packages::BUILD, packages::PACKAGE, packages::TRIAL])
        }),
        Step::new("make", "packages", &["packages"], make),
        Step::new("scripts", "scripts and entries", &["make"], check_files),
        Step::new("rules", "Debian's rules for packages", &["make"], lintian),
        Step::new("debian", "a small Debian", &["make"], prepare),
        Step::new("installs", "apt brings all it needs", &["debian"], || {
            enter("install_package.sh")
        }),
        Step::new("shows", "a question shows", &["installs"], show_question),
        Step::new(
            "stops",
            "removal stops while connected",
            &["installs"],
            || enter("refuse_removal.sh"),
        ),
        Step::new("leaves", "removal leaves nothing", &["stops"], || {
            enter("remove_package.sh")
        }),
        Step::new(
            "archive",
            "the archive installs and goes",
            &["leaves"],
            || enter("archive.sh"),
        ),
        Step::new("clean", "the small Debian goes", &["debian"], || {
            run(root_command("rm")
                .args(["--recursive", "--force", "--one-file-system"])
                .arg(folder().join("root")))
        }),
    ])
}

/// Builds the packages and copies them into the exchange folder.
fn make() -> Result<()> {
    let built = super::build()?;
    fs::create_dir_all(exchange())?;
    fs::copy(built.deb, exchange().join("doorbell.deb"))?;
    fs::copy(built.archive, exchange().join("doorbell.tar.gz"))?;
    Ok(())
}

/// Checks the packaged scripts, the desktop entry and the man pages.
fn check_files() -> Result<()> {
    run(command("shellcheck").current_dir(sources()).args([
        "install.sh",
        "archive.sh",
        "debian/prerm",
    ]))?;
    run(command("desktop-file-validate").arg(generated().join("doorbell.desktop")))?;
    // man only warns about mistakes, so its output is checked.
    run(command("sh")
        .current_dir(generated().join("man"))
        .args(["-eu", "-c", CHECK_MAN_PAGES])
        .env("LC_ALL", "C.UTF-8"))
}

const CHECK_MAN_PAGES: &str = r#"
for page in *.gz; do
    output=$(man --warnings --encoding=UTF-8 --local-file "./$page" 2>&1 >/dev/null)
    [ -z "$output" ] || { echo "$page: $output"; exit 1; }
done"#;

fn lintian() -> Result<()> {
    // Without this option, lintian warns about running as root.
    run(command("lintian")
        .args(["--fail-on", "error,warning", "--tag-display-limit", "0"])
        .arg("--allow-root")
        .arg(exchange().join("doorbell.deb"))
        .env("TMPDIR", workspace::output()))
}

/// Creates a fresh chroot.
fn prepare() -> Result<()> {
    run(root_command("sh")
        .arg("-eu")
        .arg(scripts().join("create_system.sh"))
        .arg(folder()))?;
    enter("prepare_system.sh")
}

fn show_question() -> Result<()> {
    enter("show_question.sh")?;
    println!("{}", exchange().join("question.png").display());
    Ok(())
}

/// Runs a script in the chroot and ends all processes it leaves behind.
fn enter(script: &str) -> Result<()> {
    fs::copy(scripts().join(script), exchange().join(script)).with_context(|| script.to_owned())?;
    let archives = folder().join("archives");
    fs::create_dir_all(&archives)?;
    run(root_command("unshare")
        .args(["--mount", "--pid", "--ipc", "--fork", "--kill-child"])
        .args(["sh", "-eu"])
        .arg(scripts().join("enter.sh"))
        .args([folder().join("root"), archives, exchange()])
        .arg(script))
}

fn scripts() -> PathBuf {
    workspace::root().join("xtask/trial")
}

fn folder() -> PathBuf {
    super::folder().join("trial")
}

/// Mounted in the chroot: input for the scripts, and their results.
fn exchange() -> PathBuf {
    folder().join("exchange")
}
