//! Commands that hyperfine starts again and again, without a shell between.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::command::{command, run};
use crate::workspace;

/// In one round. The first starts read from the disk and are not counted.
const WARM_UP: &str = "3";
const RUNS: &str = "15";

/// What `doorbell` is, which commands begin with.
pub struct Doorbell<'a> {
    /// The one that is measured, not the one in `PATH`.
    pub program: &'a Path,
    /// Where nobody listens.
    pub socket: &'a Path,
}

/// What came of a command.
#[derive(Default)]
pub struct Timed {
    /// In milliseconds.
    pub times: Vec<f64>,
    /// The same each time.
    pub exit_code: i64,
}

/// One round of commands as people type them, one after another on a virtual screen.
pub fn round(commands: &[&str], doorbell: &Doorbell) -> Result<Vec<Timed>> {
    let directory = workspace::output().join("bench");
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    let file = directory.join("hyperfine.json");
    let words = commands.iter().map(|typed| words(typed, doorbell));
    // Not every one of them succeeds: yad tells its version and fails.
    run(command("xvfb-run")
        .args(["-a", "hyperfine", "--shell=none", "--style=none"])
        .args(["--ignore-failure", "--warmup", WARM_UP, "--runs", RUNS])
        .arg("--export-json")
        .arg(&file)
        .args(words.collect::<Result<Vec<_>>>()?)
        .env("DOORBELL_SOCKET", doorbell.socket)
        .stdout(Stdio::null())
        .stderr(Stdio::null()))?;
    let said =
        fs::read_to_string(&file).with_context(|| format!("could not read {}", file.display()))?;
    let told: Value = serde_json::from_str(&said).context("what hyperfine says")?;
    commands
        .iter()
        .enumerate()
        .map(|(index, typed)| {
            read(&told["results"][index]).with_context(|| format!("what hyperfine says of {typed}"))
        })
        .collect()
}

/// hyperfine takes one text apart as a shell would.
fn words(typed: &str, doorbell: &Doorbell) -> Result<String> {
    let Some(arguments) = typed.strip_prefix("doorbell ") else {
        return Ok(typed.into());
    };
    let program = doorbell.program.to_str().context("the path of doorbell")?;
    ensure!(!program.contains('\''), "{program} has an apostrophe in it");
    Ok(format!("'{program}' {arguments}"))
}

fn read(result: &Value) -> Result<Timed> {
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

    use super::{Doorbell, read, words};
    use serde_json::json;

    #[test]
    fn times_are_told_in_milliseconds() {
        let told = json!({"times": [0.0012, 0.002], "exit_codes": [69, 69]});
        let timed = read(&told).unwrap();
        assert_eq!(timed.times, [1.2, 2.0]);
        assert_eq!(timed.exit_code, 69);
    }

    #[test]
    fn a_command_must_end_in_the_same_way_each_time() {
        let told = json!({"times": [0.001, 0.002], "exit_codes": [0, 1]});
        let said = read(&told).err().unwrap().to_string();
        assert!(said.contains("same way"), "{said}");
        assert!(read(&json!(null)).is_err());
    }

    #[test]
    fn only_doorbell_is_looked_for_elsewhere() {
        let words = |typed, place| {
            let doorbell = Doorbell {
                program: Path::new(place),
                socket: Path::new("/nobody"),
            };
            words(typed, &doorbell)
        };
        let own = words("doorbell --version", "/a b/doorbell").unwrap();
        assert_eq!(own, "'/a b/doorbell' --version");
        assert_eq!(words("true", "/a b/doorbell").unwrap(), "true");
        assert!(words("doorbell --help", "/it's/doorbell").is_err());
    }
}
