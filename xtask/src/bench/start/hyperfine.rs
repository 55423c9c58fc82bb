//! One command, started again and again by hyperfine, without a shell between.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::command::{command, run};
use crate::workspace;

/// The first starts read from the disk and are not counted.
const WARM_UP: &str = "20";
const RUNS: &str = "200";

/// What is started.
pub struct Command<'a> {
    /// As people type it; `doorbell` is the one that is measured, not the one in `PATH`.
    pub words: &'a str,
    /// That one.
    pub doorbell: &'a Path,
    /// Where nobody listens.
    pub socket: &'a Path,
}

/// What came of it.
pub struct Timed {
    /// In milliseconds.
    pub times: Vec<f64>,
    /// The same each time.
    pub exit_code: i64,
}

/// Measures one command on a virtual screen.
pub fn time(measured: &Command) -> Result<Timed> {
    let directory = workspace::output().join("bench");
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    let file = directory.join("hyperfine.json");
    // Not every one of them succeeds: yad tells its version and fails.
    run(command("xvfb-run")
        .args([
            "-a",
            "hyperfine",
            "--shell=none",
            "--style=none",
            "--ignore-failure",
        ])
        .args(["--warmup", WARM_UP, "--runs", RUNS, "--export-json"])
        .arg(&file)
        .arg(words(measured)?)
        .env("DOORBELL_SOCKET", measured.socket)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null()))?;
    let said =
        fs::read_to_string(&file).with_context(|| format!("could not read {}", file.display()))?;
    let told = read(&serde_json::from_str(&said)?);
    told.with_context(|| format!("what hyperfine says of {}", measured.words))
}

/// hyperfine takes one text apart as a shell would.
fn words(measured: &Command) -> Result<String> {
    let Some(arguments) = measured.words.strip_prefix("doorbell ") else {
        return Ok(measured.words.into());
    };
    let program = measured.doorbell.to_str().context("the path of doorbell")?;
    ensure!(!program.contains('\''), "{program} has an apostrophe in it");
    Ok(format!("'{program}' {arguments}"))
}

fn read(told: &Value) -> Result<Timed> {
    let result = &told["results"][0];
    let times: Vec<f64> = result["times"]
        .as_array()
        .context("no times")?
        .iter()
        .filter_map(Value::as_f64)
        .map(|seconds| seconds * 1e3)
        .collect();
    ensure!(!times.is_empty(), "no times");
    let codes = result["exit_codes"].as_array().context("no exit codes")?;
    let exit_code = codes
        .first()
        .and_then(Value::as_i64)
        .context("no exit code")?;
    ensure!(
        codes.iter().all(|code| code.as_i64() == Some(exit_code)),
        "it did not end in the same way each time"
    );
    Ok(Timed { times, exit_code })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Command, read, words};
    use serde_json::json;

    #[test]
    fn times_are_told_in_milliseconds() {
        let told = json!({"results": [{"times": [0.0012, 0.002], "exit_codes": [69, 69]}]});
        let timed = read(&told).unwrap();
        assert_eq!(timed.times, [1.2, 2.0]);
        assert_eq!(timed.exit_code, 69);
    }

    #[test]
    fn a_command_must_end_in_the_same_way_each_time() {
        let told = json!({"results": [{"times": [0.001, 0.002], "exit_codes": [0, 1]}]});
        let said = read(&told).err().unwrap().to_string();
        assert!(said.contains("same way"), "{said}");
        assert!(read(&json!({"results": []})).is_err());
    }

    #[test]
    fn only_doorbell_is_looked_for_elsewhere() {
        let words = |typed, place| {
            words(&Command {
                words: typed,
                doorbell: Path::new(place),
                socket: Path::new("/nobody"),
            })
        };
        let own = words("doorbell --version", "/a b/doorbell").unwrap();
        assert_eq!(own, "'/a b/doorbell' --version");
        assert_eq!(words("true", "/a b/doorbell").unwrap(), "true");
        assert!(words("doorbell --help", "/it's/doorbell").is_err());
    }
}
