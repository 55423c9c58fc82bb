//! `cargo xtask bench`: measures the budgets in docs/performance.md, in one run.
//!
//! Times depend on the machine, ratios much less: budgets are ratios where they can be. A budget
//! that is not held fails nothing, because a busy machine is not a bug.

mod budgets;
mod machine;

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{command, run as run_command};
use crate::{binaries, document, packages, workspace};
use budgets::Samples;

/// What the test kit's program measures, each in a process of its own.
const PARTS: [&str; 4] = ["wrap", "window", "daemon", "memory"];
const DOCUMENT: &str = "docs/performance.md";

/// Measures the named parts, or all, and prints the table. `--save` puts it into the document.
pub fn run(words: &[&str]) -> Result<()> {
    let (saves, parts) = options(words)?;
    // Before our own build makes the machine busy.
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
    if saves {
        let figures = format!("{table}\n{}\n\n{load}", machine::description());
        document::renew(DOCUMENT, "bench", &figures)?;
    }
    Ok(())
}

/// Whether to save, and the parts to measure.
fn options<'a>(words: &[&'a str]) -> Result<(bool, Vec<&'a str>)> {
    const SAVE: &str = "--save";
    let saves = words.contains(&SAVE);
    let parts: Vec<&str> = words.iter().copied().filter(|word| *word != SAVE).collect();
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(part)) {
        let known = PARTS.join(", ");
        bail!("{unknown:?} is neither {SAVE} nor a part; the parts are {known}");
    }
    match parts.is_empty() {
        true => Ok((saves, PARTS.to_vec())),
        false if saves => bail!("{SAVE} needs every part: ratios are of one run"),
        false => Ok((saves, parts)),
    }
}

#[cfg(test)]
mod tests {
    use super::{PARTS, options};

    #[test]
    fn no_name_means_every_part() {
        assert_eq!(options(&["--save"]).unwrap(), (true, PARTS.to_vec()));
        assert_eq!(options(&["wrap"]).unwrap(), (false, vec!["wrap"]));
    }

    #[test]
    fn wrong_name_and_saving_a_part_are_refused() {
        let error = |words| options(words).unwrap_err().to_string();
        let unknown = error(&["warp"]);
        assert!(unknown.contains("\"warp\"") && unknown.contains("wrap, window"));
        assert!(error(&["wrap", "--save"]).contains("every part"));
    }
}
