//! Starts Doorbell with the session: an XDG autostart entry on Linux, the system's own way
//! elsewhere.

#[cfg(target_os = "linux")]
mod entry;
#[cfg(not(target_os = "linux"))]
mod system;

use std::ffi::OsStr;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

#[cfg(target_os = "linux")]
use entry as way;
#[cfg(not(target_os = "linux"))]
use system as way;

/// The word that makes this program set or tell whether it starts at login, and end.
pub const VERB: &str = "at-login";

/// Switches the start at login on or off. Gives a sentence for people.
///
/// # Errors
/// Why it stays as it is.
pub fn set(on: bool) -> Result<&'static str> {
    let program = std::env::current_exe().context("Doorbell cannot tell where it is installed")?;
    way::set(on, &program)?;
    Ok(sentence(on))
}

/// Whether Doorbell starts at login; `None` if that cannot be told.
pub fn is_on() -> Option<bool> {
    let program = std::env::current_exe().ok()?;
    way::is_on(&program)
        .inspect_err(|error| tracing::warn!("{error:#}"))
        .ok()
}

/// What the verb does: `on`, `off` or `status`.
///
/// # Errors
/// It is another word, or cannot be done.
pub fn run(word: Option<&OsStr>) -> Result<ExitCode> {
    let said = match word.and_then(OsStr::to_str) {
        Some("on") => set(true)?,
        Some("off") => set(false)?,
        Some("status") | None => is_on()
            .map(sentence)
            .context("whether Doorbell starts at login cannot be told")?,
        Some(_) => bail!("say `{VERB} on`, `{VERB} off` or `{VERB} status`"),
    };
    writeln!(std::io::stdout(), "{said}")?;
    Ok(ExitCode::SUCCESS)
}

fn sentence(on: bool) -> &'static str {
    if on {
        "Doorbell starts when you log in."
    } else {
        "Doorbell does not start when you log in; it starts when an agent first asks."
    }
}
