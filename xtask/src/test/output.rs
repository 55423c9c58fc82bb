//! Forwards the output of `cargo test` and collects the names of failed tests.

use std::io::{BufRead, BufReader, pipe};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::describe;
use crate::steps::Failures;

/// Runs `cargo test` and returns the names of the tests that failed.
///
/// # Errors
/// The command failed without naming a test, for example because of a compile error.
pub fn run_tests(command: &mut Command) -> Result<Failures> {
    // One pipe for both keeps the order of the lines.
    let (reader, writer) = pipe()?;
    let mut child = command
        .stdout(writer.try_clone()?)
        .stderr(writer)
        .spawn()
        .with_context(|| format!("{} did not start", describe(command)))?;
    // Drops the command's copy of the write end; otherwise the pipe would never close.
    command.stdout(std::process::Stdio::null());
    command.stderr(std::process::Stdio::null());
    let mut failures = Vec::new();
    for line in BufReader::new(reader).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        failures.extend(failed_test(&line).map(str::to_owned));
    }
    let status = child.wait()?;
    if !status.success() && failures.is_empty() {
        bail!("{} failed ({status})", describe(command));
    }
    Ok(failures)
}

fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_parsed() {
        assert_eq!(
            failed_test("test board::tests::one ... FAILED"),
            Some("board::tests::one")
        );
        assert_eq!(failed_test("test board::tests::one ... ok"), None);
        assert_eq!(failed_test("test result: FAILED. 1 passed; 1 failed"), None);
    }

    #[test]
    fn failure_without_failed_test_is_an_error() {
        let mut broken = crate::command::command("sh");
        assert!(run_tests(broken.args(["-c", "echo error; exit 1"])).is_err());
        let mut red = crate::command::command("sh");
        let failures = run_tests(red.args(["-c", "echo 'test a ... FAILED'; exit 1"]));
        assert_eq!(failures.unwrap(), ["a"]);
    }
}
