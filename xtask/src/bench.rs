//! `cargo xtask bench`: measures the budgets in docs/performance.md, in one run.
//!
//! Times depend on the machine, ratios much less, so most budgets are ratios. A missed budget does not
//! fail the run, because the machine may be busy.

mod budgets;
mod machine;

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{command, run as run_command};
use crate::{binaries, document, packages, workspace};
use budgets::Samples;

/// Each part is measured in its own process.
const PARTS: [&str; 4] = ["wrap", "window", "daemon", "memory"];
const DOCUMENT: &str = "docs/performance.md";

/// Prints a table of the named parts, or of all. `--save` also writes it to the document.
pub fn run(args: &[&str]) -> Result<()> {
    let (save, parts) = parse_options(args)?;
    // Read before the build makes the machine busy.
    let load = machine::load();
    packages::ensure(&[packages::BUILD, packages::DESKTOP, packages::BENCH])?;
    binaries::release()?;
    let folder = workspace::output().join("bench");
    fs::create_dir_all(&folder)?;
    for program in ["echo", "relay"] {
        run_command(
            command("cc")
                .args(["-O2", "-Wall", "-Wextra", "-pthread", "-o"])
                .arg(folder.join(program))
                .arg(format!("xtask/bench/{program}.c")),
        )?;
    }
    let mut samples = Samples::new();
    for part in parts {
        println!("Measuring {part}");
        let log = folder.join(format!("{part}.log"));
        let measured = command(binaries::measure())
            .arg(part)
            .stderr(fs::File::create(&log)?)
            .output()?;
        let status = measured.status;
        ensure!(status.success(), "{status}; see {}", log.display());
        let measured: Samples = serde_json::from_slice(&measured.stdout).context("the samples")?;
        samples.extend(measured);
    }
    let file = folder.join("samples.json");
    fs::write(&file, serde_json::to_string(&samples)?)?;
    let table = budgets::table(&samples);
    println!("\n{table}\n{load}\nEvery sample is in {}", file.display());
    if save {
        let figures = format!("{table}\n{}\n\n{load}", machine::description());
        document::update(DOCUMENT, "bench", &figures)?;
    }
    Ok(())
}

/// Returns whether to save, and the parts to measure.
fn parse_options<'a>(args: &[&'a str]) -> Result<(bool, Vec<&'a str>)> {
    const SAVE: &str = "--save";
    let save = args.contains(&SAVE);
    let parts: Vec<&str> = args.iter().copied().filter(|arg| *arg != SAVE).collect();
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(part)) {
        let known = PARTS.join(", ");
        bail!("{unknown:?} is neither {SAVE} nor a part; the parts are {known}");
    }
    match parts.is_empty() {
        true => Ok((save, PARTS.to_vec())),
        false if save => bail!("{SAVE} needs every part: ratios are of one run"),
        false => Ok((save, parts)),
    }
}

#[cfg(test)]
mod tests {
    use super::{PARTS, parse_options};

    #[test]
    fn every_part_is_measured_by_default() {
        assert_eq!(parse_options(&["--save"]).unwrap(), (true, PARTS.to_vec()));
        assert_eq!(parse_options(&["wrap"]).unwrap(), (false, vec!["wrap"]));
    }

    #[test]
    fn unknown_part_and_saving_one_part_are_refused() {
        let error = |args| parse_options(args).unwrap_err().to_string();
        let unknown = error(&["warp"]);
        assert!(unknown.contains("\"warp\"") && unknown.contains("wrap, window"));
        assert!(error(&["wrap", "--save"]).contains("every part"));
    }
}
