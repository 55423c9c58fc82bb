//! `cargo xtask fuzz`: runs the cargo-fuzz targets in `fuzz` one after another.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::command::run;
use crate::{packages, tools, workspace};

const DEFAULT_MINUTES: u64 = 5;

/// Each target and the folder of captured messages it starts from.
const TARGETS: [(&str, &str); 4] = [
    ("frames", "docs/protocol"),
    ("forms", "tests/wire"),
    ("links", "tests/wire"),
    ("proxy", "crates/doorbell-wrap/tests/wire"),
];

/// Each target gets the same share of the time.
pub fn run_targets(args: &[&str]) -> Result<()> {
    let minutes = match args {
        [] => DEFAULT_MINUTES,
        ["--minutes", minutes] => minutes
            .parse()
            .ok()
            .filter(|minutes| *minutes > 0)
            .with_context(|| format!("{minutes} is no number of minutes"))?,
        _ => bail!("usage: cargo xtask fuzz [--minutes N]"),
    };
    packages::ensure(&[packages::FUZZ])?;
    let seconds = minutes * 60 / TARGETS.len() as u64;
    let folder = workspace::output().join("fuzz");
    let mut failed = Vec::new();
    for (target, seeds) in TARGETS {
        println!("\n{target} for {seconds} s");
        let corpus = folder.join(target);
        fs::create_dir_all(&corpus)?;
        let result = run(tools::FUZZ
            .command()?
            // The sanitizers need a nightly toolchain.
            .args(["run", "--sanitizer", "none", "--target-dir"])
            .arg(folder.join("build"))
            .arg(target)
            .arg(&corpus)
            .args([seeds, "tests/fuzz/found", "--"])
            .arg(format!("-max_total_time={seconds}"))
            // Longer captures are cut: short inputs run faster.
            .arg("-max_len=20000")
            .args(["-dict=tests/fuzz/words.dict", "-print_final_stats=1"]));
        if let Err(error) = result {
            println!("{error:#}");
            failed.push(target);
        }
    }
    if !failed.is_empty() {
        bail!(
            "failed: {}. The input is in fuzz/artifacts/TARGET, as told above. Copy it to \
             tests/fuzz/found/TARGET-NAME with the repair; `cargo test -p doorbell-tests --test fuzz` \
             checks it there",
            failed.join(", ")
        );
    }
    Ok(())
}
