//! Checks the dependencies with cargo-deny: licences, bans, sources and known advisories.

use std::process::{Command, Output};

use anyhow::Result;

use crate::command::{command, run};
use crate::tools;

/// A clone of the advisory database is a few MiB.
const FETCH_SECONDS: u16 = 60;
/// The exit code of `timeout`.
const TIMED_OUT: i32 = 124;

/// Fails on an advisory, but not if the advisory database is out of reach.
pub fn check() -> Result<()> {
    run(deny()?.args(["check", "bans", "licenses", "sources"]))?;
    match skip_reason(&fetch_advisories()?) {
        Some(reason) => {
            println!("Advisories are not checked: {reason}");
            Ok(())
        }
        None => run(deny()?.args(["--offline", "check", "advisories"])),
    }
}

/// `cargo deny check` exits with 1 for an advisory and for a failed fetch alike, so the fetch is
/// separate.
fn fetch_advisories() -> Result<Output> {
    let deny = deny()?;
    Ok(command("timeout")
        .arg("--kill-after=5")
        .arg(FETCH_SECONDS.to_string())
        .arg(deny.get_program())
        .args(deny.get_args())
        .args(["fetch", "db"])
        .env("GIT_TERMINAL_PROMPT", "0")
        .output()?)
}

/// Returns `None` if the advisory database was fetched.
fn skip_reason(fetch: &Output) -> Option<String> {
    if fetch.status.success() {
        return None;
    }
    if fetch.status.code() == Some(TIMED_OUT) {
        return Some(format!("no database after {FETCH_SECONDS} s"));
    }
    let errors = String::from_utf8_lossy(&fetch.stderr);
    let last_line = errors.lines().rfind(|line| !line.trim().is_empty());
    Some(last_line.map_or(fetch.status.to_string(), str::to_owned))
}

fn deny() -> Result<Command> {
    let mut deny = tools::DENY.command()?;
    deny.args(["--workspace", "--locked"]);
    Ok(deny)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skip_reason_of(script: &str) -> Option<String> {
        skip_reason(&command("sh").args(["-c", script]).output().unwrap())
    }

    #[test]
    fn advisories_are_checked_after_successful_fetch() {
        assert_eq!(skip_reason_of("echo warning >&2"), None);
    }

    #[test]
    fn failed_fetch_skips_advisories_with_its_last_error() {
        let script =
            "printf 'failed to clone\\nCould not resolve host: github.com\\n\\n' >&2; exit 1";
        let reason = skip_reason_of(script).unwrap();
        assert_eq!(reason, "Could not resolve host: github.com");
        assert_eq!(skip_reason_of("exit 1").unwrap(), "exit status: 1");
    }

    #[test]
    fn slow_fetch_skips_advisories() {
        let reason = skip_reason_of("timeout 0.01 sleep 10").unwrap();
        assert_eq!(reason, "no database after 60 s");
    }
}
