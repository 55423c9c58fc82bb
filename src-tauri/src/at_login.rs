//! Starts Doorbell at login: by an XDG autostart entry on Linux, by auto-launch elsewhere.

#[cfg(target_os = "linux")]
mod entry;
#[cfg(not(target_os = "linux"))]
mod system;

use std::ffi::OsStr;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

#[cfg(target_os = "linux")]
use entry as backend;
#[cfg(not(target_os = "linux"))]
use system as backend;

/// First argument that makes this program set or print the start at login, and exit.
pub const VERB: &str = "at-login";

/// Switches the start at login on or off. Returns a sentence for the person.
pub fn set(on: bool) -> Result<&'static str> {
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    backend::set(on, &program)?;
    Ok(sentence(on))
}

/// `None` if it is not known.
pub fn is_on() -> Option<bool> {
    let program = std::env::current_exe().ok()?;
    backend::is_on(&program)
        .inspect_err(|error| tracing::warn!("{error:#}"))
        .ok()
}

/// Runs `at-login on`, `off` or `status`.
pub fn run(argument: Option<&OsStr>) -> Result<ExitCode> {
    let message = match argument.and_then(OsStr::to_str) {
        Some("on") => set(true)?,
        Some("off") => set(false)?,
        Some("status") | None => is_on()
            .map(sentence)
            .context("cannot find out whether Doorbell starts at login")?,
        Some(_) => bail!("use `{VERB} on`, `{VERB} off` or `{VERB} status`"),
    };
    writeln!(std::io::stdout(), "{message}")?;
    Ok(ExitCode::SUCCESS)
}

fn sentence(on: bool) -> &'static str {
    if on {
        "Doorbell starts when you log in."
    } else {
        "Doorbell does not start when you log in; it starts when an agent first asks."
    }
}
